import type { PermissionSubject } from '../../../shared/thread/events'
import type { FileIdentity } from '../../workspace/files/openFile'
import type { Location, OpenableLocation } from '../../workspace/workspace'
import type { Asking, ParleyQuestions, Verdict } from './parleyQuestions'
import type { RequestScope } from './requestDecider'
import type { ThreadRules } from './rules/threadRules'
import type { TurnApprovals } from './turnApprovals'
import { createDeniedError, createNotFoundError, createOutsideError, FileError } from '../../workspace/fileErrors'
import { isFileAt } from '../../workspace/files/openFile'
import { changesRepository } from '../../workspace/gitShape'
import { isProtected } from '../../workspace/protectedNames'
import { type PlannedWrite, planWrite, type ShownFile } from './request/compareChanges'

/** A file that an agent wants to read, or to write with `content`. */
interface RequestedFile {
  readonly path: string
  readonly access: 'read' | 'write'
  readonly content?: string
}

/** A file that may be opened, and whether the person or a rule allowed it. */
interface AllowedFile {
  readonly location: OpenableLocation
  readonly isDecided: boolean
}

interface PathDeciderOptions {
  readonly agentName: string
  readonly rules: ThreadRules
  readonly approvals: TurnApprovals
  readonly parley: ParleyQuestions
  /** Returns the file at that real path if the person attached it to a message of this thread. */
  readonly findGrant: (realPath: string) => FileIdentity | undefined
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
  async decideFile(
    { path, access, content }: RequestedFile,
    { workspace, signal, agent }: RequestScope,
  ): Promise<AllowedFile> {
    // Outside a turn, the thread can't show what the file is for.
    if (!this.#options.isTurnOpen())
      throw new FileError('denied', 'Permission denied: files are read and written only while a turn is open')
    const location = await workspace.locate(path)
    const isProbe = access === 'read' && agent?.probes !== undefined && new RegExp(agent.probes).test(path)
    const opened = await this.#open(location, { access, content, signal, isProbe })
    const isGuarded = location.kind === 'inside'
      && (await isProtectedPlace(opened.realPath, location.relativePaths, access))
    // Uses the real path, which a link could disguise.
    const subject: PathSubject = { kind: isGuarded ? 'protected_file' : 'path', access, path: opened.realPath }
    const answered = this.#findAnswer({ realPath: opened.realPath, access, text: content })
    const mustAsk = isGuarded || (location.kind === 'inside' && (this.#isRuledOut(subject) || answered === 'denied'))
    const planned = (): Promise<PlannedWrite> => planWrite(opened, opened.realPath, content)
    if (mustAsk && await this.#decide(subject, { signal, planned, answered }) === 'denied')
      throw createDeniedError(path, { isDecided: true })
    return { location: opened, isDecided: mustAsk || location.kind === 'outside' }
  }

  /** Resolves a command's folder once it may run there. Throws a `FileError` otherwise. */
  async decideFolder(path: string, { workspace, signal }: RequestScope): Promise<OpenableLocation> {
    return this.#open(await workspace.locateFolder(path), { access: 'cwd', signal })
  }

  /**
   * Whether an answer of this turn or a rule covers a write that needs no question. Only decides whether the write is
   * marked "not asked".
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
    // Questions and answers use the real path, so that an answer for a folder does not extend to targets of its links.
    const path = location.realPath
    // An answer for a folder doesn't cover protected files in it.
    const subject: PathSubject = access !== 'cwd' && (await isProtectedPlace(path, [path], access))
      ? { kind: 'protected_file', access, path }
      : { kind: 'path', access, path }
    const granted = subject.kind === 'path' && access === 'read' ? await this.#findGrant(path) : undefined
    const planned = (): Promise<PlannedWrite> => planWrite(location, path, content)
    const answered = access === 'cwd'
      ? this.#options.approvals.coversFolder(location.path) ? 'allowed' : undefined
      : this.#findAnswer({ realPath: path, access, text: content })
    const verdict = await this.#decide(subject, {
      signal,
      planned,
      isGranted: granted !== undefined,
      answered,
      isProbe,
    })
    if (verdict === 'denied')
      throw isProbe ? createNotFoundError(location.path) : createOutsideError({ isDecided: true })
    return verdict === 'rule' && granted ? { ...location, allowed: granted } : location
  }

  /** Finds the person's answer to the agent's own question about exactly this. */
  #findAnswer(file: ShownFile): 'allowed' | 'denied' | undefined {
    const { approvals } = this.#options
    if (approvals.rejectsFile(file))
      return 'denied'
    return approvals.coversFile(file) ? 'allowed' : undefined
  }

  /** Whether a rule denies, or asks about, an access that is otherwise allowed without asking. */
  #isRuledOut(subject: PathSubject): boolean {
    const judgement = this.#options.rules.judgeSubject(subject)
    return judgement !== undefined && judgement.effect !== 'allow'
  }

  /** Returns the attached file if it is still the same one. Compared again when opened. */
  async #findGrant(realPath: string): Promise<FileIdentity | undefined> {
    const granted = this.#options.findGrant(realPath)
    return granted && await isFileAt(realPath, granted) ? granted : undefined
  }

  async #decide(
    subject: PathSubject,
    { signal, ...asking }: Pick<Asking, 'signal' | 'planned' | 'isGranted' | 'answered' | 'isProbe'>,
  ): Promise<Verdict> {
    const { agentName, parley, isTurnOpen } = this.#options
    if (!isTurnOpen())
      return 'denied'
    return parley.decide(subject, { title: `${agentName} ${describeRequest(subject)}`, signal, isTurnOpen, ...asking })
  }
}

/** Whether the path is protected by its names or, for a write, by what it would turn its folder into. */
async function isProtectedPlace(
  realPath: string,
  names: readonly string[],
  access: 'read' | 'write',
): Promise<boolean> {
  return names.some(name => isProtected(name, access)) || (access === 'write' && changesRepository(realPath))
}

function describeRequest(subject: PathSubject): string {
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
