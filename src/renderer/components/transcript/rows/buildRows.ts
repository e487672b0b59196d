import type { Entry, ToolEntry, UserEntry } from '../../../../shared/thread/transcript'
import type { EndedTurn, EntryRow, Row } from './row'
import { getShownStatus, hasFailed } from '../../../../shared/thread/selectors'
import { listFoldableEntries } from './foldableEntries'
import { createListCache } from './listCache'
import { groupQuestionsByCall, type Questions } from './questionsByCall'

const keptTurns = createListCache<Entry>()
const keptCalls = createListCache<ToolEntry>()
const keptRuns = createListCache<Entry>()
const keptRunCalls = createListCache<ToolEntry>()

/** Context besides the entries. */
export interface RowsOptions {
  /** Index of the running turn's start. */
  readonly liveFrom: number
  /** Whether a run or a turn's work is unfolded, by row id. `byDefault` holds until the reader chooses. */
  readonly isOpen: (rowId: string, byDefault?: boolean) => boolean
  /** Whether the work of ended turns stays unfolded until the reader folds it. */
  readonly keepsWork?: boolean
  /** Returns the steps of a call's subagents. */
  readonly getSteps: (call: ToolEntry) => readonly Entry[]
}

/** Builds the transcript's rows: joins runs, folds the work of ended turns, groups questions with their subjects. */
export function buildRows(entries: readonly Entry[], options: RowsOptions): readonly Row[] {
  const turns: { entries: readonly Entry[], isLive: boolean }[] = []
  let from = 0
  const addTurn = (to: number): void => {
    if (to > from)
      turns.push({ entries: entries.slice(from, to), isLive: from >= options.liveFrom })
    from = to
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'turn-end')
      addTurn(index + 1)
    else if (startsTurn(entry))
      addTurn(index)
  }
  addTurn(entries.length)
  return turns.flatMap(turn => buildTurnRows(turn.entries, turn.isLive, options))
}

function startsTurn(entry: Entry): entry is UserEntry {
  return entry.kind === 'user' && !entry.isSteer
}

function buildTurnRows(entries: readonly Entry[], isLive: boolean, options: RowsOptions): readonly Row[] {
  const questions = groupQuestionsByCall(entries)
  const turn = toEndedTurn(entries, options)
  const work = turn ? listFoldableEntries(turn) : []
  const [first] = work
  if (!turn || !first)
    return buildEntryRows(entries, { isLive, turn, questions, options })
  const id = `worked ${turn.end.id}`
  const isOpen = options.isOpen(id, options.keepsWork || endsInFailure(turn))
  const folded = new Set(isOpen ? [] : work)
  const begun = turn.prompt ?? first
  const at = entries.indexOf(first)
  return [
    ...buildEntryRows(entries.slice(0, at), { isLive, turn, questions, options }),
    { kind: 'worked', id, turn, durationMs: turn.end.at - begun.at, ...!turn.prompt && { isLonger: true }, isOpen },
    ...buildEntryRows(entries.slice(at).filter(entry => !folded.has(entry)), { isLive, turn, questions, options }),
  ]
}

/** Whether the turn's last step failed. Such a turn stays unfolded. */
function endsInFailure({ entries }: EndedTurn): boolean {
  const last = entries.findLast(entry => entry.kind === 'tool')
  return last !== undefined && hasFailed(last)
}

/** Describes an ended turn. Without a prompt, its beginning is not loaded yet. */
function toEndedTurn(entries: readonly Entry[], { getSteps }: RowsOptions): EndedTurn | undefined {
  const end = entries.at(-1)
  if (end?.kind !== 'turn-end')
    return undefined
  const [first] = entries
  const prompt = first && startsTurn(first) ? first : undefined
  const listCalls = (list: readonly Entry[]): ToolEntry[] =>
    list.flatMap(entry => entry.kind === 'tool' ? [entry, ...listCalls(getSteps(entry))] : [])
  const between = keptTurns(end, entries.slice(prompt ? 1 : 0, -1))
  const calls = keptCalls(end, listCalls(between))
  const subagents = calls.filter(call => getSteps(call).length > 0).length
  return { ...prompt && { prompt }, end, entries: between, calls, subagents }
}

interface TurnContext {
  readonly isLive: boolean
  readonly turn: EndedTurn | undefined
  readonly questions: Questions
  readonly options: RowsOptions
}

function buildEntryRows(entries: readonly Entry[], { isLive, turn, questions, options }: TurnContext): readonly Row[] {
  // An emptied plan is not shown.
  const isEmptied = (entry: Entry): boolean => entry.kind === 'plan' && entry.entries.length === 0
  const shown = entries.filter(entry => !questions.isGrouped(entry) && !isEmptied(entry))
  const createRow = (entry: Entry): EntryRow => ({
    kind: 'entry',
    id: entry.id,
    entry,
    questions: questions.of(entry),
    isLive,
    ...entry.kind === 'turn-end' && turn && { turn },
  })
  const joins = (entry: Entry): entry is ToolEntry =>
    entry.kind === 'tool' && isLookUp(entry) && options.getSteps(entry).length === 0 && questions.of(entry).length === 0
  const rows: Row[] = []
  for (let index = 0; index < shown.length; index++) {
    const first = shown[index]!
    const run = takeRun(shown, index, { joins, isLive })
    const calls = run.filter(joins)
    if (calls.length < 2) {
      rows.push(createRow(first))
      continue
    }
    const id = `run ${first.id}`
    const isOpen = options.isOpen(id)
    rows.push({ kind: 'run', id, calls: keptRunCalls(first, calls), entries: keptRuns(first, run), isLive, isOpen })
    for (const entry of isOpen ? run : [])
      rows.push({ ...createRow(entry), isInRun: true })
    index += run.length - 1
  }
  return rows
}

/** Takes the calls from here that form a run, with the thoughts between them. */
function takeRun(shown: readonly Entry[], from: number, { joins, isLive }: {
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

/** Whether the call only reads, searches or fetches, and can be folded. */
function isLookUp(entry: ToolEntry): boolean {
  return ['read', 'search', 'fetch'].includes(entry.call.kind ?? '')
    && getShownStatus(entry) !== 'cancelled'
    && entry.terminalIds.length === 0
    && !entry.writes
    && !entry.refused
    && !entry.notAsked
}
