import type {
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOption,
  PromptCapabilities,
  RequestPermissionOutcome,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  StopReason,
  TerminalExitStatus,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'

/**
 * One line of a thread's log. `seq` counts from 1 without gaps within a thread; `at` is milliseconds since 1970, for display only.
 * What an agent said is stored as it said it, so that a better reducer improves old threads.
 */
export type ThreadEvent = { readonly seq: number, readonly at: number } & ThreadEventBody

/** What happened, before it has its number. */
export type ThreadEventBody
  = | { readonly type: 'prompt', readonly promptId: string, readonly content: readonly ContentBlock[] }
    | UpdateEvent
    | SessionEvent
    | PermissionEvent
    | {
      readonly type: 'permissionAnswer'
      readonly requestId: string
      readonly outcome: RequestPermissionOutcome
      readonly by: AnsweredBy
      readonly rule?: AnsweringRule
    }
    | { readonly type: 'elicitation', readonly requestId: string, readonly request: CreateElicitationRequest }
    | {
      readonly type: 'elicitationAnswer'
      readonly requestId: string
      readonly response: CreateElicitationResponse
      readonly by: AnsweredBy
    }
  /** What the question had opened in the browser is finished there. */
    | { readonly type: 'elicitationComplete', readonly requestId: string }
    | TurnEndEvent
    | TerminalStartEvent
    | { readonly type: 'terminalEnd', readonly terminalId: string, readonly exit: TerminalExitStatus, readonly killed: boolean }
    | FileWriteEvent
  /** The person asked the agent to end the turn. */
    | { readonly type: 'cancel' }
    | NoticeEvent
    | OriginEvent
  /** The agent turned out not to know how to copy the session. */
    | { readonly type: 'cannotFork' }
  /** The person chose a mode, or the value of a config option, for this thread. */
    | { readonly type: 'choice', readonly configId?: string, readonly value: string | boolean }

/** A raw `session/update`. `late` marks one for a tool call of an earlier turn, so that a window onto the end can leave it alone. */
export interface UpdateEvent {
  readonly type: 'update'
  readonly update: SessionUpdate
  readonly late?: true
}

/** The agent's session that carries the thread from here on, and what it offered. */
export interface SessionEvent {
  readonly type: 'session'
  readonly sessionId: string
  readonly how: 'new' | 'load' | 'resume' | 'fork'
  readonly agent?: { readonly name: string, readonly version?: string }
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  readonly promptCapabilities?: PromptCapabilities
  /** The folders besides the first that the agent was told of. */
  readonly additionalFolders?: readonly string[]
  /** The agent can be signed out. */
  readonly canSignOut?: true
  /** The agent can delete the session. */
  readonly canDelete?: true
  /** The agent says that it can copy the session. */
  readonly canFork?: true
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
  /** Why no rule and no earlier answer holds for it. */
  readonly always?: string
  /** Commands of the folder run in this sandbox, those that Parley runs for the agent. */
  readonly sandbox?: SandboxLimits
}

/** A command's sandbox, as a question about it shows it. */
export interface SandboxLimits {
  readonly network: boolean
}

/** The rule that answered, in words as it was then. */
export interface AnsweringRule {
  readonly ruleId: number
  readonly words: string
}

/** An option as it is shown; `scope` is the small print under Parley's own options. */
export type AskedOption = PermissionOption & { readonly scope?: string }

/** What one of Parley's own questions is about. */
export type PermissionSubject
  = | {
    readonly kind: 'command'
    readonly commandLine: string
    readonly shell: boolean
    readonly cwd: string
    readonly env: readonly { name: string, value: string }[]
    readonly sandbox?: SandboxLimits
  }
  | { readonly kind: 'path', readonly access: 'read' | 'write' | 'cwd', readonly path: string }
  | { readonly kind: 'protected_file', readonly access: 'read' | 'write', readonly path: string }

/** Who settled a question: the person, a remembered answer, the agent (it withdrew it), or the turn's end. */
export type AnsweredBy = 'person' | 'rule' | 'agent' | 'turn'

/** How a turn ended; whatever was still open in it is closed with it. */
export interface TurnEndEvent {
  readonly type: 'turnEnd'
  /** ACP's stop reason, whatever the agent called it, or `error`. */
  readonly reason: StopReason | 'error' | (string & {})
  /** Words for the person; only with `error`. */
  readonly message?: string
  /** Exit code, last stderr lines and the like: shown on demand. */
  readonly details?: string
}

/** A command began to run, by Parley or by the agent. Its output is kept apart from the log. */
export interface TerminalStartEvent {
  readonly type: 'terminalStart'
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd?: string
  /** `pty`: Parley runs it. `agent`: the agent runs it and reports its output in `_meta`. */
  readonly source: 'pty' | 'agent'
  /** How it came to be allowed; only for `pty`. */
  readonly approval?: 'asked' | 'covered' | 'rule'
}

/** A file that Parley wrote for the agent. The texts are there while they are small enough to show as a diff. */
export interface FileWriteEvent {
  readonly type: 'fileWrite'
  readonly path: string
  readonly created: boolean
  /** An answer of this turn covered it. */
  readonly approved: boolean
  readonly oldText?: string
  readonly newText?: string
}

/** Something the person should know that no agent said: a lost session, a stopped agent, a limit reached. */
export interface NoticeEvent {
  readonly type: 'notice'
  readonly severity: 'info' | 'warning' | 'error'
  readonly title: string
  readonly description?: string
  readonly details?: string
}

/** Where the thread comes from: another thread whose transcript it is offered, or whose copy all of the log before this is. */
export interface OriginEvent {
  readonly type: 'origin'
  readonly how: 'transcript' | 'fork'
  readonly threadId: string
  /** As they were then: the other thread may go. */
  readonly title: string
  readonly agentName: string
}
