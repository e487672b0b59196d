import type { ToolCallStatus, ToolKind } from '@agentclientprotocol/sdk'
import type { ChangedBy } from '../../shared/changes/change'
import { absentKey } from './fileState'

/** A time, in milliseconds since 1970; until `Infinity` while it lasts. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Who made a change; with the thread and the prompt where the agent of a thread did. */
export interface Author {
  readonly by: ChangedBy
  readonly threadId?: string | undefined
  readonly promptId?: string | undefined
}

/** Something that happened and shows whose a change may be. `at`: when, in milliseconds since 1970. */
export type Note = { readonly at: number } & (
  | { readonly kind: 'turnBegan', readonly threadId: string, readonly promptId: string }
  /** What comes a moment later still belongs to the turn. */
  | { readonly kind: 'turnEnded', readonly threadId: string }
  /** The next one begins, or its prompt was not sent: nothing is its own from now on. */
  | { readonly kind: 'turnOver', readonly threadId: string }
  /** The thread is closed. */
  | { readonly kind: 'closed', readonly threadId: string }
  | CallNote
  /** Whether a command of the thread runs in one of Parley's terminals. */
  | { readonly kind: 'command', readonly threadId: string, readonly isRunning: boolean }
  /** The agent asks for something that it has not done yet. */
  | { readonly kind: 'request', readonly threadId: string }
  /** Whether the thread waits for the person. */
  | { readonly kind: 'question', readonly threadId: string, readonly isOpen: boolean }
  /** Whether the person has unsaved text in Parley. */
  | { readonly kind: 'unsaved', readonly path: string, readonly isUnsaved: boolean }
  | WriteNote
  /** The write is done, or was not made. */
  | { readonly kind: 'written', readonly id: string, readonly path: string, readonly isDone: boolean }
)

/** What an agent says of a tool call. */
export interface CallNote {
  readonly kind: 'call'
  readonly threadId: string
  readonly toolCallId: string
  /** Absolute. */
  readonly paths: readonly string[]
  readonly toolKind?: ToolKind | undefined
  /** ACP's default for a new call is `pending`; absent where an update does not say. */
  readonly status?: ToolCallStatus | undefined
}

/** Parley is about to write a file. */
export interface WriteNote {
  readonly kind: 'write'
  readonly id: string
  /** Absolute. */
  readonly path: string
  /** What is to be there, as `contentKey` makes it. */
  readonly content: string
  /** Who writes. */
  readonly author: Author
  /** What is there; absent where that is not known. */
  readonly before?: 'absent' | { readonly bytes: Uint8Array, readonly mode: number } | undefined
}

/** Which files a call is about, as a note of it tells: nothing where it only reads. */
export interface CallPaths {
  /** Named for the first time by this call, which continues. */
  readonly named: readonly string[]
  /** All that it names, once it has ended. */
  readonly ended: readonly string[]
  /** Named by the first that is heard of the call, although it may have written already. */
  readonly namedAfterStart: readonly string[]
}

/** What is known of an open turn at some moment. */
export interface TurnEvidence {
  readonly threadId: string
  readonly promptId: string
  /** What moved into the folder may be older, and is no command's that has ended. */
  readonly began: number
  /** Paths that tool calls name, with the times in which what is written there is such a call's. */
  readonly named: ReadonlyMap<string, readonly Span[]>
  /**
   * The time until which what is changed is a command's: `Infinity` while one runs, or a tool call that may run one.
   * Absent where none ran.
   */
  readonly commandUntil?: number
  /** It waits for the person, and nothing of it runs. */
  readonly isWaiting: boolean
  /** When it waited for the person. */
  readonly questions: readonly Span[]
  /** Of a turn that has ended: until when what its commands change is surely theirs. */
  readonly lateUntil?: number
  /** When it ended and nothing of it ran any more; absent while something runs. */
  readonly quietSince?: number
}

/** Changes within this time after a turn, or while its commands run, still count as the turn's. */
export const lateMs = 2_000
/** What a command wrote may come a moment after the agent says that it ended. */
const lingerMs = 2_000
/**
 * The same of a file that a call names: no longer than clocks of files are behind, as anyone else may write it then.
 */
