import type {
  CompactionEntry,
  ElicitationEntry,
  Entry,
  MessageEntry,
  PermissionEntry,
  ThreadHead,
  ToolEntry,
  Transcript,
  TurnEndEntry,
  TurnPlanEntry,
} from '../transcript'

/** Updates nearly always concern recent entries, so these are searched before, or instead of, all. */
const recentEntries = 30

/**
 * A transcript during a batch of events. The list of entries is copied once per batch; entries are replaced, never
 * mutated, so that unchanged ones keep their identity.
 */
export class Draft {
  readonly entries: Entry[]
  head: ThreadHead
  lastSeq: number
  readonly #base: Transcript
  #positions: Map<string, number> | undefined
  /** No tool call before this index is open. */
  #noneOpenTo = 0
  #loose: { readonly list: string[], readonly known: Set<string> } | undefined
  #permissions: { readonly turnStart: number, readonly entries: readonly PermissionEntry[] } | undefined

  constructor(base: Transcript) {
    this.#base = base
    this.entries = [...base.entries]
    this.head = base.head
    this.lastSeq = base.lastSeq
  }

  /** The index in this window of the current turn's first entry. */
  get turnStart(): number {
    return Math.max(0, this.head.turnStart - this.#base.firstIndex)
  }

  /**
   * Where to start searching for open tool calls of the current turn. An imported log may cancel each of its calls, and
   * scanning the whole turn each time would be quadratic.
   */
  get openFrom(): number {
    return Math.max(this.turnStart, this.#noneOpenTo)
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

  /**
   * The permission requests of the current turn, collected once per batch: a turn may have a hundred thousand entries.
   */
  get permissions(): readonly PermissionEntry[] {
    if (this.#permissions?.turnStart !== this.turnStart) {
      this.#permissions = {
        turnStart: this.turnStart,
        entries: this.entries.slice(this.turnStart).filter(entry => entry.kind === 'permission'),
      }
    }
    return this.#permissions.entries
  }

  push(entry: Entry): void {
    this.#forgetPermissions(entry)
    this.endMessage(entry.at)
    const key = toEntryKey(entry)
    if (key !== undefined)
      this.#positions?.set(key, this.entries.length)
    this.entries.push(entry)
  }

  replace(index: number, entry: Entry): void {
    this.#forgetPermissions(entry)
    this.entries[index] = entry
    if (isOpenCall(entry))
      this.#noneOpenTo = Math.min(this.#noneOpenTo, index)
  }

  /** Call when no tool call of the current turn is open. */
  closeCalls(): void {
    this.#noneOpenTo = this.entries.length
  }

  /** Ends the streaming message or thought. */
  endMessage(at: number): void {
    const { last } = this
    if (last && (last.kind === 'agent' || last.kind === 'thought') && last.endedAt === undefined)
      this.replace(this.entries.length - 1, { ...last, endedAt: at })
  }

  /** The last matching entry among the recent ones of the current turn, with its index. */
  findInTurn<E extends Entry>(matches: (entry: Entry) => entry is E): { index: number, entry: E } | undefined {
    for (let index = this.entries.length - 1; index >= Math.max(
      this.turnStart,
      this.entries.length - recentEntries,
    ); index--) {
      const entry = this.entries[index]!
      if (matches(entry))
        return { index, entry }
    }
    return undefined
  }

  /** The tool call with this id, in any turn of the current session. */
  findTool(toolCallId: string): { index: number, entry: ToolEntry } | undefined {
    const found = this.#find('tool', toolCallId)
    const sessionStart = (this.head.sessionStart ?? 0) - this.#base.firstIndex
    return found && found.index >= sessionStart ? found as { index: number, entry: ToolEntry } : undefined // only tools have such keys
  }

  /** The message or thought with this id, in the current turn. */
  findMessage(kind: MessageEntry['kind'], messageId: string): { index: number, entry: MessageEntry } | undefined {
    const found = this.#find(kind, messageId)
    // only messages have such keys
    return found && found.index >= this.turnStart ? (found as { index: number, entry: MessageEntry }) : undefined
  }

  findPlan(): { index: number, entry: TurnPlanEntry } | undefined {
    const found = this.#find('plan', '')
    return found && found.index >= this.turnStart ? found as { index: number, entry: TurnPlanEntry } : undefined // only plans have this key
  }

  /** The permission request or elicitation with this id. */
  findQuestion(requestId: string): { index: number, entry: PermissionEntry | ElicitationEntry } | undefined {
    // only questions have such keys
    return this.#find('question', requestId) as { index: number, entry: PermissionEntry | ElicitationEntry } | undefined
  }

  findCompaction(compactionId: string): { index: number, entry: CompactionEntry } | undefined {
    // only compactions have such keys
    return this.#find('compaction', compactionId) as { index: number, entry: CompactionEntry } | undefined
  }

  /** The end of the turn that this prompt started, no matter how many turns followed. */
  findTurnEnd(promptId: string): { index: number, entry: TurnEndEntry } | undefined {
    return this.#find('turn-end', promptId) as { index: number, entry: TurnEndEntry } | undefined // only ends have such keys
  }

  #forgetPermissions(entry: Entry): void {
    if (entry.kind === 'permission')
      this.#permissions = undefined
  }

  #find(group: Group, id: string): { index: number, entry: Entry } | undefined {
    // Searches recent entries without building keys; the map of all entries is built only when needed.
    for (let index = this.entries.length - 1; index >= Math.max(0, this.entries.length - recentEntries); index--) {
      const entry = this.entries[index]!
      if (getEntryGroup(entry) === group && getEntryId(entry) === id)
        return { index, entry }
    }
    const index = (this.#positions ??= indexEntries(this.entries)).get(`${group} ${id}`)
    return index === undefined ? undefined : { index, entry: this.entries[index]! }
  }

  /**
   * Whether no tool call has named the terminal yet. Uses a set, because an imported log may contain a hundred thousand
   * of them.
   */
  isLoose(terminalId: string): boolean {
    return this.head.looseTerminals.length > 0 && this.#ownLoose().known.has(terminalId)
  }

  addLoose(terminalId: string): void {
    const { list, known } = this.#ownLoose()
    if (known.has(terminalId))
      return
    known.add(terminalId)
    list.push(terminalId)
    this.patchHead({ looseTerminals: list })
  }

  /** The head's list is immutable, so each batch extends its own copy. */
  #ownLoose(): { readonly list: string[], readonly known: Set<string> } {
    const { looseTerminals } = this.head
    if (this.#loose?.list !== looseTerminals) {
      const list = [...looseTerminals]
      this.#loose = { list, known: new Set(list) }
      this.patchHead({ looseTerminals: list })
    }
    return this.#loose
  }

