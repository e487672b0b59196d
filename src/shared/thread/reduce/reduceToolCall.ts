import type { ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { FileWriteEvent, TerminalStartEvent } from '../deedEvents'
import type { Entry, ToolEntry, Transcript, WrittenFile } from '../transcript'
import { findCommandField } from '../../toolCall/commandField'
import { isSameCommand, type PlacedCommand, toPlacedCommand } from '../../toolCall/placedCommand'
import { Draft } from './draft'
import { isUnasked, mentionsPath } from './notAsked'

/** Far above normal use. Keeps repeated additions from becoming slower and slower. */
const maxTerminals = 200
const maxMetaFields = 200
const maxWrites = 200

interface Place { readonly id: string, readonly at: number, readonly late?: true, readonly begins?: true }

/**
 * Adds or updates a tool call from `tool_call`, `tool_call_update` or a permission request (some agents send nothing
 * else). In ACP v1 an absent or null field keeps the known value; arrays are replaced. With `begins`, an id from an
 * earlier turn whose calls have all ended starts a new call, because some agents restart their ids.
 */
export function addToolCall(draft: Draft, patch: ToolCallUpdate, { id, at, late, begins }: Place): void {
  const known = findKnownCall(draft, patch.toolCallId, { begins })
  if (!known && late && draft.isWindow)
    return // it belongs to an earlier page, which the host updates
  const call = known ? patchCall(known.entry.call, patch) : createCall(patch)
  const terminalIds = withTerminals(known?.entry.terminalIds ?? [], patch.content)
  const isOver = call.status === 'completed' || call.status === 'failed'
  const exits = (draft.head.looseExits ?? []).find(({ terminalId }) => terminalIds.includes(terminalId))
  const entry: ToolEntry = {
    ...known?.entry,
    ...exits && { exit: exits.exit },
    kind: 'tool',
    id: known?.entry.id ?? id,
    at: known?.entry.at ?? at,
    call,
    terminalIds,
    ...listReplacedDiffs(known?.entry, patch),
    cancelled: isOver ? undefined : known?.entry.cancelled,
    unreported: isOver ? undefined : known?.entry.unreported,
    endedAt: isOver ? known?.entry.cancelled ? at : known?.entry.endedAt ?? at : known?.entry.endedAt,
  }
  // Parley runs loose terminals, so their commands were approved.
  const takesTerminal = terminalIds.some(terminalId => draft.isLoose(terminalId))
  const marked = {
    ...entry,
    ...(takesTerminal && { covered: true as const }),
    ...(isOver && (!known || known.index >= draft.turnStart) && isUnasked(draft, entry) && { notAsked: true as const }),
  }
  if (known)
    draft.replace(known.index, marked)
  else
    draft.push(marked)
  if (takesTerminal) {
    draft.patchHead({
      looseTerminals: draft.head.looseTerminals.filter(terminalId => !terminalIds.includes(terminalId)),
    })
  }
}

/** Some agents show a diff and replace it with "Wrote file" when done. Keeps the diff. */
function listReplacedDiffs(known: ToolEntry | undefined, { content }: ToolCallUpdate): Pick<ToolEntry, 'replaced'> {
  if (!content)
    return {}
  const shown = known?.call.content?.filter(item => item.type === 'diff') ?? []
  const diffs = content.some(item => item.type === 'diff') ? undefined : shown.length > 0 ? shown : known?.replaced
  return { replaced: diffs }
}

/** The tool call of a permission request: before the request, and as transcript and dialog show it afterwards. */
export function getRequestedCall(
  transcript: Transcript,
  toolCall: ToolCallUpdate,
): { before?: ToolCall, call: ToolCall } {
  const before = findKnownCall(new Draft(transcript), toolCall.toolCallId, { begins: true })?.entry.call
  return { before, call: before ? patchCall(before, toolCall) : createCall(toolCall) }
}

function findKnownCall(
  draft: Draft,
  toolCallId: string,
  { begins }: Pick<Place, 'begins'>,
): ReturnType<Draft['findTool']> {
  const found = draft.findTool(toolCallId)
  return begins && found && found.index < draft.turnStart ? undefined : found
}

function createCall(patch: ToolCallUpdate): ToolCall {
  const call: ToolCall = {
    toolCallId: patch.toolCallId,
    title: patch.title ?? patch.name ?? 'Tool call',
    kind: 'other',
    status: 'pending',
  }
  return patchCall(call, patch)
}

const patchable = ['title', 'name', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput'] as const

function patchCall(call: ToolCall, patch: ToolCallUpdate): ToolCall {
  const next: Record<string, unknown> = { ...call }
  for (const field of patchable) {
    if (patch[field] !== undefined && patch[field] !== null)
      next[field] = patch[field]
  }
  if (patch._meta)
    next._meta = mergeMeta(call._meta, patch._meta)
  return next as unknown as ToolCall // every field keeps its type from ToolCallUpdate
}

function mergeMeta(
  known: Readonly<Record<string, unknown>> | null | undefined,
  added: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const all = { ...known, ...added }
  return Object.keys(all).length > maxMetaFields ? added : all
}

function withTerminals(
  known: readonly string[],
  content: readonly ToolCallContent[] | null | undefined,
): readonly string[] {
  const named = (content ?? []).flatMap(item =>
    item.type === 'terminal' && !known.includes(item.terminalId) ? [item.terminalId] : [],
  )
  return named.length > 0 ? [...known, ...new Set(named)].slice(0, maxTerminals) : known
}

/**
 * Attaches one of Parley's terminals to the tool call that names it, or else to the only open call with its command,
 * because Grok never names terminals. Otherwise the terminal is loose until a call names it.
 */
export function startTerminal(draft: Draft, { terminalId, source, commandLine, cwd = '' }: TerminalStartEvent): void {
  if (source !== 'pty')
    return
  const named = draft.findInTurn((entry): entry is ToolEntry =>
    entry.kind === 'tool' && entry.terminalIds.includes(terminalId),
  )
  const owner = named ?? findOnlyOpenCall(draft, toPlacedCommand({ command: commandLine }, cwd))
  if (!owner)
    return draft.addLoose(terminalId)
  const terminalIds = named ? owner.entry.terminalIds : [...owner.entry.terminalIds, terminalId]
  draft.replace(owner.index, { ...owner.entry, terminalIds, covered: true })
}

function findOnlyOpenCall(draft: Draft, ran: PlacedCommand): { index: number, entry: ToolEntry } | undefined {
  const isOpen = (entry: Entry): entry is ToolEntry =>
    entry.kind === 'tool'
    && entry.endedAt === undefined
    && entry.terminalIds.length === 0
    && runsCommand(entry.call, ran)
  const last = draft.findInTurn(isOpen)
  return last && draft.findInTurn((entry): entry is ToolEntry => entry !== last.entry && isOpen(entry))
    ? undefined
    : last
}

function runsCommand({ rawInput }: ToolCall, ran: PlacedCommand): boolean {
  const field = findCommandField({ toolCallId: '', rawInput }, { folder: ran.folder })
  return field !== undefined && isSameCommand(field.placed, ran)
}

/** At the end of a turn, adds entries for terminals that no tool call named, so that they stay in the transcript. */
export function takeLooseTerminals(draft: Draft, { id, at }: Place): void {
  for (const terminalId of draft.head.looseTerminals) {
    const call: ToolCall = {
      toolCallId: `terminal:${terminalId}`,
      title: 'Command run outside a tool call',
      kind: 'execute',
      status: 'completed',
      content: [{ type: 'terminal', terminalId }],
    }
    draft.push({ kind: 'tool', id: `${id}-${terminalId}`, at, endedAt: at, call, terminalIds: [terminalId] })
  }
  if (draft.head.looseTerminals.length > 0)
    draft.patchHead({ looseTerminals: [] })
}

/** Shows a file write in its tool call, or as a separate entry if no call mentions the path. */
export function addFileWrite(
  draft: Draft,
  { path, approved, oldText, newText, firstLine, created: isNew }: FileWriteEvent,
  { id, at }: Place,
): void {
  const diff: WrittenFile | undefined = newText === undefined
    ? undefined
    : { path, oldText: isNew ? null : oldText ?? null, newText, ...firstLine !== undefined && { firstLine } }
  const notAsked = approved ? { covered: true as const } : { notAsked: true as const }
  const owner = draft.findInTurn((entry): entry is ToolEntry => entry.kind === 'tool' && mentionsPath(entry.call, path))
  if (owner) {
    const writes = diff ? [...owner.entry.writes ?? [], diff].slice(-maxWrites) : owner.entry.writes
    return draft.replace(owner.index, { ...owner.entry, writes, ...notAsked })
  }
  const call: ToolCall = {
    toolCallId: `write:${id}`,
    title: `${isNew ? 'Created' : 'Wrote'} ${path}`,
    kind: 'edit',
    status: 'completed',
    locations: [{ path }],
  }
  draft.push({ kind: 'tool', id, at, endedAt: at, call, terminalIds: [], writes: diff ? [diff] : undefined, ...notAsked })
}
