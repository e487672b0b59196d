import type { Entry, ThreadHead, ToolEntry, Transcript } from './transcript'

/**
 * A transcript while a batch of events is folded into it: the list of entries is copied once a batch, entries themselves are
 * replaced, never changed, so that whatever did not change keeps its identity.
 */
export class Draft {
  readonly entries: Entry[]
  head: ThreadHead
  lastSeq: number
  readonly #base: Transcript
  #tools: Map<string, number> | undefined

  constructor(base: Transcript) {
    this.#base = base
    this.entries = [...base.entries]
    this.head = base.head
    this.lastSeq = base.lastSeq
  }

  /** Position in this window of the current turn's first entry. */
  get turnStart(): number {
    return Math.max(0, this.head.turnStart - this.#base.firstIndex)
  }

  get isWindow(): boolean {
    return this.#base.firstIndex > 0
  }

  /** The index that the next entry will have in the whole thread. */
  get nextIndex(): number {
    return this.#base.firstIndex + this.entries.length
  }

  get last(): Entry | undefined {
    return this.entries.at(-1)
  }

  push(entry: Entry): void {
    this.endMessage(entry.at)
    if (entry.kind === 'tool')
      this.#tools?.set(entry.call.toolCallId, this.entries.length)
    this.entries.push(entry)
  }

  replace(index: number, entry: Entry): void {
    this.entries[index] = entry
  }

  /** Closes the message or thought that was growing. */
  endMessage(at: number): void {
    const { last } = this
    if (last && (last.kind === 'agent' || last.kind === 'thought') && last.endedAt === undefined)
      this.replace(this.entries.length - 1, { ...last, endedAt: at })
  }

  /** The last entry of the current turn that fits, with its position. */
  findInTurn<E extends Entry>(fits: (entry: Entry) => entry is E): { index: number, entry: E } | undefined {
    for (let index = this.entries.length - 1; index >= this.turnStart; index--) {
      const entry = this.entries[index]!
      if (fits(entry))
        return { index, entry }
    }
    return undefined
  }

  findTool(toolCallId: string): { index: number, entry: ToolEntry } | undefined {
    // The call an update speaks of is nearly always among the last few; a map is made only when it is not.
    for (let index = this.entries.length - 1; index >= Math.max(0, this.entries.length - 30); index--) {
      const entry = this.entries[index]!
      if (entry.kind === 'tool' && entry.call.toolCallId === toolCallId)
        return { index, entry }
    }
    const index = (this.#tools ??= toolPositions(this.entries)).get(toolCallId)
    return index === undefined ? undefined : { index, entry: this.entries[index] as ToolEntry }
  }

  patchHead(patch: Partial<ThreadHead>): void {
    this.head = { ...this.head, ...patch }
  }

  finish(): Transcript {
    return { lastSeq: this.lastSeq, firstIndex: this.#base.firstIndex, entries: this.entries, head: this.head }
  }
}

function toolPositions(entries: readonly Entry[]): Map<string, number> {
  const positions = new Map<string, number>()
  entries.forEach((entry, index) => {
    if (entry.kind === 'tool')
      positions.set(entry.call.toolCallId, index)
  })
  return positions
}
