import type { Entry, ToolEntry, UserEntry } from '../../../../shared/thread/transcript'
import type { EndedTurn, EntryRow, Row } from './row'
import { hasFailed, shownStatus } from '../../../../shared/thread/selectors'
import { foldableEntries } from './foldableEntries'
import { keepLists } from './keepLists'
import { type Questions, questionsByCall } from './questionsByCall'

const keptTurns = keepLists<Entry>()
const keptCalls = keepLists<ToolEntry>()
const keptRuns = keepLists<Entry>()
const keptRunCalls = keepLists<ToolEntry>()

/** What is known besides the entries. */
export interface RowsOptions {
  /** Where the turn that still runs begins. */
  readonly liveFrom: number
  /** Whether a run or the work of a turn is unfolded, by the id of its row; `byDefault` until the reader chose. */
  readonly isOpen: (rowId: string, byDefault?: boolean) => boolean
  /** What the subagents of a call did. */
  readonly stepsOf: (call: ToolEntry) => readonly Entry[]
}

/** The transcript's rows: runs joined, the work of ended turns folded, questions beside what they were about. */
export function buildRows(entries: readonly Entry[], options: RowsOptions): readonly Row[] {
  const turns: { entries: readonly Entry[], isLive: boolean }[] = []
  let from = 0
  const cut = (to: number): void => {
    if (to > from)
      turns.push({ entries: entries.slice(from, to), isLive: from >= options.liveFrom })
    from = to
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'turn-end')
      cut(index + 1)
    else if (startsTurn(entry))
      cut(index)
  }
  cut(entries.length)
  return turns.flatMap(turn => turnRows(turn.entries, turn.isLive, options))
}

function startsTurn(entry: Entry): entry is UserEntry {
  return entry.kind === 'user' && !entry.isSteer
}

function turnRows(entries: readonly Entry[], isLive: boolean, options: RowsOptions): readonly Row[] {
  const questions = questionsByCall(entries)
  const turn = endedTurn(entries, options)
  const work = turn ? foldableEntries(turn) : []
  const [first] = work
  if (!turn || !first)
    return entryRows(entries, { isLive, turn, questions, options })
  const id = `worked ${turn.end.id}`
  const isOpen = options.isOpen(id, endsInFailure(turn))
  const folded = new Set(isOpen ? [] : work)
  const begun = turn.prompt ?? first
  const at = entries.indexOf(first)
  return [
    ...entryRows(entries.slice(0, at), { isLive, turn, questions, options }),
    { kind: 'worked', id, turn, durationMs: turn.end.at - begun.at, ...!turn.prompt && { isLonger: true }, isOpen },
    ...entryRows(entries.slice(at).filter(entry => !folded.has(entry)), { isLive, turn, questions, options }),
  ]
}

/** What went wrong last is not hidden behind a line: nothing after it made up for it. */
function endsInFailure({ entries }: EndedTurn): boolean {
  const last = entries.findLast(entry => entry.kind === 'tool')
  return last !== undefined && hasFailed(last)
}

/** A turn ends with its last entry; without the message that began it, its beginning is not loaded yet. */
function endedTurn(entries: readonly Entry[], { stepsOf }: RowsOptions): EndedTurn | undefined {
  const end = entries.at(-1)
  if (end?.kind !== 'turn-end')
    return undefined
  const [first] = entries
  const prompt = first && startsTurn(first) ? first : undefined
  const callsIn = (list: readonly Entry[]): ToolEntry[] =>
    list.flatMap(entry => entry.kind === 'tool' ? [entry, ...callsIn(stepsOf(entry))] : [])
  const between = keptTurns(end, entries.slice(prompt ? 1 : 0, -1))
  const calls = keptCalls(end, callsIn(between))
  const subagents = calls.filter(call => stepsOf(call).length > 0).length
  return { ...prompt && { prompt }, end, entries: between, calls, subagents }
}

interface TurnContext {
  readonly isLive: boolean
  readonly turn: EndedTurn | undefined
  readonly questions: Questions
  readonly options: RowsOptions
}

function entryRows(entries: readonly Entry[], { isLive, turn, questions, options }: TurnContext): readonly Row[] {
  // A plan that the agent emptied says nothing more.
  const isEmptied = (entry: Entry): boolean => entry.kind === 'plan' && entry.entries.length === 0
  const shown = entries.filter(entry => !questions.isTaken(entry) && !isEmptied(entry))
  const row = (entry: Entry): EntryRow => ({
    kind: 'entry',
    id: entry.id,
    entry,
    questions: questions.of(entry),
    isLive,
    ...entry.kind === 'turn-end' && turn && { turn },
  })
  const joins = (entry: Entry): entry is ToolEntry =>
    entry.kind === 'tool' && isLookUp(entry) && options.stepsOf(entry).length === 0 && questions.of(entry).length === 0
  const rows: Row[] = []
  for (let index = 0; index < shown.length; index++) {
    const first = shown[index]!
    const run = runFrom(shown, index, { joins, isLive })
    const calls = run.filter(joins)
    if (calls.length < 2) {
      rows.push(row(first))
      continue
    }
    const id = `run ${first.id}`
    const isOpen = options.isOpen(id)
    rows.push({ kind: 'run', id, calls: keptRunCalls(first, calls), entries: keptRuns(first, run), isLive, isOpen })
    for (const entry of isOpen ? run : [])
      rows.push({ ...row(entry), isInRun: true })
    index += run.length - 1
  }
  return rows
}

/**
 * The calls that join from here on, with what was thought between them: what is thought after the last one is by
 * itself.
 */
function runFrom(shown: readonly Entry[], from: number, { joins, isLive }: {
  readonly joins: (entry: Entry) => boolean
  readonly isLive: boolean
}): readonly Entry[] {
  let end = from
  for (let index = from; index < shown.length; index++) {
    const entry = shown[index]!
    if (joins(entry))
      end = index + 1
    else if (index === from || entry.kind !== 'thought' || (isLive && entry.endedAt === undefined))
      break
  }
  return shown.slice(from, end)
}

/** Whether the call reads, searches or fetches, and nothing about it has to be seen. */
function isLookUp(entry: ToolEntry): boolean {
  return ['read', 'search', 'fetch'].includes(entry.call.kind ?? '')
    && shownStatus(entry) !== 'cancelled'
    && entry.terminalIds.length === 0
    && !entry.writes
    && !entry.refused
    && !entry.notAsked
}
