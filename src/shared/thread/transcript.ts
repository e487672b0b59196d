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
  TerminalExitStatus,
  ToolCall,
  ToolKind,
} from '@agentclientprotocol/sdk'
import type { RevertedFile } from '../changes/change'
import type { TurnChanges } from '../changes/turnChanges'
import type { RefusedEvent } from './deedEvents'
import type {
  AnsweredBy,
  AnsweringRule,
  AnswerScope,
  NoticeEvent,
  OriginEvent,
  PermissionEvent,
  ShownChange,
  TurnEndEvent,
} from './events'
import type { Queue } from './queue'
import type { ModelFault } from './reduce/modelFault'
import type { RateLimit, TurnCost, Usage } from './reduce/usage'

/**
 * A reduced thread log: the displayed entries and the current state of the thread. It may contain only the last entries
 * of a long thread; `firstIndex` is the number of earlier ones. Immutable; unchanged entries keep their identity.
 */
export interface Transcript {
  readonly lastSeq: number
  readonly firstIndex: number
  readonly entries: readonly Entry[]
  readonly head: ThreadHead
}

/** The state of a thread apart from its entries. */
export interface ThreadHead {
  /** The agent's own title, from `session_info_update`. */
  readonly title?: string
  readonly plan: readonly PlanEntry[]
  readonly modes?: SessionModeState
  readonly configOptions?: readonly SessionConfigOption[]
  /** The person's choices in this thread, by config option id. */
  readonly choices?: Readonly<Record<string, string | boolean>>
  /** The mode that the person chose in this thread, even if the agent offers modes both ways. */
  readonly chosenMode?: string
  readonly commands: readonly AvailableCommand[]
  readonly usage?: Usage
  readonly usageBefore?: Usage // at the start of the turn
  readonly rateLimit?: RateLimit
  readonly session?: {
    readonly sessionId: string
    readonly agentName?: string
    readonly agentVersion?: string
    readonly additionalFolders?: readonly string[]
    readonly canSignOut?: true
    readonly canDelete?: true
    readonly canFork?: true
    readonly canSteer?: true
  }
  readonly promptCapabilities?: PromptCapabilities
  /** A thread with a transcript that can be attached to the first prompt; absent after that prompt. */
  readonly transcriptOffer?: Pick<OriginEvent, 'threadId' | 'title'>
  readonly queue?: Queue
  /** True from a prompt until the end of its turn. */
  readonly turnOpen: boolean
  /** The index, in the whole thread, of the first entry of the current or last turn. */
  readonly turnStart: number
  /**
   * The index, in the whole thread, of the first entry of the current session: tool call ids are unique only within a
   * session.
   */
  readonly sessionStart?: number
  /** Files of the thread's turns that the person rejected or restored. */
  readonly takenBack?: readonly RevertedFile[]
  /** Terminals of this turn that no tool call has named yet. */
  readonly looseTerminals: readonly string[]
  /** Failed exits of loose terminals. */
  readonly looseExits?: readonly { readonly terminalId: string, readonly exit: TerminalExitStatus }[]
}

/** An entry of a thread; entries are in order of their first appearance. */
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
  /** Unique within the thread and stable; used as the Vue key. */
  readonly id: string
  readonly at: number
}

/** A message by the person. */
export interface UserEntry extends EntryBase {
  readonly kind: 'user'
  readonly content: readonly ContentBlock[]
  /** Present if the message started a turn; absent for a message replayed by the agent. */
  readonly promptId?: string
  /** Whether the agent accepted it into the running turn. */
  readonly isSteer?: true
  /** The agent's id of a replayed message. */
  readonly messageId?: string
}

/** The agent's message (`agent`) or thought (`thought`); adjacent text chunks are merged into one block. */
export interface MessageEntry extends EntryBase {
  readonly kind: 'agent' | 'thought'
  readonly messageId?: string
  readonly content: readonly ContentBlock[]
  /** When the next entry followed; absent while it may still grow. */
  readonly endedAt?: number
}

