import type {
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  Diff,
  PermissionOption,
  PromptCapabilities,
  RequestPermissionOutcome,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  StopReason,
  TerminalExitStatus,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import type { JsonObject } from '../text/jsonObject'
import type { FileWriteEvent, RefusedEvent, TakenBackEvent, TerminalStartEvent, TurnChangesEvent } from './deedEvents'
import type { OwnAnswers } from './ownAnswers'
import type { QueueEvent } from './queue'

/**
 * An event of a thread's log. `seq` counts from 1 without gaps within a thread; `at` is milliseconds since 1970, for
 * display only. Updates are stored as the agent sent them, so that a better reducer improves old threads.
 */
export type ThreadEvent = { readonly seq: number, readonly at: number } & ThreadEventBody

/** An event without its number and time. */
export type ThreadEventBody
  = | PromptEvent
    | QueueEvent
    | SteerEvent
    | UpdateEvent
    | SessionEvent
    | PermissionEvent
    | {
      readonly type: 'permissionAnswer'
      readonly requestId: string
      readonly outcome: RequestPermissionOutcome
      readonly by: AnsweredBy
      readonly rule?: AnsweringRule
      readonly scope?: AnswerScope
      readonly readOnly?: true
      /** What the agent did since the rule, or the answer that lasts, was given. */
      readonly since?: string
    }
    | { readonly type: 'elicitation', readonly requestId: string, readonly request: CreateElicitationRequest }
    | {
      readonly type: 'elicitationAnswer'
      readonly requestId: string
      readonly response: CreateElicitationResponse
      readonly by: AnsweredBy
    }
  /** What the question opened in the browser is finished there. */
    | { readonly type: 'elicitationComplete', readonly requestId: string }
    | TurnEndEvent
    | TerminalStartEvent
    | { readonly type: 'terminalEnd', readonly terminalId: string, readonly exit: TerminalExitStatus, readonly killed: boolean }
    | FileWriteEvent
    | RefusedEvent
    | TurnChangesEvent
    | TakenBackEvent
  /** The person asked the agent to end the turn. */
    | { readonly type: 'cancel' }
    | NoticeEvent
    | OriginEvent
  /** The agent turned out to be unable to copy the session. */
    | { readonly type: 'cannotFork' }
  /**
   * The person chose a mode, or the value of a config option, for this thread; without a value, whatever the agent has.
   */
    | { readonly type: 'choice', readonly configId?: string, readonly value?: string | boolean }

/** What the person sent. */
export interface PromptEvent {
  readonly type: 'prompt'
  readonly promptId: string
  readonly content: readonly ContentBlock[]
  /** The queued message that it was. */
  readonly messageId?: string
}

/** A queued message that the agent took into the running turn. */
interface SteerEvent {
  readonly type: 'steer'
  readonly messageId: string
  readonly content: readonly ContentBlock[]
}

/**
 * A raw `session/update`. `late` marks one for a tool call of an earlier turn, so that a window onto the end can leave
 * it alone.
 */
export interface UpdateEvent {
  readonly type: 'update'
  readonly update: SessionUpdate
  readonly late?: true
}

/** The agent's session of the thread from now on, and what the agent offered. */
export interface SessionEvent {
  readonly type: 'session'
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume' | 'fork'
  readonly agent?: { readonly name: string, readonly version?: string }
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  readonly promptCapabilities?: PromptCapabilities
  /** The additional folders that the agent knows. */
  readonly additionalFolders?: readonly string[]
  /** The agent can be signed out. */
  readonly canSignOut?: true
  /** The agent can delete the session. */
  readonly canDelete?: true
  /** The agent says that it can copy the session. */
  readonly canFork?: true
  /** The agent says that it takes messages into a running turn. */
  readonly canSteer?: true
}

/** A question to the person: the agent's own `session/request_permission`, or one that Parley asks itself. */
export interface PermissionEvent {
  readonly type: 'permission'
  readonly requestId: string
  readonly from: 'agent' | 'parley'
  readonly toolCall: ToolCallUpdate
  readonly options: readonly AskedOption[]
  /** What Parley asks about; only when `from` is `parley`. */
  readonly subject?: PermissionSubject
  /** Why no rule and no earlier answer applies to it. */
  readonly always?: string
  /** The sandbox in which Parley runs the agent's commands in this folder. */
  readonly sandbox?: SandboxLimits
  /** The input of the agent's call, where it was told before the question and not in it. */
  readonly told?: JsonObject
  /** What the call showed before, where the question says something else in its place. */
  readonly earlier?: readonly ToolCallContent[]
  /** The changes of files that it shows, compared with the disk. */
  readonly changes?: readonly ShownChange[]
  /** Where the agent's commands run that name no folder. */
  readonly folder?: string
  /** Who runs the agent's commands, where that is known. */
  readonly runsCommands?: 'parley' | 'itself'
  /** The answers that Parley adds to the agent's own. */
  readonly own?: OwnAnswers
}

/** A change of a file as a question shows it: what the agent tells, beside what the disk holds. */
export interface ShownChange extends Diff {
  /** The line that the texts begin with, where they are part of the file. */
  readonly firstLine?: number
  readonly isEverywhere?: true
  /** What the agent tells of the file is not so, or could not be compared. */
  readonly doubt?: 'differs' | 'not_shown' | 'not_compared'
}

/**
 * What an answer that Parley remembers holds for: every command of the thread, or those that it runs in the sandbox.
 */
export type AnswerScope = 'thread' | 'thread_in_sandbox'

/** What the person adds to an answer: for how long it holds, or what the agent is told in the next message. */
export interface AnswerMore {
  readonly scope?: AnswerScope
  readonly reason?: string
}

/** A command's sandbox, as a question about it shows it. */
export interface SandboxLimits {
  readonly network: boolean
}

/** The rule that answered, described as it was then. */
export interface AnsweringRule {
  readonly ruleId: number
  readonly words: string
}

/** An option as it is shown; `scope` is the small print under Parley's own options. */
export type AskedOption = PermissionOption & { readonly scope?: string }

/** The command that an answer to the agent's own question was for. */
export interface ApprovedCommand {
  readonly commandLine: string
  readonly cwd: string
}

/** What one of Parley's own questions is about. */
export type PermissionSubject
  = | {
    readonly kind: 'command'
    readonly commandLine: string
    readonly shell: boolean
    readonly cwd: string
    readonly env: readonly { name: string, value: string }[]
    readonly sandbox?: SandboxLimits
    /** What was approved in this turn and is not this. */
    readonly approved?: ApprovedCommand
  }
  | { readonly kind: 'path', readonly access: 'read' | 'write' | 'cwd', readonly path: string }
  | { readonly kind: 'protected_file', readonly access: 'read' | 'write', readonly path: string }

/** Who settled a question: the person, a remembered answer, the agent (it withdrew it), or the turn's end. */
export type AnsweredBy = 'person' | 'rule' | 'agent' | 'turn'

/** How a turn ended; everything still open in it is closed. */
export interface TurnEndEvent {
  readonly type: 'turnEnd'
  /** The stop reason that the agent gave, or `error`. */
  readonly reason: StopReason | 'error' | (string & {})
  /** Words for the person; only with `error`. */
  readonly message?: string
  /** Exit code, last stderr lines and the like: shown on demand. */
  readonly details?: string
  /** What ran on when the person had stopped it: commands that Parley runs, and those that only the agent can end. */
  readonly running?: readonly StillRunning[]
}

/** A command that outlives its turn. */
export interface StillRunning {
  readonly terminalId: string
  readonly commandLine: string
  readonly source: 'pty' | 'agent'
}

/** Something the person should know from Parley: a lost session, a stopped agent, a reached limit. */
export interface NoticeEvent {
  readonly type: 'notice'
  readonly severity: 'info' | 'warning' | 'error'
  readonly title: string
  readonly description?: string
  readonly details?: string
  /** A rule of the person's, or a remembered answer, that it is about: to keep, edit or remove. */
  readonly rule?: { readonly ruleId: number, readonly isAnswer?: true }
}

/**
 * Where the thread comes from: a thread whose transcript is offered, or one of which the log before this is a copy. In
 * a `branch` the agent has a new session, and gets what is above with the message that follows. `branched` names a
 * branch.
 */
export interface OriginEvent {
  readonly type: 'origin'
  readonly how: 'transcript' | 'fork' | 'branch' | 'branched'
  readonly threadId: string
  /** As they were then, since the other thread may be deleted. */
  readonly title: string
  readonly agentName: string
  /** It has a scratch folder of its own, which was empty then: the other's is lent to that thread alone. */
  readonly hasNewFolder?: true
}
