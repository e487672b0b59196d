import type { ToolCallStatus, ToolKind } from '@agentclientprotocol/sdk'
import type { ChangedBy } from '../../shared/changes/change'
import { absentKey } from './fileState'
import { clockGrainMs } from './scan/fileStamp'

/** A period in milliseconds since 1970; `to` is `Infinity` while it lasts. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The author of a change, with thread and prompt if it is an agent. */
export interface Author {
  readonly by: ChangedBy
  readonly threadId?: string | undefined
  readonly promptId?: string | undefined
}

/** An event that helps to attribute changes. `at` is in milliseconds since 1970. */
export type Note = { readonly at: number } & (
  | { readonly kind: 'turnBegan', readonly threadId: string, readonly promptId: string }
  /** Changes shortly after the end still belong to the turn. */
  | { readonly kind: 'turnEnded', readonly threadId: string }
  /** The next turn begins, or the prompt was never sent. Later changes don't belong to the turn. */
  | { readonly kind: 'turnOver', readonly threadId: string }
  /** The thread is closed. */
  | { readonly kind: 'closed', readonly threadId: string }
  | CallNote
  /** Whether a command of the thread runs in one of Parley's terminals. */
  | { readonly kind: 'command', readonly threadId: string, readonly isRunning: boolean }
  /** The agent requests something that it has not done yet. */
  | { readonly kind: 'request', readonly threadId: string }
  /** Whether the thread has an open question. */
  | { readonly kind: 'question', readonly threadId: string, readonly isOpen: boolean }
  /** Whether the person has unsaved text in the file. */
  | { readonly kind: 'unsaved', readonly path: string, readonly isUnsaved: boolean }
  | WriteNote
  /** The write has succeeded or failed. */
  | { readonly kind: 'written', readonly id: string, readonly path: string, readonly isDone: boolean }
)

/** What an agent reports about a tool call. */
export interface CallNote {
  readonly kind: 'call'
  readonly threadId: string
  readonly toolCallId: string
  /** Absolute. */
  readonly paths: readonly string[]
  readonly toolKind?: ToolKind | undefined
  /** ACP's default for a new call is `pending`; absent if an update does not include it. */
  readonly status?: ToolCallStatus | undefined
  /** The edits that it shows. */
  readonly diffs?: readonly ShownDiff[] | undefined
}

/** An edit as an agent shows it: of a whole file or of some lines. */
export interface ShownDiff {
  /** Absolute. */
  readonly path: string
  /** Absent for a new file. */
  readonly oldText?: string | null | undefined
  readonly newText: string
}

/** Parley is about to write a file. */
export interface WriteNote {
  readonly kind: 'write'
  readonly id: string
  /** Absolute. */
  readonly path: string
  /** `toContentKey` of the new content. */
  readonly content: string
  readonly author: Author
  /** The current content; absent if unknown. */
  readonly before?: 'absent' | { readonly bytes: Uint8Array, readonly mode: number } | undefined
}

/** The files that a note about a call concerns; none for a read-only call. */
export interface CallPaths {
  /** Paths that this open call names for the first time. */
  readonly named: readonly string[]
  /** All paths of the call, if it has ended. */
  readonly ended: readonly string[]
  /** Paths in the first note about a call that may have written already. */
  readonly namedAfterStart: readonly string[]
  /** The edits that a call shows, and the period in which it made them, if it has just completed. */
  readonly shown?: Span & { readonly diffs: readonly ShownDiff[] }
}

/** The state of an open turn at a given time. */
export interface TurnEvidence {
  readonly threadId: string
  readonly promptId: string
  /** Files moved into the folder may be older; they are not attributed to a finished command. */
  readonly began: number
  /** Paths named by tool calls, with the periods in which writes to them are attributed to the call. */
  readonly named: ReadonlyMap<string, readonly Span[]>
  /**
   * Changes up to this time are attributed to a command: `Infinity` while a command, or a call that may run one, is
   * open. Absent if none ran.
   */
  readonly commandUntil?: number
  /** The turn has an open question and runs no command. */
  readonly isWaiting: boolean
  /** Periods in which a question was open. */
  readonly questions: readonly Span[]
  /** After the end of a turn: time until which changes are certainly made by its commands. */
  readonly lateUntil?: number
  /** When the turn was over. Later changes don't belong to it. */
  readonly overSince?: number
  /** When the turn and all of its commands had ended; absent while any is running. */
  readonly quietSince?: number
}