const namedForMs = 50
/**
 * An agent that writes back what it was served makes the text equal to the disk's before anyone looks whose lines
 * these are.
 */
const unsavedForMs = 5_000
/** One of which nothing was heard for longer may have been forgotten by its agent. */
const silentForMs = 60_000
/** More of one turn are not told apart, the oldest first: what they change is still the turn's. */
const maxCalls = 200
const maxPaths = 200
/** Of the earlier ones all changes were seen long ago. */
const maxQuestions = 200

/** What calls of these kinds name is not written by them. */
const readingKinds: ReadonlySet<string> = new Set<ToolKind>(['read', 'search', 'fetch', 'think', 'switch_mode'])

interface Call {
  /** With when each was first named. */
  readonly paths: ReadonlyMap<string, number>
  readonly toolKind: ToolKind | undefined
  readonly runsCommand: boolean
  /** When it was last heard of, or the person answered. */
  readonly updatedAt: number
  readonly endedAt?: number
  readonly hasFailed: boolean
}

interface Turn {
  readonly promptId: string
  readonly began: number
  readonly endedAt?: number
  readonly calls: Map<string, Call>
  /** When the last command in a terminal ended. */
  readonly commandEndedAt?: number
}

interface Thread {
  turn?: Turn | undefined
  isCommandRunning: boolean
  questions: Span[]
}

const noPaths: CallPaths = { named: [], ended: [], namedAfterStart: [] }

/** All that an `Evidence` holds: plain data. */
export interface EvidenceState {
  readonly threads: Map<string, Thread>
  /** Until when the person has unsaved text in a file, or had some a moment ago. */
  readonly unsaved: Map<string, number>
  readonly writes: Map<string, WriteNote & Note>
  /** What Parley wrote last to each file, as long as it matters. */
  readonly written: Map<string, Pick<WriteNote, 'content' | 'author'> & { readonly at: number }>
}

/** What shows whose a change in a folder is. It is told of everything as it happens, and looks at nothing. */
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

  /** Returns which files a tool call is about. */
  apply(note: Note): CallPaths {
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
        return this.#onThreadNote(note)
    }
  }

  /** The turns that are open at that moment, or ended just before, or whose commands run on. */
  turnsAt(now: number): TurnEvidence[] {
    return [...this.state.threads].flatMap(([threadId, thread]) => isOver(thread, now) ? [] : turnAt(threadId, thread, now))
  }

  isUnsaved(path: string, now: number): boolean {
    return (this.state.unsaved.get(path) ?? 0) >= now
  }

  write(id: string): WriteNote | undefined {
    return this.state.writes.get(id)
  }

  /**
   * Whether Parley is writing the file, so that what is there, since then, is not what it will be. A deleted file has
   * no time.
   */
  isBeingWritten(path: string, changedAt: number | undefined): boolean {
    return [...this.state.writes.values()].some(write =>
      write.path === path && (changedAt === undefined ? write.content !== absentKey : changedAt > write.at))
  }

  /** Who was about to write exactly that to the file. */
  pendingWriter(path: string, content: string): Author | undefined {
    return [...this.state.writes.values()].find(write => write.path === path && write.content === content)?.author
  }

  /** Who wrote exactly that to the file a moment before, as Parley's last write of it. */
  lastWriter(path: string, content: string, at: number): Author | undefined {
    const last = this.state.written.get(path)
    return last?.content === content && last.at >= at - lateMs ? last.author : undefined
  }

  /** The threads that write the file through Parley, or a tool call of which, open or ended a moment ago, names it. */
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

  #onThreadNote(note: Extract<Note, { threadId: string }>): CallPaths {
    const { threads } = this.state
    const thread = threads.get(note.threadId) ?? { isCommandRunning: false, questions: [] }
    threads.set(note.threadId, thread)
    const callPaths = updateThread(thread, note)
    if (!thread.turn && !thread.isCommandRunning && thread.questions.length === 0)
      threads.delete(note.threadId)
    return callPaths
  }
}

