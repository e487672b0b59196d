import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  CreateTerminalRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { AnsweringRule, SandboxLimits } from '../../../shared/thread/events'
import type { Transcript } from '../../../shared/thread/transcript'
import type { StoredRule } from '../../store/tables/ruleTable'
import type { RemotePlace } from '../../store/tables/threadTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import type { FileIdentity } from '../../workspace/files/openFile'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadAnswersRegistry } from './threadAnswers'
import { HostError } from '../../../shared/errors'
import { getPermissionFacts } from '../../../shared/permission/permissionFacts'
import { formatRequestedCommand } from '../../terminal/startLine'
import { CommandDecider } from './commandDecider'
import { DecisionLog } from './decisionLog'
import { ParleyQuestions } from './parleyQuestions'
import { PathDecider } from './pathDecider'
import { PendingQuestions } from './pendingQuestions'
import { ReadOnlyAnswers, type ReadOnlySetting } from './readOnly/readOnlyAnswers'
import { ReadOnlyChecker } from './readOnly/readOnlyChecker'
import { checkForm } from './request/offeredForm'
import { RequestDecider, type RequestScope } from './requestDecider'
import { describeRememberedRule } from './rules/rememberedRule'
import { ThreadRules } from './rules/threadRules'
import { SandboxOffer } from './sandboxOffer'
import { TurnApprovals } from './turnApprovals'

export interface ThreadPermissionsOptions {
  readonly thread: {
    readonly threadId: string
    readonly agentId: string
    readonly agentName: string
    readonly folder: string
    readonly additionalFolders: readonly string[]
    readonly scratch?: object
    readonly elsewhere?: RemotePlace
  }
  readonly log: ThreadLog
  readonly services: {
    readonly store: ThreadStore
    readonly answers: ThreadAnswersRegistry
    /** Inherited environment of commands, without the agent's own variables. */
    readonly environment: Readonly<Record<string, string | undefined>>
    /** Whether read-only commands may run without asking. */
    readonly readOnlySetting: ReadOnlySetting
    readonly report: Report
  }
  /** The sandbox that the person chose for the thread's folder, whether it works here or not. */
  readonly wantedSandbox: () => SandboxLimits | undefined
  /** Whether a sandbox works here and the person chose none for the folder. */
  readonly canOfferSandbox: () => Promise<boolean>
  /** Returns the file at that real path, outside its folders, if the person attached it to a message. */
  readonly findGrant: (realPath: string) => FileIdentity | undefined
  /** Whether the agent may make requests now. */
  readonly isTurnOpen: () => boolean
  /** Called with the number of pending questions when it changes. */
  readonly onCount: (count: number) => void
}

/**
 * Decides what a thread's agent may do: by the built-in list, the person's rules and earlier answers, or else by
 * asking.
 */
export class ThreadPermissions {
  readonly decisions: DecisionLog
  readonly questions: PendingQuestions
  readonly commands: CommandDecider
  readonly paths: PathDecider
  readonly #log: ThreadLog
  readonly #isTurnOpen: () => boolean
  readonly #rules: ThreadRules
  readonly #approvals: TurnApprovals
  readonly #parley: ParleyQuestions
  readonly #requests: RequestDecider
  /** Identity of the current turn. */
  #turn = {}

