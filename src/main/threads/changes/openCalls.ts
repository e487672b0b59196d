import type { SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'

/** A call's file may be written a moment after the agent says that it ended. */
const lingerMs = 2_000
/** More at once are not told apart: what they change is still the turn's. */
const maxCalls = 200
const maxPaths = 200

interface OpenCall {
  readonly paths: ReadonlySet<string>
  readonly runsCommand: boolean
  readonly endedAt?: number
}

/** The tool calls of the running turn that are open, or ended a moment ago, and the paths that they name. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  startTurn(): void {
    this.#calls.clear()
  }

  take(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
      return
    const known = this.#calls.get(update.toolCallId)
    if (!known && this.#calls.size >= maxCalls)
      return
    const isOver = update.status === 'completed' || update.status === 'failed'
    this.#calls.set(update.toolCallId, {
      paths: new Set([...known?.paths ?? [], ...pathsOf(update)].slice(0, maxPaths)),
      runsCommand: known?.runsCommand === true || update.kind === 'execute',
      ...isOver && { endedAt: this.#now() },
    })
  }

  /** What they name. */
  get named(): string[] {
    return this.#current.flatMap(({ paths }) => [...paths])
  }

  /** Since when none is open, in milliseconds since 1970; 0 where there was none, `undefined` while one is. */
  get quietSince(): number | undefined {
    const ends = [...this.#calls.values()].map(({ endedAt = Infinity }) => endedAt)
    const latest = Math.max(0, ...ends)
    return latest === Infinity ? undefined : latest
  }

  /** Whether one of them runs a command. */
  get runsCommand(): boolean {
    return this.#current.some(({ runsCommand }) => runsCommand)
  }

  get #current(): OpenCall[] {
    return [...this.#calls.values()].filter(({ endedAt }) => endedAt === undefined || this.#now() - endedAt <= lingerMs)
  }
}

/** The paths that a call says it is about: where it works, and which files its diffs are of. */
function pathsOf({ locations, content }: Pick<ToolCall | ToolCallUpdate, 'locations' | 'content'>): string[] {
  return [
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap(item => item.type === 'diff' ? [item.path] : []),
  ]
}
