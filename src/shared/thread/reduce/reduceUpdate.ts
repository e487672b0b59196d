import type {
  AvailableCommand,
  CompactionUpdate,
  ContentBlock,
  ContentChunk,
  SessionUpdate,
  TextContent,
} from '@agentclientprotocol/sdk'
import type { UpdateEvent } from '../events'
import type { CompactionEntry, MessageEntry, TurnPlanEntry, UserEntry } from '../transcript'
import type { Draft } from './draft'
import { withConfigOptions, withMode } from '../options/modes'
import { endTurn } from './closeCalls'
import { addToolCall } from './reduceToolCall'
import { readRateLimit } from './usage'

/** Applies one raw `session/update`. Unknown kinds become entries, so nothing is dropped. */
export function addUpdate(draft: Draft, { update, late, seq, at }: UpdateEvent & { seq: number, at: number }): void {
  const id = `e${seq}`
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
      return addUserChunk(draft, update, { id, at })
    case 'agent_message_chunk':
      return addChunk(draft, update, { kind: 'agent', id, at })
    case 'agent_thought_chunk':
      return addChunk(draft, update, { kind: 'thought', id, at })
    case 'tool_call':
      return addToolCall(draft, update, { id, at, begins: true })
    case 'tool_call_update':
      return addToolCall(draft, update, { id, at, late })
    case 'plan':
      return replacePlan(draft, update.entries, { id, at })
    case 'available_commands_update':
      return draft.patchHead({ commands: update.availableCommands.map(stripSlash) })
    case 'current_mode_update':
      return draft.patchHead(withMode(draft.head, update.currentModeId))
    case 'config_option_update':
      return draft.patchHead(withConfigOptions(draft.head, update.configOptions))
    case 'session_info_update':
      return update.title === undefined ? undefined : draft.patchHead({ title: update.title ?? undefined })
    case 'usage_update':
      return draft.patchHead({
        usage: { used: update.used, size: update.size, cost: update.cost },
        rateLimit: readRateLimit(update) ?? draft.head.rateLimit,
      })
    case 'notice':
      return draft.push({
        kind: 'notice',
        id,
        at,
        notice: { severity: update.severity, title: update.title, description: update.description ?? undefined },
      })
    case 'compaction_update':
      return patchCompaction(draft, update, { id, at })
    case 'compaction_summary_chunk':
      return patchCompaction(draft, {
        compactionId: update.compactionId,
        status: undefined,
        appended: update.content,
      }, { id, at })
    default:
      return draft.push({ kind: 'unknown', id, at, update: update satisfies never as SessionUpdate })
  }
}

/** Longer messages continue in another entry. This keeps appending cheap without losing anything. */
const maxBlocks = 500
const maxTextCharacters = 1024 * 1024

interface Place { readonly id: string, readonly at: number }

/**
 * Handles a user chunk. During a turn it is the agent's echo of the prompt, which is already shown. Otherwise it is
 * replayed history and starts a replayed turn.
 */
function addUserChunk(draft: Draft, chunk: ContentChunk, { id, at }: Place): void {
  if (draft.head.turnOpen)
    return
  const { last } = draft
  const messageId = chunk.messageId ?? undefined
  if (last?.kind === 'user'
    && last.promptId === undefined
    && !last.isSteer
    && last.messageId === messageId
    && !isFull(last.content)) {
    return draft.replace(draft.entries.length - 1, {
      ...last,
      content: append(last.content, chunk.content),
    } satisfies UserEntry)
  }
  endTurn(draft, at)
  draft.patchHead({ turnStart: draft.nextIndex })
  draft.push({ kind: 'user', id, at, content: [chunk.content], ...messageId !== undefined && { messageId } })
}

/** Chunks with the same `messageId` form one message; without ids, any other update separates messages. */
function addChunk(draft: Draft, chunk: ContentChunk, { kind, id, at }: Place & { kind: MessageEntry['kind'] }): void {
  const messageId = chunk.messageId ?? undefined
  const growing = messageId === undefined
    ? findLastMessage(draft, kind)
    : draft.findMessage(kind, messageId)
  if (growing && !isFull(growing.entry.content))
    draft.replace(growing.index, { ...growing.entry, content: append(growing.entry.content, chunk.content) })
  else
    draft.push({ kind, id, at, messageId, content: [chunk.content] })
}

function findLastMessage(draft: Draft, kind: MessageEntry['kind']): { index: number, entry: MessageEntry } | undefined {
  const { last } = draft
  return last?.kind === kind && last.messageId === undefined && last.endedAt === undefined
    ? { index: draft.entries.length - 1, entry: last }
    : undefined
}

function isFull(content: readonly ContentBlock[]): boolean {
  const last = content.at(-1)
  return content.length >= maxBlocks || (last?.type === 'text' && last.text.length >= maxTextCharacters)
}

function append(content: readonly ContentBlock[], block: ContentBlock): readonly ContentBlock[] {
  const last = content.at(-1)
  if (last?.type === 'text' && block.type === 'text' && isSameAnnotated(last, block))
    return [...content.slice(0, -1), { ...last, text: last.text + block.text }]
  return [...content, block]
}

/** Whether the annotations are equal; an agent may annotate every chunk. */
function isSameAnnotated(one: TextContent, other: TextContent): boolean {
  return one.annotations === other.annotations
    || JSON.stringify(one.annotations ?? null) === JSON.stringify(other.annotations ?? null)
}

function replacePlan(draft: Draft, entries: TurnPlanEntry['entries'], { id, at }: Place): void {
  const shown = draft.findPlan()
  // Some agents send a completed plan again in every later turn.
  const isOld = !shown && entries.length > 0 && entries.every(({ status }) => status === 'completed')
    && JSON.stringify(entries) === JSON.stringify(draft.head.plan)
  if (isOld)
    return
  draft.patchHead({ plan: entries })
  if (!shown && entries.length === 0)
    return
  if (shown)
    draft.replace(shown.index, { ...shown.entry, entries })
  else
    draft.push({ kind: 'plan', id, at, entries })
}

/**
 * Adds or updates by id, keeping the position. Absent fields keep their value, null clears, summary chunks are
 * appended.
 */
function patchCompaction(
  draft: Draft,
  patch: Omit<CompactionUpdate, 'status'> & { status?: CompactionUpdate['status'], appended?: ContentBlock },
  { id, at }: Place,
): void {
  const found = draft.findCompaction(patch.compactionId)
  const known = found?.entry
  const summary = patch.summary === undefined ? (known?.summary ?? []) : (patch.summary ?? [])
  const entry: CompactionEntry = {
    kind: 'compaction',
    id: known?.id ?? id,
    at: known?.at ?? at,
    compactionId: patch.compactionId,
    status: patch.status ?? known?.status ?? 'in_progress',
    summary: patch.appended && !isFull(summary) ? append(summary, patch.appended) : summary,
    error: patch.error === undefined ? known?.error : (patch.error ?? undefined),
  }
  if (found)
    draft.replace(found.index, entry)
  else
    draft.push(entry)
}

/** Some agents include the slash in command names. */
function stripSlash(command: AvailableCommand): AvailableCommand {
  return command.name.startsWith('/') ? { ...command, name: command.name.replace(/^\/+/, '') } : command
}