  // Long because it wires the parts together; it does nothing else.
  constructor(options: ThreadPermissionsOptions) {
    const { thread, services, log, wantedSandbox, canOfferSandbox, findGrant, isTurnOpen, onCount } = options
    const { store, environment, readOnlySetting, report } = services
    const { threadId, agentId, agentName, folder, additionalFolders, scratch, elsewhere } = thread
    const answers = services.answers.get(threadId)
    const rules = new ThreadRules({ store, agent: { agentId, agentName, folders: [folder, ...additionalFolders] } })
    const onOldRule = (rule: AnsweringRule): void => log.add({
      type: 'notice',
      severity: 'info',
      title: 'One of your rules answered. Check what it lets happen',
      description: [rule.words, rules.ruleGrade(rule)].filter(Boolean).join('\n'),
      rule: { ruleId: rule.ruleId },
    })
    const onOldAnswer = (answer: StoredRule): void => {
      const { what, detail, grade } = describeRememberedRule(answer, agentName)
      log.add({
        type: 'notice',
        severity: 'info',
        title: 'One of your answers for this folder holds. Check what it lets happen',
        description: [[what, detail].filter(Boolean).join(', '), grade].filter(Boolean).join('\n'),
        rule: { ruleId: answer.ruleId, isAnswer: true },
      })
    }
    const decisions = new DecisionLog({ store, thread: { threadId, agentId }, report, onOldRule })
    const approvals = new TurnApprovals()
    const questions = new PendingQuestions({ log, decisions, onCount })
    const readOnly = new ReadOnlyAnswers({ setting: readOnlySetting, runs: new ReadOnlyChecker(environment) })
    const sandboxOffer = new SandboxOffer({ answers, isPossible: canOfferSandbox })
    // Decisions don't wait for this information.
    const changedSince = (since: number): string | undefined => {
      try {
        log.flush()
        const count = countFilesChangedSince(log.transcript, since)
        return count === 0 ? undefined : `${agentName} changed ${count === 1 ? '1 file' : `${count} files`} since`
      }
      catch (error) {
        report(error, 'counting what was changed since a rule was given')
        return undefined
      }
    }
    const parley = new ParleyQuestions({
      sandboxOffer,
      changedSince,
      onOldAnswer,
      questions,
      decisions,
      rules,
      answers,
      store,
      agentName,
      agent: { agentId, folder },
      isScratch: scratch !== undefined,
    })
    this.#log = log
    this.#isTurnOpen = isTurnOpen
    this.decisions = decisions
    this.#rules = rules
    this.#approvals = approvals
    this.questions = questions
    this.#parley = parley
    const judging = { changedSince, rules, scopes: answers.scopes, readOnly, approvals }
    this.#requests = new RequestDecider({
      ...judging,
      log,
      decisions,
      questions,
      wantedSandbox,
      sandboxOffer,
      isTurnOpen,
      folder: elsewhere?.folder ?? folder,
    })
    this.commands = new CommandDecider({ agentName, environment, rules, decisions, approvals, readOnly, parley, isTurnOpen })
    this.paths = new PathDecider({ agentName, rules, approvals, parley, findGrant, isTurnOpen })
  }

  startTurn(): void {
    this.#turn = {}
    this.decisions.startTurn()
    this.#approvals.startTurn()
    this.#parley.startTurn()
    this.questions.startTurn()
  }

  /** Returns a function that tells whether the current turn is over, even if another has begun. */
  watchTurn(): () => boolean {
    const turn = this.#turn
    return () => !this.#isTurnOpen() || this.#turn !== turn
  }

  /** Cancels all decisions: pending ones are not recorded and allow nothing. */
  dispose(): void {
    this.decisions.dispose()
  }

  /** Answers an agent's permission request. Throws `invalid_params` if it cannot be shown faithfully. */
  async decideRequest(request: RequestPermissionRequest, scope: RequestScope): Promise<RequestPermissionResponse> {
    return this.#requests.decide(this.#requests.validateRequest(request), scope)
  }

  /** Shows the agent's form to the person. Throws `invalid_params` if it can't be shown. */
  async askElicitation(request: CreateElicitationRequest, signal: AbortSignal): Promise<CreateElicitationResponse> {
    // A sign-in form has neither a turn nor a session.
    if ('sessionId' in request && typeof request.sessionId === 'string' && !this.#isTurnOpen())
      return { action: 'cancel' }
    const fault = checkForm(request)
    if (fault !== undefined) {
      this.#log.addNoticeOnce({ title: 'A question of the agent could not be shown', description: fault })
      throw new HostError('invalid_params', fault)
    }
    return this.questions.askElicitation(request, signal)
  }

  /** Records that the person runs a command once outside the sandbox. Throws if a rule denies it. */
  allowOutside({
    command,
    args = [],
    cwd,
    env = [],
  }: Pick<CreateTerminalRequest, 'command' | 'args' | 'env'> & { cwd: string }): void {
    const commandLine = formatRequestedCommand({ command, args })
    const subject = { kind: 'command' as const, commandLine, shell: args.length === 0, cwd, env }
    if (this.#rules.judgeSubject(subject)?.effect === 'deny')
      throw new HostError('invalid_params', 'A rule of yours denies this command.')
    const facts = getPermissionFacts({ from: 'parley', toolCall: { toolCallId: '' }, options: [], subject })
    this.decisions.add({
      from: 'parley',
      facts,
      outcome: 'allowed',
      by: 'person',
      why: 'Run once outside the sandbox',
    })
  }
}

/**
 * Counts the files that the agent changed since then, by its own reports and Parley's writes, in the transcript in
 * memory.
 */
function countFilesChangedSince({ entries }: Pick<Transcript, 'entries'>, since: number): number {
  const paths = new Set<string>()
  for (const entry of entries) {
    if (entry.kind !== 'tool' || (entry.endedAt ?? entry.at) < since)
      continue
    const told = entry.call.status === 'completed' ? [...entry.call.content ?? [], ...entry.replaced ?? []] : []
    for (const item of [...told, ...entry.writes ?? []]) {
      if ('path' in item)
        paths.add(item.path)
    }
  }
  return paths.size
}