/** Agents may report edits and new files up to this long after making them. */
export const announcedWithinMs = 1_000
/** Changes within this time after a turn or its commands are attributed to it. */
export const lateMs = 2_000
/** A command's last writes may appear shortly after the agent reports its end. */
const lingerMs = 2_000
/**
 * Like `lingerMs`, for files that a call names. Covers only the granularity of file times, because others may write the
 * files afterwards.
 */
const namedForMs = 50
/**
 * How long a file counts as unsaved. An agent that writes back unsaved text clears the unsaved state before a scan can
 * attribute the lines.
 */
const unsavedForMs = 5_000
/** Some agents never end their calls. A call without updates for this long no longer counts as open. */
const silentForMs = 60_000
/** Older calls are dropped first. Their changes are still attributed to the turn. */
const maxCalls = 200
const maxPaths = 200
/** Changes from the time of earlier questions have already been scanned. */
const maxQuestions = 200

/** Calls of these kinds don't write the files they name. */
const readingKinds: ReadonlySet<string> = new Set<ToolKind>(['read', 'search', 'fetch', 'think', 'switch_mode'])

interface Call {
  /** Named paths, with the time when each was first named. */
  readonly paths: ReadonlyMap<string, number>
  readonly toolKind: ToolKind | undefined
  readonly runsCommand: boolean
  /** Time of its last update, or of the person's last answer. */
  readonly updatedAt: number
  readonly endedAt?: number
  readonly hasFailed: boolean
  /** The earliest time at which it may have begun. */
  readonly begunAt: number
  /** Dropped when the call ends. */
  readonly diffs: readonly ShownDiff[]
}

interface Turn {
  readonly promptId: string
  readonly began: number
  readonly endedAt?: number
  readonly calls: Map<string, Call>
  /** End of the last command in a terminal. */
  readonly commandEndedAt?: number
}

interface Thread {
  turn?: Turn | undefined
  isCommandRunning: boolean
  questions: Span[]
}

const noPaths: CallPaths = { named: [], ended: [], namedAfterStart: [] }

/** The state of an `Evidence` as plain data. */
export interface EvidenceState {
  readonly threads: Map<string, Thread>
  /** Files with unsaved text in Parley, and until when they count as unsaved. */
  readonly unsaved: Map<string, number>
  readonly writes: Map<string, WriteNote & Note>
  /** Parley's recent writes, by path. */
  readonly written: Map<string, Pick<WriteNote, 'content' | 'author'> & { readonly at: number }>
}

/** Collects the events that attribution needs. Never touches the disk. */
export class Evidence {
  readonly state: EvidenceState

  constructor(state: EvidenceState = {
    threads: new Map(),
    unsaved: new Map(),
    writes: new Map(),
    written: new Map(),
  }) {
    this.state = state
  }

  /**
   * Returns the files that a tool call concerns. `lookedAt`: when the files that it names are scanned. Other writers'
   * changes before that scan would be mixed with the agent's, so the names count only from then on.
   */
  apply(note: Note, lookedAt = note.at): CallPaths {
    const { unsaved, writes } = this.state
    switch (note.kind) {
      case 'unsaved':
        unsaved.forEach((until, path) => until < note.at && unsaved.delete(path))
        if (note.isUnsaved)
          unsaved.set(note.path, Infinity)
        else if (unsaved.get(note.path) === Infinity)
          unsaved.set(note.path, note.at + unsavedForMs)
        return noPaths
      case 'write':
        writes.set(note.id, note)
        return noPaths
      case 'written':
        this.#onWriteEnd(note)
        return noPaths
      default:
        return this.#onThreadNote(note, lookedAt)
    }
  }

  /**
   * Turns that at `now` are open, ended shortly before, or have running commands, and those for which that was true at
   * `since`, the time of the last scan.
   */
  turnsAt(now: number, since = now): TurnEvidence[] {
    return [...this.state.threads].flatMap(
      ([threadId, thread]) => isTurnOver(thread, since) ? [] : toTurnEvidence(threadId, thread, now),
    )
  }

  isUnsaved(path: string, now: number): boolean {
    return (this.state.unsaved.get(path) ?? 0) >= now
  }

  write(id: string): WriteNote | undefined {
    return this.state.writes.get(id)
  }

  /** Whether Parley is writing the file, so that its current state is transient. A deletion has no time. */
  isBeingWritten(path: string, changedAt: number | undefined): boolean {
    return [...this.state.writes.values()].some(write =>
      write.path === path && (changedAt === undefined ? write.content !== absentKey : changedAt > write.at))
  }

