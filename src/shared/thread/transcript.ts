import type {
  AvailableCommand,
  CompactionUpdate,
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  Diff,
  PlanEntry,
  PromptCapabilities,
  RequestPermissionOutcome,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  ToolCall,
  UsageUpdate,
} from '@agentclientprotocol/sdk'
import type { AnsweredBy, AnsweringRule, NoticeEvent, OriginEvent, PermissionEvent, TurnEndEvent } from './events'

/**
 * What `reduce` makes of a thread's log: the entries shown, and what is true of the thread now.
 * It may be a window onto the end of a long thread: then `firstIndex` says how many entries came before.
 * Immutable; an entry that did not change keeps its identity.
 */
export interface Transcript {
  readonly lastSeq: number
  readonly firstIndex: number
  readonly entries: readonly Entry[]
  readonly head: ThreadHead
}

/** What is true of a thread as a whole, apart from its entries. */
export interface ThreadHead {
  /** The agent's own title, from `session_info_update`. */
  readonly title?: string
  readonly plan: readonly PlanEntry[]
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  /** What the person chose in this thread, by the option's id. */
  readonly choices?: Readonly<Record<string, string | boolean>>
  readonly commands: readonly AvailableCommand[]
  readonly usage?: Pick<UsageUpdate, 'used' | 'size' | 'cost'>
  readonly session?: {
    readonly sessionId: string
    readonly agentName?: string
    readonly agentVersion?: string
    readonly additionalFolders?: readonly string[]
    readonly canSignOut?: true
    readonly canDelete?: true
    readonly canFork?: true
  }
  readonly promptCapabilities?: PromptCapabilities
  /** A thread whose transcript may go along with the first prompt; absent once there is one. */
  readonly transcriptOffer?: Pick<OriginEvent, 'threadId' | 'title'>
  /** True from a prompt until its turn's end. */
  readonly turnOpen: boolean
  /** Index (in the whole thread) of the first entry of the current or last turn. */
  readonly turnStart: number
  /** Index (in the whole thread) of the first entry of the agent's present session: tool call ids mean nothing across sessions. */
  readonly sessionStart?: number
  /** Terminals of this turn that no tool call has named yet. */
  readonly looseTerminals: readonly string[]
}

/** One thing that a thread shows, in the order in which it first came. */
export type Entry
  = | UserEntry
    | MessageEntry
    | ToolEntry
    | TurnPlanEntry
    | PermissionEntry
    | ElicitationEntry
    | NoticeEntry
    | CompactionEntry
    | UnknownEntry
    | OriginEntry
    | TurnEndEntry

interface EntryBase {
  /** Unique in the thread and stable; the key of its component. */
  readonly id: string
  readonly at: number
}

/** What the person said. */
export interface UserEntry extends EntryBase {
  readonly kind: 'user'
  readonly content: readonly ContentBlock[]
  /** Present when Parley sent it; absent for a message replayed by the agent. */
  readonly promptId?: string
  /** The agent's own id of a replayed message. */
  readonly messageId?: string
}

/** What the agent says (`agent`) or thinks (`thought`): adjacent text chunks are one block. */
export interface MessageEntry extends EntryBase {
  readonly kind: 'agent' | 'thought'
  readonly messageId?: string
  readonly content: readonly ContentBlock[]
  /** When something else followed it; absent while it may still grow. */
  readonly endedAt?: number
}

/** A tool call, with all that is known of it by now. */
export interface ToolEntry extends EntryBase {
  readonly kind: 'tool'
  readonly call: ToolCall
  /** Every terminal this call ever named: the card goes on showing it when later content replaces it. */
  readonly terminalIds: readonly string[]
  /** Files that Parley wrote for this call and that its own content shows no diff of. */
  readonly writes?: readonly Diff[]
  /** It changed or ran something that no answer of its turn covered. */
  readonly notAsked?: true
  /** Parley itself ran or wrote it, after it was decided about. */
  readonly covered?: true
  /** The turn was cancelled or ended before the call did. */
  readonly cancelled?: true
  readonly endedAt?: number
}

/** The plan as it stood in one turn; replaced in place while that turn runs. */
export interface TurnPlanEntry extends EntryBase {
  readonly kind: 'plan'
  readonly entries: readonly PlanEntry[]
}

/** A question for permission, and its answer once there is one. */
export interface PermissionEntry extends EntryBase {
  readonly kind: 'permission'
  readonly request: PermissionEvent
  /** While it waits: the agent's tool call as it stood when it was asked about. */
  readonly asked?: ToolCall
  readonly answer?: {
    readonly outcome: RequestPermissionOutcome
    readonly by: AnsweredBy
    readonly rule?: AnsweringRule
    readonly at: number
  }
}

/** What the agent wanted to know, and the answer once there is one. */
export interface ElicitationEntry extends EntryBase {
  readonly kind: 'elicitation'
  readonly requestId: string
  readonly request: CreateElicitationRequest
  readonly answer?: { readonly response: CreateElicitationResponse, readonly by: AnsweredBy, readonly at: number }
  /** What it had opened in the browser was finished there. */
  readonly completedAt?: number
}

/** Words of the agent's or of Parley's own that belong to no message. */
export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice'
  readonly notice: Omit<NoticeEvent, 'type' | 'severity'> & { readonly severity: string }
}

/** The agent shortened what it remembers of the conversation. */
export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction'
  readonly compactionId: string
  readonly status: CompactionUpdate['status']
  readonly summary: readonly ContentBlock[]
  readonly error?: string
}

/** An update of a kind this version does not know: kept and shown as it came. */
export interface UnknownEntry extends EntryBase {
  readonly kind: 'unknown'
  readonly update: SessionUpdate
}

/** Where the thread, or all of it above this, comes from. */
export interface OriginEntry extends EntryBase {
  readonly kind: 'origin'
  readonly origin: Omit<OriginEvent, 'type'>
}

/** Where a turn ended, and why. */
export interface TurnEndEntry extends EntryBase {
  readonly kind: 'turn-end'
  readonly end: Omit<TurnEndEvent, 'type'>
}

/** A thread in which nothing has happened yet. */
export const emptyTranscript: Transcript = {
  lastSeq: 0,
  firstIndex: 0,
  entries: [],
  head: { plan: [], commands: [], turnOpen: false, turnStart: 0, looseTerminals: [] },
}
