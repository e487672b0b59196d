import { randomUUID } from 'node:crypto'
import { dirname, sep } from 'node:path'
import type { AskedOption, PermissionEvent, PermissionSubject } from '../../shared/thread/events'
import type { ThreadStore } from '../store/threadStore'
import type { OpenQuestions } from './openQuestions'
import type { PlannedWrite } from './plannedWrite'
import { ruleOf } from './rules'

/** What Parley decided about something that an agent wants to do, and how. */
export type Verdict = 'asked' | 'rule' | 'denied'

/** How a question is put, where it must be. */
interface Asking {
  readonly title: string
  readonly signal: AbortSignal
  readonly isTurnOpen: () => boolean
  /** What it shows of a write. */
  readonly planned?: () => Promise<PlannedWrite>
}

/**
 * The questions that Parley asks on its own: a command that nothing approved, a path outside the workspace, a protected file.
 * "This thread" and "this turn" are remembered here, "this folder" in the store.
 */
export class OwnQuestions {
  readonly #questions: OpenQuestions
  readonly #store: ThreadStore
  readonly #agent: { readonly agentId: string, readonly folder: string }
  /** Folders allowed for the thread, each for one kind of access. */
  readonly #threadFolders: { readonly folder: string, readonly access: PathAccess }[] = []
  #allowsCommands = false
  #denied = new Set<string>()
  #deniesAll = false

  constructor({ questions, store, agent }: { questions: OpenQuestions, store: ThreadStore, agent: { agentId: string, folder: string } }) {
    this.#questions = questions
    this.#store = store
    this.#agent = agent
  }

  startTurn(): void {
    this.#denied = new Set()
    this.#deniesAll = false
  }

  /** Answers from what is remembered, else asks. Anything but an allowing answer denies. */
  async decide(subject: PermissionSubject, { title, signal, isTurnOpen, planned }: Asking): Promise<Verdict> {
    const key = keyOf(subject)
    if (this.#deniesAll || this.#denied.has(key))
      return 'denied'
    if (this.#isRemembered(subject))
      return 'rule'
    const shown = await planned?.()
    if (!isTurnOpen())
      return 'denied'
    const outcome = await this.#questions.askPermission(question(subject, title, shown), signal)
    switch (outcome.outcome === 'selected' ? outcome.optionId : 'cancelled') {
      case 'allow_once':
        return 'asked'
      case 'allow_thread':
        this.#rememberForThread(subject)
        return 'asked'
      case 'allow_folder':
        this.#store.saveRule({ ...this.#agent, ...ruleOf(subject), createdAt: Date.now() })
        return 'asked'
      case 'deny_all':
        this.#deniesAll = true
        return 'denied'
      case 'deny':
        this.#denied.add(key)
        return 'denied'
      default:
        return 'denied'
    }
  }

  #isRemembered(subject: PermissionSubject): boolean {
    if (subject.kind === 'protected_file')
      return false
    const forThread = subject.kind === 'command' ? this.#allowsCommands : this.#threadFolders.some(({ folder, access }) => access === subject.access && isBelow(subject.path, folder))
    return forThread || this.#store.findRule({ ...this.#agent, ...ruleOf(subject) }) !== undefined
  }

  #rememberForThread(subject: PermissionSubject): void {
    if (subject.kind === 'command')
      this.#allowsCommands = true
    else if (subject.kind === 'path')
      this.#threadFolders.push({ access: subject.access, folder: subject.access === 'cwd' ? subject.path : dirname(subject.path) })
  }
}

type PathAccess = Extract<PermissionSubject, { kind: 'path' }>['access']

function question(subject: PermissionSubject, title: string, planned?: PlannedWrite): Omit<PermissionEvent, 'type' | 'requestId'> {
  const kind = subject.kind === 'command' ? 'execute' : subject.kind === 'path' && subject.access === 'read' ? 'read' : subject.kind === 'path' && subject.access === 'cwd' ? 'execute' : 'edit'
  return { from: 'parley', toolCall: { toolCallId: `parley:${randomUUID()}`, title, kind, ...planned }, options: optionsFor(subject), subject }
}

function optionsFor(subject: PermissionSubject): AskedOption[] {
  const once: AskedOption = { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once', scope: 'Only this time' }
  const deny: AskedOption[] = [
    { optionId: 'deny', name: 'Deny', kind: 'reject_once', scope: 'This one, and the same again in this turn' },
    { optionId: 'deny_all', name: 'Deny all for this turn', kind: 'reject_always', scope: 'Every further question of Parley\'s own in this turn' },
  ]
  if (subject.kind === 'protected_file')
    return [once, ...deny] // a file that can run code later is asked about each time
  const [thread, folder] = subject.kind === 'command'
    ? ['Every command of this agent in this thread', 'Exactly this command, in this folder, from now on']
    : [`${{ read: 'Reading', write: 'Writing', cwd: 'Running commands in' }[subject.access]} everything below ${subject.access === 'cwd' ? 'it' : 'its folder'}, in this thread`, 'Exactly this path, for work in this folder, from now on']
  return [
    once,
    { optionId: 'allow_thread', name: 'Allow for this thread', kind: 'allow_always', scope: thread },
    { optionId: 'allow_folder', name: 'Always allow in this folder', kind: 'allow_always', scope: folder },
    ...deny,
  ]
}

function keyOf(subject: PermissionSubject): string {
  return JSON.stringify(subject)
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
