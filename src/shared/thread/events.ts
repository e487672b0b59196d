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

/** An event before it gets its number and time. */
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
      /** What the agent has done since the rule or remembered answer was given. */
      readonly since?: string
    }
    | { readonly type: 'elicitation', readonly requestId: string, readonly request: CreateElicitationRequest }
    | {
      readonly type: 'elicitationAnswer'
      readonly requestId: string
      readonly response: CreateElicitationResponse
      readonly by: AnsweredBy
    }
  /** The person completed a question's page in the browser. */
    | { readonly type: 'elicitationComplete', readonly requestId: string }
    | TurnEndEvent
    | TerminalStartEvent
    | {
      readonly type: 'terminalEnd'
      readonly terminalId: string
      readonly exit: TerminalExitStatus
      readonly killed: boolean
    }
    | FileWriteEvent
    | RefusedEvent
    | TurnChangesEvent
    | TakenBackEvent
  /** The person asked the agent to end the turn. */
    | { readonly type: 'cancel' }
    | NoticeEvent
    | OriginEvent
  /** The agent turned out not to support forking the session. */
    | { readonly type: 'cannotFork' }
  /** The person chose a mode or a config option value for this thread. Without a value, the agent's own applies. */
    | { readonly type: 'choice', readonly configId?: string, readonly value?: string | boolean }

/** The person sent a prompt. */
export interface PromptEvent {
  readonly type: 'prompt'
  readonly promptId: string
  readonly content: readonly ContentBlock[]
  /** The id of the queued message that was sent. */
  readonly messageId?: string
}

/** The agent accepted a queued message into the running turn. */
interface SteerEvent {
  readonly type: 'steer'
  readonly messageId: string
  readonly content: readonly ContentBlock[]
}

/**
 * A raw `session/update`. `late` marks an update for a tool call of an earlier turn, so that a transcript with only the
 * last entries can ignore it.
 */
export interface UpdateEvent {
  readonly type: 'update'
  readonly update: SessionUpdate
  readonly late?: true
}

/** The thread's agent session from now on, and the agent's modes and options. */
export interface SessionEvent {
  readonly type: 'session'
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume' | 'fork'
  readonly agent?: { readonly name: string, readonly version?: string }
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  readonly promptCapabilities?: PromptCapabilities
  /** The additional folders that the agent was given. */
  readonly additionalFolders?: readonly string[]
  /** The agent supports signing out. */
  readonly canSignOut?: true
  /** The agent supports deleting the session. */
  readonly canDelete?: true
  /** The agent advertises forking. */
  readonly canFork?: true
  /** The agent advertises accepting messages during a turn. */
  readonly canSteer?: true
}

/** A permission request: the agent's own `session/request_permission`, or one by Parley itself. */
export interface PermissionEvent {
  readonly type: 'permission'
  readonly requestId: string
  readonly from: 'agent' | 'parley'
  readonly toolCall: ToolCallUpdate
  readonly options: readonly AskedOption[]
  /** The subject of Parley's own request; only if `from` is `parley`. */
  readonly subject?: PermissionSubject
  /** Why no rule or earlier answer applies. */
  readonly always?: string
  /** The sandbox for the agent's commands in this folder. */
  readonly sandbox?: SandboxLimits
  /** The input of the agent's call, if it was reported before the request rather than in it. */
  readonly told?: JsonObject
  /** The call's earlier content, if the request replaces it. */
  readonly earlier?: readonly ToolCallContent[]
  /** The file changes that it shows, compared with the disk. */
  readonly changes?: readonly ShownChange[]
  /** The working folder of commands that do not name one. */
  readonly folder?: string
  /** Who runs the agent's commands, if known. */
  readonly runsCommands?: 'parley' | 'itself'
  /** The answers that Parley adds to the agent's options. */
  readonly own?: OwnAnswers
}

/** A file change in a request: the agent's claim, checked against the disk. */
export interface ShownChange extends Diff {
  /** The line at which the texts start, if they are part of the file. */
  readonly firstLine?: number
  readonly isEverywhere?: true
  /** The agent's claim about the file is wrong, or could not be checked. */
  readonly doubt?: 'differs' | 'not_shown' | 'not_compared'
}

/** The scope of a remembered answer: every command of the thread, or only those that Parley runs in the sandbox. */
export type AnswerScope = 'thread' | 'thread_in_sandbox'

/** Additions to an answer: its scope, or a reason to send to the agent with the next message. */
export interface AnswerExtras {
  readonly scope?: AnswerScope
  readonly reason?: string
}

/** The limits of a command's sandbox, as shown in a request. */
export interface SandboxLimits {
  readonly network: boolean
}

/** The rule that answered, as described at that time. */
export interface AnsweringRule {
  readonly ruleId: number
  readonly words: string
}

/** An option as shown; `scope` is the small print of Parley's own options. */
export type AskedOption = PermissionOption & { readonly scope?: string }

/** A command approved by an answer to the agent's own request. */
export interface ApprovedCommand {
  readonly commandLine: string
  readonly cwd: string
}

/** The subject of one of Parley's own requests. */
export type PermissionSubject
  = | {
    readonly kind: 'command'
    readonly commandLine: string
    readonly shell: boolean
    readonly cwd: string
    readonly env: readonly { name: string, value: string }[]
    readonly sandbox?: SandboxLimits
    /** A different command that was approved in this turn. */
    readonly approved?: ApprovedCommand
  }
  | { readonly kind: 'path', readonly access: 'read' | 'write' | 'cwd', readonly path: string }
  | { readonly kind: 'protected_file', readonly access: 'read' | 'write', readonly path: string }

/**
 * Who answered a request: the person, a remembered answer or rule, the agent by withdrawing it, or the end of the turn.
 */
export type AnsweredBy = 'person' | 'rule' | 'agent' | 'turn'

/** A turn ended; everything still open in it is closed. */
export interface TurnEndEvent {
  readonly type: 'turnEnd'
  /** The agent's stop reason, or `error`. */
  readonly reason: StopReason | 'error' | (string & {})
  /** A message for the person; only with `error`. */
  readonly message?: string
  /** Exit code, last lines of stderr and similar, shown on request. */
  readonly details?: string
  /** The connection to a remote agent broke, so what it has done since is unknown. */
  readonly isBrokenOff?: true
  /** Commands still running after the person stopped the turn: Parley's, and those that only the agent can end. */
  readonly running?: readonly StillRunning[]
}

/** A command that outlives its turn. */
export interface StillRunning {
  readonly terminalId: string
  readonly commandLine: string
  readonly source: 'pty' | 'agent'
}

/** A notice from Parley: a lost session, a stopped agent, a reached limit. */
export interface NoticeEvent {
  readonly type: 'notice'
  readonly severity: 'info' | 'warning' | 'error'
  readonly title: string
  readonly description?: string
  readonly details?: string
  /** The rule or remembered answer that the notice is about, which the person can keep, edit or remove. */
  readonly rule?: { readonly ruleId: number, readonly isAnswer?: true }
}

/**
 * The thread's origin: another thread whose transcript is offered, or one whose log was copied up to here. In a
 * `branch` the agent has a new session, and gets the transcript so far with the next message. `branched` names a branch
 * of this thread.
 */
export interface OriginEvent {
  readonly type: 'origin'
  readonly how: 'transcript' | 'fork' | 'branch' | 'branched'
  readonly threadId: string
  /** The title at that time, because the other thread may be deleted. */
  readonly title: string
  readonly agentName: string
  /** Set if the thread has a new, empty scratch folder, because the other thread keeps its own. */
  readonly hasNewFolder?: true
}