  patchHead(patch: Partial<ThreadHead>): void {
    this.head = { ...this.head, ...patch }
  }

  finish(): Transcript {
    return { lastSeq: this.lastSeq, firstIndex: this.#base.firstIndex, entries: this.entries, head: this.head }
  }
}

/** Whether neither the agent nor the end of the turn has closed this tool call. */
export function isOpenCall(entry: Entry): entry is ToolEntry {
  if (entry.kind !== 'tool' || entry.cancelled || entry.unreported)
    return false
  return entry.call.status !== 'completed' && entry.call.status !== 'failed'
}

/** The scope in which an id is unique. Permission requests and elicitations share one. */
type Group = Exclude<Entry['kind'], 'permission' | 'elicitation'> | 'question'

function getEntryGroup({ kind }: Entry): Group {
  return kind === 'permission' || kind === 'elicitation' ? 'question' : kind
}

/** The id that later updates refer to. */
function getEntryId(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'tool':
      return entry.call.toolCallId
    case 'agent':
    case 'thought':
      return entry.messageId
    case 'plan':
      return ''
    case 'permission':
      return entry.request.requestId
    case 'elicitation':
      return entry.requestId
    case 'compaction':
      return entry.compactionId
    case 'turn-end':
      return entry.promptId
    default:
      return undefined
  }
}

function toEntryKey(entry: Entry): string | undefined {
  const id = getEntryId(entry)
  return id === undefined ? undefined : `${getEntryGroup(entry)} ${id}`
}

function indexEntries(entries: readonly Entry[]): Map<string, number> {
  const found = new Map<string, number>()
  entries.forEach((entry, index) => {
    const key = toEntryKey(entry)
    if (key !== undefined)
      found.set(key, index)
  })
  return found
}
