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
import type { RateLimit, Spent, Usage } from './reduce/usage'

/**
 * What `reduce` makes of a thread's log: the entries that are shown, and the state of the thread now.
 * It may be a window onto the end of a long thread: then `firstIndex` says how many entries came before.
 * Immutable; an entry that did not change keeps its identity.
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
  /** What the person chose in this thread, by the option's id. */
  readonly choices?: Readonly<Record<string, string | boolean>>
  /** The mode that the person chose in this thread, however the agent offers modes. */
  readonly chosenMode?: string
  readonly commands: readonly AvailableCommand[]
  readonly usage?: Usage
  readonly usageBefore?: Usage // as the turn began
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
  /** A thread whose transcript may be attached to the first prompt; absent after that prompt. */
  readonly transcriptOffer?: Pick<OriginEvent, 'threadId' | 'title'>
  /** Messages that wait for the end of the turn. */
  readonly queue?: Queue
  /** True from a prompt until its turn's end. */
  readonly turnOpen: boolean
  /** Index (in the whole thread) of the first entry of the current or last turn. */
  readonly turnStart: number
  /**
   * Index (in the whole thread) of the first entry of the agent's present session: tool call ids mean nothing across
   * sessions.
   */
  readonly sessionStart?: number
  /** The files of its turns that were rejected or restored. */
  readonly takenBack?: readonly RevertedFile[]
  /** Terminals of this turn that no tool call has named yet. */
  readonly looseTerminals: readonly string[]
  /** How commands in them failed. */
  readonly looseExits?: readonly { readonly terminalId: string, readonly exit: TerminalExitStatus }[]
}

/** An entry of a thread, in the order in which entries first came. */
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
  /** Present when it began a turn; absent for a message replayed by the agent. */
  readonly promptId?: string
  /** The agent took it into the running turn. */
  readonly isSteer?: true
  /** The agent's own id of a replayed message. */
  readonly messageId?: string
}

/** What the agent says (`agent`) or thinks (`thought`): adjacent text chunks are one block. */
export interface MessageEntry extends EntryBase {
  readonly kind: 'agent' | 'thought'
  readonly messageId?: string
  readonly content: readonly ContentBlock[]
  /** When something else followed; absent while it may still grow. */
  readonly endedAt?: number
}

/** A tool call with everything known about it. */
export interface ToolEntry extends EntryBase {
  readonly kind: 'tool'
  readonly call: ToolCall
  /** Every terminal this call ever named: the card keeps showing it when later content replaces it. */
  readonly terminalIds: readonly string[]
  /** Files that Parley wrote for this call. */
  readonly writes?: readonly WrittenFile[]
  /** Diffs that the agent showed, and replaced by words when it was done. */
  readonly replaced?: readonly Diff[]
  /** Changes that it shows, as its question showed them beside what the disk held. */
  readonly compared?: readonly ShownChange[]
  /** It changed or ran something that no answer of its turn covered. */
  readonly notAsked?: true
  /** Parley ran or wrote it itself, after a decision. */
  readonly covered?: true
  /** What Parley could not do for this call. */
  readonly refused?: readonly Omit<RefusedEvent, 'type'>[]
  /** The turn was cancelled or ended before the call did. */
  readonly cancelled?: true
  /** It was open when the person pressed Stop. */
  readonly stopped?: true
  /** Who rejected it; whatever the agent calls that, it did not fail. */
  readonly rejected?: 'person' | 'rule'
  /** It was allowed, and its turn ended without a word about how it ended. */
  readonly unreported?: true
  /** How its command failed. */
  readonly exit?: TerminalExitStatus
  readonly endedAt?: number
}

/** A file that Parley wrote, before and after, or the part of it that begins at `firstLine`. */
export interface WrittenFile extends Diff {
  readonly firstLine?: number
}

/** The plan of one turn; replaced in place while that turn runs. */
export interface TurnPlanEntry extends EntryBase {
  readonly kind: 'plan'
  readonly entries: readonly PlanEntry[]
}

/** A permission request, and its answer once there is one. */
export interface PermissionEntry extends EntryBase {
  readonly kind: 'permission'
  readonly request: PermissionEvent
  /** While it waits: the agent's tool call at the time of the question. */
  readonly asked?: ToolCall
  /** The kind that this call had when it was answered. */
  readonly askedKind?: ToolKind
  readonly answer?: {
    readonly outcome: RequestPermissionOutcome
    readonly by: AnsweredBy
    readonly rule?: AnsweringRule
    readonly scope?: AnswerScope
    /** It runs unasked because it only reads. */
    readonly readOnly?: true
    /** What the agent did since the rule, or the answer that lasts, was given. */
    readonly since?: string
    readonly at: number
  }
}

/** An agent's question, and the answer once there is one. */
export interface ElicitationEntry extends EntryBase {
  readonly kind: 'elicitation'
  readonly requestId: string
  readonly request: CreateElicitationRequest
  readonly answer?: { readonly response: CreateElicitationResponse, readonly by: AnsweredBy, readonly at: number }
  /** When what it opened in the browser was finished there. */
  readonly completedAt?: number
}

/** A notice of the agent or of Parley that belongs to no message. */
export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice'
  readonly notice: Omit<NoticeEvent, 'type' | 'severity'> & { readonly severity: string }
}

/** The agent compacted its memory of the conversation. */
export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction'
  readonly compactionId: string
  readonly status: CompactionUpdate['status']
  readonly summary: readonly ContentBlock[]
  readonly error?: string
}

/** An update of a kind that this version does not know: kept and shown unchanged. */
export interface UnknownEntry extends EntryBase {
  readonly kind: 'unknown'
  readonly update: SessionUpdate
}

/** Where the thread, or everything above this entry, comes from. */
export interface OriginEntry extends EntryBase {
  readonly kind: 'origin'
  readonly origin: Omit<OriginEvent, 'type'>
}

/** Where a turn ended, and why. */
export interface TurnEndEntry extends EntryBase {
  readonly kind: 'turn-end'
  /** Of the prompt that it answers. */
  readonly promptId?: string
  readonly end: Omit<TurnEndEvent, 'type'>
  /** The agent ended it as if all were well, and said and did nothing. */
  readonly isEmpty?: true
  /** What the agent's model had to do with it. */
  readonly fault?: ModelFault
  /** What the agent did in the turn that no answer covered. */
  readonly unasked?: UnaskedDeeds
  readonly spent?: Spent
  /** What changed in the thread's folders meanwhile, where that is recorded. */
  readonly changes?: TurnChanges
}

/** A thread in which nothing has happened yet. */
export const emptyTranscript: Transcript = {
  lastSeq: 0,
  firstIndex: 0,
  entries: [],
  head: { plan: [], commands: [], turnOpen: false, turnStart: 0, looseTerminals: [] },
}

/** How much an agent did without asking, and the mode that it was in. */
export interface UnaskedDeeds {
  readonly changes: number
  readonly commands: number
  /** Commands that only read, which the person lets run. */
  readonly reads?: number
  readonly mode?: string
}