  /** The author of an announced write with exactly this content. */
  pendingWriter(path: string, content: string): Author | undefined {
    return [...this.state.writes.values()].find(write => write.path === path && write.content === content)?.author
  }

  /** The author of Parley's last write if it was recent and had exactly this content. */
  lastWriter(path: string, content: string, at: number): Author | undefined {
    const last = this.state.written.get(path)
    return last?.content === content && last.at >= at - lateMs ? last.author : undefined
  }

  /** Threads that write the file through Parley, or name it in a call that is open or has just ended. */
  threadsNaming(path: string, now: number): string[] {
    const writing = [...this.state.writes.values()].flatMap(({ path: written, author: { threadId } }) =>
      written === path && threadId !== undefined ? [threadId] : [])
    const isNaming = ({ named }: TurnEvidence): boolean => named.get(path)?.some(({ to }) => to > now - lateMs) === true
    return [...writing, ...this.turnsAt(now).filter(isNaming).map(({ threadId }) => threadId)]
  }

  #onWriteEnd({ id, path, isDone, at }: Extract<Note, { kind: 'written' }>): void {
    const { writes, written } = this.state
    const write = writes.get(id)
    writes.delete(id)
    for (const [known, { at: writtenAt }] of written) {
      if (writtenAt < at - lateMs)
        written.delete(known)
    }
    if (write && isDone)
      written.set(path, { content: write.content, author: write.author, at })
  }

  #onThreadNote(note: Extract<Note, { threadId: string }>, lookedAt: number): CallPaths {
    const { threads } = this.state
    const thread = threads.get(note.threadId) ?? { isCommandRunning: false, questions: [] }
    threads.set(note.threadId, thread)
    const callPaths = updateThread(thread, note, lookedAt)
    if (!thread.turn && !thread.isCommandRunning && thread.questions.length === 0)
      threads.delete(note.threadId)
    return callPaths
  }
}

function updateThread(thread: Thread, note: Extract<Note, { threadId: string }>, lookedAt: number): CallPaths {
  switch (note.kind) {
    case 'turnBegan':
      thread.turn = { promptId: note.promptId, began: note.at, calls: new Map() }
      thread.questions = thread.questions.filter(({ to }) => to === Infinity)
      return noPaths
    case 'turnEnded':
      if (thread.turn)
        thread.turn = { endedAt: note.at, ...thread.turn }
      return noPaths
    case 'turnOver':
      thread.turn = undefined
      return noPaths
    case 'closed':
      Object.assign(thread, { turn: undefined, isCommandRunning: false, questions: [] })
      return noPaths
    case 'command':
      thread.isCommandRunning = note.isRunning
      if (thread.turn && !note.isRunning)
        thread.turn = { ...thread.turn, commandEndedAt: note.at }
      return noPaths
    case 'request':
      return noPaths
    case 'question':
      updateQuestion(thread, note)
      return noPaths
    case 'call':
      return thread.turn ? updateCall(thread.turn.calls, note, lookedAt) : noPaths
  }
}

function updateQuestion(thread: Thread, { isOpen, at }: { isOpen: boolean, at: number }): void {
  const last = thread.questions.at(-1)
  const isKnown = last?.to === Infinity
  if (isOpen === isKnown)
    return
  if (isOpen) {
    thread.questions = [...thread.questions.slice(-maxQuestions), { from: at, to: Infinity }]
    return
  }
  thread.questions = [...thread.questions.slice(0, -1), { from: last!.from, to: at }]
  // Calls that waited for the answer continue.
  thread.turn?.calls.forEach((call, id, calls) => calls.set(id, { ...call, updatedAt: at }))
}