function updateThread(thread: Thread, note: Extract<Note, { threadId: string }>): CallPaths {
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
      return thread.turn ? updateCall(thread.turn.calls, note) : noPaths
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
  { toolCallId, paths, toolKind, status, at }: CallNote & { at: number },
): CallPaths {
  const known = calls.get(toolCallId)
  if (!known && calls.size >= maxCalls)
    forgetOldest(calls)
  const isOver = status === 'completed' || status === 'failed'
  const fresh = paths.filter(path => !known?.paths.has(path)).map(path => [path, at] as const)
  const call: Call = {
    paths: new Map([...known?.paths ?? [], ...fresh].slice(0, maxPaths)),
    toolKind: toolKind ?? known?.toolKind,
    runsCommand: known?.runsCommand === true || toolKind === 'execute',
    hasFailed: status === 'failed',
    updatedAt: at,
    ...isOver && { endedAt: at },
  }
  calls.set(toolCallId, call)
  if (onlyReads(call))
    return noPaths
  const all = [...call.paths.keys()]
  const named = all.filter(path => !known?.paths.has(path))
  return {
    named: isOver ? [] : named,
    ended: isOver && known?.endedAt === undefined ? all : [],
    namedAfterStart: !known && (status === 'in_progress' || status === 'completed') ? named : [],
  }
}

/** One that has ended, where there is one. */
function forgetOldest(calls: Map<string, Call>): void {
  const [oldest] = [...calls].find(([, { endedAt }]) => endedAt !== undefined) ?? [...calls][0]!
  calls.delete(oldest)
}

function isOver({ turn, isCommandRunning }: Thread, now: number): boolean {
  return turn?.endedAt !== undefined && !isCommandRunning && now - turn.endedAt > lateMs
}

function turnAt(threadId: string, { turn, isCommandRunning, questions }: Thread, now: number): TurnEvidence[] {
  if (!turn)
    return []
  const { promptId, began, endedAt, calls } = turn
  const commandUntil = isCommandRunning ? Infinity : commandUntilAt(turn, now)
  const latestCall = Math.max(0, ...[...calls.values()].map(({ endedAt = Infinity }) => endedAt))
  const isQuiet = !isCommandRunning && endedAt !== undefined && latestCall < Infinity
  return [{
    threadId,
    promptId,
    began,
    named: namedAt(calls, now),
    ...commandUntil > 0 && { commandUntil },
    questions,
    isWaiting: questions.at(-1)?.to === Infinity && commandUntil !== Infinity,
    ...endedAt !== undefined && { lateUntil: endedAt + lateMs },
    ...isQuiet && { quietSince: Math.max(latestCall, endedAt) },
  }]
}

function namedAt(calls: ReadonlyMap<string, Call>, now: number): Map<string, readonly Span[]> {
  const named = new Map<string, readonly Span[]>()
  for (const call of calls.values()) {
    if (onlyReads(call))
      continue
    const to = namedUntil(call, now)
    call.paths.forEach((from, path) => named.set(path, [...named.get(path) ?? [], { from, to }]))
  }
  return named
}

function onlyReads({ toolKind }: Call): boolean {
  return toolKind !== undefined && readingKinds.has(toolKind)
}

function namedUntil({ endedAt, updatedAt, hasFailed }: Call, now: number): number {
  if (endedAt !== undefined)
    return endedAt + (hasFailed ? 0 : namedForMs)
  const silentAt = updatedAt + silentForMs
  return now > silentAt ? silentAt : Infinity
}

/** The time until which what is changed is a command's, of a call or one that ended in a terminal; 0 where none ran. */
function commandUntilAt({ calls, commandEndedAt = 0 }: Turn, now: number): number {
  const ends = [...calls.values()].filter(({ runsCommand }) => runsCommand).map(({ endedAt }) =>
    endedAt === undefined || now - endedAt <= lingerMs ? Infinity : endedAt + lingerMs)
  return Math.max(commandEndedAt, ...ends)
}
