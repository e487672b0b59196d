import type { PermissionSubject } from '../../../shared/thread/events'
import type { FileIdentity } from '../../workspace/files/openFile'
import type { Location, OpenableLocation } from '../../workspace/workspace'
import type { Asking, ParleyQuestions, Verdict } from './parleyQuestions'
import type { RequestScope } from './requestDecider'
import type { ThreadRules } from './rules/threadRules'
import type { TurnApprovals } from './turnApprovals'
import { deniedError, FileError, notFoundError, outsideError } from '../../workspace/fileErrors'
import { isFileAt } from '../../workspace/files/openFile'
import { changesRepository } from '../../workspace/gitShape'
import { isProtected } from '../../workspace/protectedNames'
import { plannedWrite, type PlannedWrite, type ShownFile } from './request/comparedChanges'

/** A file that an agent wants to read, or to write with `content`. */
export interface RequestedFile {
  readonly path: string
  readonly access: 'read' | 'write'
  readonly content?: string
}

/** A file that may be opened, and whether the person or a rule decided so. */
export interface AllowedFile {
  readonly location: OpenableLocation
  readonly isDecided: boolean
}

interface PathDeciderOptions {
  readonly agentName: string
  readonly rules: ThreadRules
  readonly approvals: TurnApprovals
  readonly parley: ParleyQuestions
  /** The file that the person lent to this thread at that real path. */
  readonly lent: (realPath: string) => FileIdentity | undefined
  readonly isTurnOpen: () => boolean
}

type PathSubject = Extract<PermissionSubject, { kind: 'path' | 'protected_file' }>

/**
 * Decides which files an agent may open and in which folders its commands may run, after the guard has resolved the
 * path.
 */
export class PathDecider {
  readonly #options: PathDeciderOptions

  constructor(options: PathDeciderOptions) {
    this.#options = options
  }

  /** Resolves the file once the guard, and if necessary the person, allow it. Throws a `FileError` otherwise. */
  async decideFile({ path, access, content }: RequestedFile, { workspace, signal, agent }: RequestScope): Promise<AllowedFile> {
    // Nobody could tell from the thread what the file is for.
    if (!this.#options.isTurnOpen())
      throw new FileError('denied', 'Permission denied: files are read and written only while a turn is open')
    const location = await workspace.locate(path)
    const isProbe = access === 'read' && agent?.probes !== undefined && new RegExp(agent.probes).test(path)
    const opened = await this.#open(location, { access, content, signal, isProbe })
    const isGuarded = location.kind === 'inside' && (await isProtectedPlace(opened.realPath, location.relativePaths, access))
    // The real path, so that a link cannot disguise it.
    const subject: PathSubject = { kind: isGuarded ? 'protected_file' : 'path', access, path: opened.realPath }
    const answered = this.#answerTo({ realPath: opened.realPath, access, text: content })
    const mustAsk = isGuarded || (location.kind === 'inside' && (this.#isRuledOut(subject) || answered === 'denied'))
    const planned = (): Promise<PlannedWrite> => plannedWrite(opened, opened.realPath, content)
    if (mustAsk && await this.#decide(subject, { signal, planned, answered }) === 'denied')
      throw deniedError(path, { isDecided: true })
    return { location: opened, isDecided: mustAsk || location.kind === 'outside' }
  }

  /** Resolves a command's folder once it may run there. Throws a `FileError` otherwise. */
  async decideFolder(path: string, { workspace, signal }: RequestScope): Promise<OpenableLocation> {
    return this.#open(await workspace.locateFolder(path), { access: 'cwd', signal })
  }

  /**
   * Whether an answer of this turn, or a rule, covers a write that needed no question. It only decides what is marked
   * "not asked".
   */
  coversWrite(path: string, { realPath }: OpenableLocation): boolean {
    const { approvals, rules } = this.#options
    return approvals.coversWrite(path)
      || rules.judgeSubject({ kind: 'path', access: 'write', path: realPath }, { isOutside: false })?.effect === 'allow'
  }

  async #open(
    location: Location,
    { access, content, signal, isProbe }: { access: PathSubject['access'], content?: string, signal: AbortSignal, isProbe?: boolean },
  ): Promise<OpenableLocation> {
    if (location.kind === 'refused')
      throw location.error
    if (location.kind === 'inside')
      return location
    // Asked about and remembered by its real path, so that a link in an allowed folder leads nowhere else.
    const path = location.realPath
    // Answers for a folder don't cover the keys in it.
    const subject: PathSubject = access !== 'cwd' && (await isProtectedPlace(path, [path], access))
      ? { kind: 'protected_file', access, path }
      : { kind: 'path', access, path }
    const lent = subject.kind === 'path' && access === 'read' ? await this.#lentAt(path) : undefined
    const planned = (): Promise<PlannedWrite> => plannedWrite(location, path, content)
    const answered = access === 'cwd'
      ? this.#options.approvals.coversFolder(location.path) ? 'allowed' : undefined
      : this.#answerTo({ realPath: path, access, text: content })
    const verdict = await this.#decide(subject, { signal, planned, isLent: lent !== undefined, answered, isProbe })
    if (verdict === 'denied')
      throw isProbe ? notFoundError(location.path) : outsideError({ isDecided: true })
    return verdict === 'rule' && lent ? { ...location, allowed: lent } : location
  }

  /** The person's answer to the agent's own question about exactly this. */
  #answerTo(file: ShownFile): 'allowed' | 'denied' | undefined {
    const { approvals } = this.#options
    if (approvals.rejectsFile(file))
      return 'denied'
    return approvals.coversFile(file) ? 'allowed' : undefined
  }

  /** Whether a rule asks about or denies what would otherwise be done without asking. */
  #isRuledOut(subject: PathSubject): boolean {
    const judgement = this.#options.rules.judgeSubject(subject)
    return judgement !== undefined && judgement.effect !== 'allow'
  }

  /** The lent file if it is still the same one. Compared again when opened. */
  async #lentAt(realPath: string): Promise<FileIdentity | undefined> {
    const lent = this.#options.lent(realPath)
    return lent && await isFileAt(realPath, lent) ? lent : undefined
  }

  async #decide(
    subject: PathSubject,
    { signal, ...asking }: Pick<Asking, 'signal' | 'planned' | 'isLent' | 'answered' | 'isProbe'>,
  ): Promise<Verdict> {
    const { agentName, parley, isTurnOpen } = this.#options
    if (!isTurnOpen())
      return 'denied'
    return parley.decide(subject, { title: `${agentName} ${describeWish(subject)}`, signal, isTurnOpen, ...asking })
  }
}

/** Judged by its names, and for a write by what it would turn its folder into. */
async function isProtectedPlace(realPath: string, names: readonly string[], access: 'read' | 'write'): Promise<boolean> {
  return names.some(name => isProtected(name, access)) || (access === 'write' && changesRepository(realPath))
}

function describeWish(subject: PathSubject): string {
  switch (subject.kind) {
    case 'path':
      return {
        read: 'wants to read outside the workspace',
        write: 'wants to write outside the workspace',
        cwd: 'wants to run a command outside the workspace',
      }[subject.access]
    case 'protected_file':
      return subject.access === 'read'
        ? 'wants to read a file that often holds secrets'
        : 'wants to write a file that can change what runs later'
  }
}
