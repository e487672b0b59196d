import type { SessionUpdate, ToolCall, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import type { Span } from '../../changes/ledgerCalls'

/** What a command wrote may come a moment after the agent says that it ended. */
const lingerMs = 2_000
/** The same of a file that a call names: no longer than clocks of files are behind, as anybody else may write it then. */
const namedForMs = 50
/** One of which nothing was heard for longer may have been forgotten by its agent. */
const silentForMs = 60_000
/** More of one turn are not told apart, the oldest first: what they change is still the turn's. */
const maxCalls = 200
const maxPaths = 200

/** What calls of these kinds name is not written by them. */
const readingKinds: ReadonlySet<string> = new Set<ToolKind>(['read', 'search', 'fetch', 'think', 'switch_mode'])

interface OpenCall {
  /** With when each was first named, in milliseconds since 1970. */
  readonly paths: ReadonlyMap<string, number>
  readonly kind: ToolKind | undefined
  readonly runsCommand: boolean
  /** When it was last told of, or the person answered. */
  readonly toldAt: number
  readonly endedAt?: number
  readonly hasFailed: boolean
}

/** What an update of a call tells of files that the call may write. */
export interface CallNews {
  /** Named for the first time by this call, which may not have begun to write. */
  readonly announced: readonly string[]
  /** All that it names, once it has ended. */
  readonly ended: readonly string[]
  /** Named for the first time by a call that may have written already. */
  readonly told: readonly string[]
}

const noNews: CallNews = { announced: [], ended: [], told: [] }

/** The tool calls of the running turn, which of them are open, and the paths that they name; its writes, and when its commands ended. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall>()
  /** Of files that are being written for the agent. */
  readonly #writes = new Set<{ readonly path: string, readonly from: number }>()
  #commandEndedAt: number | undefined
  /** When the turn began, in milliseconds since 1970. */
  began = 0
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  startTurn(): void {
    this.#calls.clear()
    this.#commandEndedAt = undefined
    this.began = this.#now()
  }

  take(update: SessionUpdate): CallNews {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
      return noNews
    const known = this.#calls.get(update.toolCallId)
    if (!known && this.#calls.size >= maxCalls)
      this.#forgetOldest()
    const isOver = update.status === 'completed' || update.status === 'failed'
    const kind = update.kind ?? known?.kind
    const fresh = pathsOf(update).filter(path => !known?.paths.has(path)).map(path => [path, this.#now()] as const)
    const paths = new Map([...known?.paths ?? [], ...fresh].slice(0, maxPaths))
    this.#calls.set(update.toolCallId, {
      paths,
      kind,
      runsCommand: known?.runsCommand === true || update.kind === 'execute',
      hasFailed: update.status === 'failed',
      toldAt: this.#now(),
      ...isOver && { endedAt: this.#now() },
    })
    if (kind && readingKinds.has(kind))
      return noNews
    const named = [...paths.keys()].filter(path => !known?.paths.has(path))
    const told = !known && (update.status === 'in_progress' || update.status === 'completed') ? named : []
    if (isOver)
      return { announced: [], ended: known?.endedAt === undefined ? [...paths.keys()] : [], told }
    return { announced: named, ended: [], told }
  }

  /** What they name, each with the times in which what is written there is the agent's. */
  get named(): Map<string, readonly Span[]> {
    const named = new Map<string, readonly Span[]>()
    const add = (path: string, span: Span): void => void named.set(path, [...named.get(path) ?? [], span])
    for (const call of this.#calls.values()) {
      const to = this.#namedUntil(call)
      call.paths.forEach((from, path) => add(path, { from, to }))
    }
    this.#writes.forEach(({ path, from }) => add(path, { from, to: Infinity }))
    return named
  }

  /** A file is written for the agent: it counts as named until the function that is returned is called. */
  startWrite(path: string): () => void {
    const write = { path, from: this.#now() }
    this.#writes.add(write)
    return () => void this.#writes.delete(write)
  }

  /** When the last one ended, in milliseconds since 1970; 0 where there was none, `undefined` while one is open. */
  get quietSince(): number | undefined {
    const ends = [...this.#calls.values()].map(({ endedAt = Infinity }) => endedAt)
    const latest = Math.max(0, ...ends)
    return latest === Infinity ? undefined : latest
  }

  /** The person has answered: calls that waited go on. */
  resume(): void {
    for (const [id, call] of this.#calls)
      this.#calls.set(id, { ...call, toldAt: this.#now() })
  }

  /** A command in a terminal of Parley's has ended. */
  endCommand(): void {
    this.#commandEndedAt = this.#now()
  }

  /** The time until which what is changed is a command's, of a call or one that ended in a terminal; `undefined` where none ran. */
  get commandUntil(): number | undefined {
    const ends = [...this.#calls.values()].filter(({ runsCommand }) => runsCommand).map(call => this.#until(call))
    const latest = Math.max(this.#commandEndedAt ?? 0, ...ends)
    return latest === 0 ? undefined : latest
  }

  #namedUntil({ endedAt, toldAt, hasFailed }: OpenCall): number {
    if (endedAt !== undefined)
      return endedAt + (hasFailed ? 0 : namedForMs)
    const silentAt = toldAt + silentForMs
    return this.#now() > silentAt ? silentAt : Infinity
  }

  /** Until when what it does counts: `Infinity` while it is open, and a moment longer. */
  #until({ endedAt }: OpenCall): number {
    return endedAt === undefined || this.#now() - endedAt <= lingerMs ? Infinity : endedAt + lingerMs
  }

  /** One that has ended, where there is one. */
  #forgetOldest(): void {
    const [oldest] = [...this.#calls].find(([, { endedAt }]) => endedAt !== undefined) ?? [...this.#calls][0]!
    this.#calls.delete(oldest)
  }
}

/** The paths that a call says it is about: where it works, and which files its diffs are of. */
function pathsOf({ locations, content }: Pick<ToolCall | ToolCallUpdate, 'locations' | 'content'>): string[] {
  return [
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap(item => item.type === 'diff' ? [item.path] : []),
  ]
}