export interface ToolEntry extends EntryBase {
  readonly kind: 'tool'
  readonly call: ToolCall
  /** Every terminal that this call has named. They stay visible when later content replaces them. */
  readonly terminalIds: readonly string[]
  /** Files that Parley wrote for this call. */
  readonly writes?: readonly WrittenFile[]
  /** Diffs that the agent later replaced with text. */
  readonly replaced?: readonly Diff[]
  /** Its changes, compared with the disk when the agent asked. */
  readonly compared?: readonly ShownChange[]
  /** The call changed or ran something that no answer of its turn approved. */
  readonly notAsked?: true
  /** Whether Parley ran or wrote this itself, after a decision. */
  readonly covered?: true
  /** Requests of this call that Parley could not fulfil. */
  readonly refused?: readonly Omit<RefusedEvent, 'type'>[]
  /** The turn was cancelled or ended before the call did. */
  readonly cancelled?: true
  /** The call was running when the person pressed Stop. */
  readonly stopped?: true
  /** Who rejected the call; it did not fail, whatever the agent reports. */
  readonly rejected?: 'person' | 'rule'
  /** The call was allowed, but the agent never reported its end. */
  readonly unreported?: true
  /** The exit status of its failed command. */
  readonly exit?: TerminalExitStatus
  readonly endedAt?: number
}

/** A file that Parley wrote, before and after, or an excerpt starting at `firstLine`. */
export interface WrittenFile extends Diff {
  readonly firstLine?: number
}

/** The plan of one turn, updated in place during that turn. */
export interface TurnPlanEntry extends EntryBase {
  readonly kind: 'plan'
  readonly entries: readonly PlanEntry[]
}

/** A permission request, with its answer once given. */
export interface PermissionEntry extends EntryBase {
  readonly kind: 'permission'
  readonly request: PermissionEvent
  /** While unanswered: the agent's tool call at the time of the request. */
  readonly asked?: ToolCall
  /** The kind of that call when the request was answered. */
  readonly askedKind?: ToolKind
  readonly answer?: {
    readonly outcome: RequestPermissionOutcome
    readonly by: AnsweredBy
    readonly rule?: AnsweringRule
    readonly scope?: AnswerScope
    /** Whether it runs without asking, as a read-only command. */
    readonly readOnly?: true
    /** What the agent has done since the rule or remembered answer was given. */
    readonly since?: string
    readonly at: number
  }
}

/** An agent's elicitation, with its answer once given. */
export interface ElicitationEntry extends EntryBase {
  readonly kind: 'elicitation'
  readonly requestId: string
  readonly request: CreateElicitationRequest
  readonly answer?: { readonly response: CreateElicitationResponse, readonly by: AnsweredBy, readonly at: number }
  /** When the person completed its page in the browser. */
  readonly completedAt?: number
}

/** A notice by the agent or Parley, outside any message. */
export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice'
  readonly notice: Omit<NoticeEvent, 'type' | 'severity'> & { readonly severity: string }
}

/** The agent compacted its context. */
export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction'
  readonly compactionId: string
  readonly status: CompactionUpdate['status']
  readonly summary: readonly ContentBlock[]
  readonly error?: string
}

/** An update of an unknown kind, stored and shown unchanged. */
export interface UnknownEntry extends EntryBase {
  readonly kind: 'unknown'
  readonly update: SessionUpdate
}

/** The origin of the thread, or of all entries above this one. */
export interface OriginEntry extends EntryBase {
  readonly kind: 'origin'
  readonly origin: Omit<OriginEvent, 'type'>
}

export interface TurnEndEntry extends EntryBase {
  readonly kind: 'turn-end'
  /** The id of the turn's prompt. */
  readonly promptId?: string
  readonly end: Omit<TurnEndEvent, 'type'>
  /** The agent ended the turn normally without saying or doing anything. */
  readonly isEmpty?: true
  /** A failure of the agent's model that explains the end. */
  readonly fault?: ModelFault
  /** What the agent did in the turn without approval. */
  readonly unasked?: UnaskedActions
  readonly spent?: TurnCost
  /** The changes in the thread's folders during the turn, if recorded. */
  readonly changes?: TurnChanges
}

/** The transcript of a new thread. */
export const emptyTranscript: Transcript = {
  lastSeq: 0,
  firstIndex: 0,
  entries: [],
  head: { plan: [], commands: [], turnOpen: false, turnStart: 0, looseTerminals: [] },
}

/** How much an agent did without asking, and in which mode. */
export interface UnaskedActions {
  readonly changes: number
  readonly commands: number
  /** Read-only commands, which the person allowed in general. */
  readonly reads?: number
  /** The mode, unless its name says that the agent asks in it. */
  readonly mode?: string
  /** The agent's own lasting option that the person chose in this turn, which is a better explanation. */
  readonly always?: string
}
