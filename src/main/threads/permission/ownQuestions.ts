import type { WrittenRule } from '../../../shared/settings/rules'
import type { AskedOption, PermissionEvent, PermissionSubject } from '../../../shared/thread/events'
import type { Judgement } from '../../rules/judge'
import type { ThreadStore } from '../../store/threadStore'
import type { Decisions } from './decisions'
import type { PlannedWrite } from './request/plannedWrite'
import type { ThreadRules } from './rules/threadRules'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { factsOf, type OpenQuestions } from './openQuestions'
import { ruleOf } from './rules/rememberedRule'

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
  readonly #decisions: Decisions
  readonly #rules: ThreadRules
  readonly #store: ThreadStore
  readonly #agent: { readonly agentId: string, readonly folder: string }
  /** Folders allowed for the thread, each for one kind of access. */
  readonly #threadFolders: { readonly folder: string, readonly access: PathAccess }[] = []
  /** Of commands: those in a sandbox, or all. */
  #allowedCommands: 'none' | 'sandboxed' | 'all' = 'none'
  #denied = new Set<string>()
  #deniesAll = false

  constructor({
    questions,
    decisions,
    rules,
    store,
    agent,
  }: {
    questions: OpenQuestions
    decisions: Decisions
    rules: ThreadRules
    store: ThreadStore
    agent: { agentId: string, folder: string }
  }) {
    this.#questions = questions
    this.#decisions = decisions
    this.#rules = rules
    this.#store = store
    this.#agent = agent
  }

  startTurn(): void {
    this.#denied = new Set()
    this.#deniesAll = false
  }

  /** Whether a rule wants something asked or denied that Parley would else do unasked. */
  guards(subject: PermissionSubject): boolean {
    const judgement = this.#rules.ofSubject(subject)
    return judgement !== undefined && judgement.effect !== 'allow'
  }

  /** Answers from the rules and from what is remembered, else asks. Anything but an allowing answer denies. */
  async decide(subject: PermissionSubject, { title, signal, isTurnOpen, planned }: Asking): Promise<Verdict> {
    const key = keyOf(subject)
    const judgement = this.#rules.ofSubject(subject)
    if (judgement?.effect === 'deny')
      return this.#byRule(question(subject, title), judgement.rule, 'deny')
    if (this.#deniesAll || this.#denied.has(key)) {
      this.#note(question(subject, title), 'denied', 'The same was denied in this turn')
      return 'denied'
    }
    if (judgement?.effect === 'allow')
      return this.#byRule(question(subject, title), judgement.rule, 'allow_once')
    if (!judgement && this.#isRemembered(subject)) {
      this.#note(question(subject, title), 'allowed', 'Allowed before, for this thread or folder')
      return 'rule'
    }
    const shown = await planned?.()
    if (!isTurnOpen())
      return 'denied'
    const outcome = await this.#questions.askPermission(question(subject, title, { shown, judgement }), signal)
    const chosen = outcome.outcome === 'selected' ? outcome.optionId : 'cancelled'
    if (subject.kind === 'command' && chosen.startsWith('allow_'))
      this.#rules.noteAllowed(subject)
    switch (chosen) {
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

  #byRule(request: Question, rule: WrittenRule, optionId: 'allow_once' | 'deny'): Verdict {
    const option = request.options.find(option => option.optionId === optionId)!
    this.#questions.answerByRule(request, { option, rule: this.#rules.told(rule), facts: factsOf(request) })
    return optionId === 'deny' ? 'denied' : 'rule'
  }

  #note(request: Question, outcome: 'allowed' | 'denied', why: string): void {
    this.#decisions.add({ from: 'parley', facts: factsOf(request), outcome, by: 'remembered', why })
  }

  #isRemembered(subject: PermissionSubject): boolean {
    if (subject.kind === 'protected_file')
      return false
    const forThread
      = subject.kind === 'command'
        ? this.#allowedCommands === 'all' || (subject.sandbox !== undefined && this.#allowedCommands === 'sandboxed')
        : this.#threadFolders.some(({ folder, access }) => access === subject.access && isWithin(subject.path, folder, process.platform))
    // What was allowed without a sandbox is allowed in one, and never the other way round.
    const freer: PermissionSubject[] = subject.kind === 'command' && subject.sandbox ? [{ ...subject, sandbox: undefined }] : []
    return forThread || [subject, ...freer].some(known => this.#store.findRule({ ...this.#agent, ...ruleOf(known) }) !== undefined)
  }

  #rememberForThread(subject: PermissionSubject): void {
    if (subject.kind === 'command')
      this.#allowedCommands = subject.sandbox && this.#allowedCommands !== 'all' ? 'sandboxed' : 'all'
    else if (subject.kind === 'path')
      this.#threadFolders.push({ access: subject.access, folder: subject.access === 'cwd' ? subject.path : dirname(subject.path) })
  }
}

type PathAccess = Extract<PermissionSubject, { kind: 'path' }>['access']

type Question = Omit<PermissionEvent, 'type' | 'requestId'>

function question(
  subject: PermissionSubject,
  title: string,
  { shown, judgement }: { shown?: PlannedWrite, judgement?: Judgement } = {},
): Question {
  const kind
    = subject.kind === 'command'
      ? 'execute'
      : subject.kind === 'path' && subject.access === 'read'
        ? 'read'
        : subject.kind === 'path' && subject.access === 'cwd'
          ? 'execute'
          : 'edit'
  const always = judgement?.effect !== 'ask' ? undefined : judgement.rule ? 'a rule of yours says so' : judgement.why
  return {
    from: 'parley',
    toolCall: { toolCallId: `parley:${randomUUID()}`, title, kind, ...shown },
    options: optionsFor(subject, judgement?.effect === 'ask'),
    subject,
    always,
  }
}

/** `isEachTime`: no answer holds for the next time. */
function optionsFor(subject: PermissionSubject, isEachTime: boolean): AskedOption[] {
  const once: AskedOption = { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once', scope: 'Only this time' }
  const deny: AskedOption[] = [
    { optionId: 'deny', name: 'Deny', kind: 'reject_once', scope: 'This one, and the same again in this turn' },
    {
      optionId: 'deny_all',
      name: 'Deny all for this turn',
      kind: 'reject_always',
      scope: 'Every further question of Parley\'s own in this turn',
    },
  ]
  if (isEachTime || subject.kind === 'protected_file')
    return [once, ...deny]
  const [thread, folder]
    = subject.kind === 'command'
      ? [
          `Every command of this agent in this thread${subject.sandbox ? ', in the sandbox' : ''}`,
          `Exactly this command, in this folder${subject.sandbox ? ' and in the sandbox' : ''}, from now on`,
        ]
      : [
          `${{ read: 'Reading', write: 'Writing', cwd: 'Running commands in' }[subject.access]} everything below ${subject.access === 'cwd' ? 'it' : 'its folder'}, in this thread`,
          'Exactly this path, for work in this folder, from now on',
        ]
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