function updateCall(
  calls: Map<string, Call>,
  { toolCallId, paths, toolKind, status, diffs = [], at }: CallNote & { at: number },
  lookedAt: number,
): CallPaths {
  const known = calls.get(toolCallId)
  if (!known && calls.size >= maxCalls)
    forgetOldest(calls)
  const isCallOver = status === 'completed' || status === 'failed'
  const isLate = !known && (status === 'in_progress' || status === 'completed')
  const begunAt = known?.begunAt ?? at - (isLate ? announcedWithinMs : clockGrainMs)
  const latest = diffs.length > 0 ? diffs : known?.diffs ?? []
  const fresh = paths.filter(path => !known?.paths.has(path)).map(path => [path, isCallOver ? at : lookedAt] as const)
  const call: Call = {
    paths: new Map([...known?.paths ?? [], ...fresh].slice(0, maxPaths)),
    toolKind: toolKind ?? known?.toolKind,
    runsCommand: known?.runsCommand === true || toolKind === 'execute',
    hasFailed: status === 'failed',
    updatedAt: at,
    begunAt,
    diffs: isCallOver ? [] : latest,
    ...isCallOver && { endedAt: at },
  }
  calls.set(toolCallId, call)
  if (onlyReads(call))
    return noPaths
  const all = [...call.paths.keys()]
  const named = all.filter(path => !known?.paths.has(path))
  return {
    named: isCallOver ? [] : named,
    ended: isCallOver && known?.endedAt === undefined ? all : [],
    namedAfterStart: isLate ? named : [],
    ...status === 'completed' && known?.endedAt === undefined && latest.length > 0
    && { shown: { diffs: latest, from: begunAt, to: at + namedForMs } },
  }
}

/**
 * Whether these edits of a file, applied in order, turn one text into the other. `before` is absent for a new file. A
 * whole text alone proves nothing about an existing file: the agent may have read somebody else's lines just before and
 * written them back with its own.
 */
export function editsProduce(diffs: readonly ShownDiff[], before: string | undefined, after: string): boolean {
  const made = diffs.reduce<string | undefined>((text, { oldText, newText }) => {
    if (!oldText)
      return text ? undefined : newText
    const parts = text?.split(oldText) ?? []
    return parts.length > 1 ? parts.join(newText) : undefined
  }, before)
  return made === after
}

/** Prefers to drop calls that have ended. */
function forgetOldest(calls: Map<string, Call>): void {
  const [oldest] = [...calls].find(([, { endedAt }]) => endedAt !== undefined) ?? [...calls][0]!
  calls.delete(oldest)
}

function isTurnOver({ turn, isCommandRunning }: Thread, now: number): boolean {
  return turn?.endedAt !== undefined && !isCommandRunning && now - turn.endedAt > lateMs
}

function toTurnEvidence(threadId: string, thread: Thread, now: number): TurnEvidence[] {
  const { turn, isCommandRunning, questions } = thread
  if (!turn)
    return []
  const { promptId, began, endedAt, calls } = turn
  const commandUntil = isCommandRunning ? Infinity : getCommandUntil(turn, now)
  const latestCall = Math.max(0, ...[...calls.values()].map(({ endedAt = Infinity }) => endedAt))
  const isQuiet = !isCommandRunning && endedAt !== undefined && latestCall < Infinity
  return [{
    threadId,
    promptId,
    began,
    named: listNamedAt(calls, now),
    ...commandUntil > 0 && { commandUntil },
    questions,
    isWaiting: questions.at(-1)?.to === Infinity && commandUntil !== Infinity,
    ...endedAt !== undefined && { lateUntil: endedAt + lateMs },
    ...endedAt !== undefined && isTurnOver(thread, now) && { overSince: endedAt + lateMs },
    ...isQuiet && { quietSince: Math.max(latestCall, endedAt) },
  }]
}

function listNamedAt(calls: ReadonlyMap<string, Call>, now: number): Map<string, readonly Span[]> {
  const named = new Map<string, readonly Span[]>()
  for (const call of calls.values()) {
    if (onlyReads(call))
      continue
    const to = getNamedUntil(call, now)
    call.paths.forEach((from, path) => named.set(path, [...named.get(path) ?? [], { from, to }]))
  }
  return named
}

function onlyReads({ toolKind }: Call): boolean {
  return toolKind !== undefined && readingKinds.has(toolKind)
}

function getNamedUntil({ endedAt, updatedAt, hasFailed }: Call, now: number): number {
  if (endedAt !== undefined)
    return endedAt + (hasFailed ? 0 : namedForMs)
  const silentAt = updatedAt + silentForMs
  return now > silentAt ? silentAt : Infinity
}

/** Changes up to this time are attributed to a command; 0 if none ran. */
function getCommandUntil({ calls, commandEndedAt = 0 }: Turn, now: number): number {
  const ends = [...calls.values()].filter(({ runsCommand }) => runsCommand).map(({ endedAt }) =>
    endedAt === undefined || now - endedAt <= lingerMs ? Infinity : endedAt + lingerMs)
  return Math.max(commandEndedAt, ...ends)
}
