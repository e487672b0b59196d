import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { Entry, ToolEntry } from './transcript'
import { isJsonObject } from '../text/jsonObject'

/** A transcript as it is shown: what a subagent did is inside the call that started it. */
interface NestedEntries {
  /** What is in the transcript itself. */
  readonly roots: readonly Entry[]
  /** What the subagents of a tool call did, by the id of its entry. */
  readonly steps: ReadonlyMap<string, readonly Entry[]>
}

/** The id of the call whose subagent makes this one. ACP has no word for it; agents say it in `_meta`. */
function parentIdOf({ _meta }: Pick<ToolCallUpdate, '_meta'>): string | undefined {
  if (!_meta)
    return undefined
  // Claude; Qwen, and what comes under the session of a subagent.
  const ids = [isJsonObject(_meta.claudeCode) ? _meta.claudeCode.parentToolUseId : undefined, _meta.parentToolCallId]
  return ids.find(id => typeof id === 'string' && id !== '') as string | undefined // `find` does not narrow
}

/** The subagent that makes this call, where the agent names only that, and not the call that started it: Copilot. */
function workerOf({ _meta }: Pick<ToolCallUpdate, '_meta'>): string | undefined {
  const copilot = _meta?.['github.com/copilot']
  return isJsonObject(copilot) && typeof copilot.agentId === 'string' ? copilot.agentId : undefined
}

/**
 * The calls that started subagents which are only named: of each, the one call that was open and had no subagent yet.
 */
function findStarters(entries: readonly Entry[]): ReadonlyMap<string, ToolEntry> {
  const starters = new Map<string, ToolEntry>()
  const waiting = new Set<ToolEntry>()
  for (const entry of entries) {
    if (entry.kind !== 'tool')
      continue
    const worker = workerOf(entry.call)
    if (worker !== undefined && !starters.has(worker)) {
      const open = [...waiting].filter(({ endedAt }) => endedAt === undefined || endedAt >= entry.at)
      // With several of them the author is unknown.
      if (open.length === 1) {
        starters.set(worker, open[0]!)
        waiting.delete(open[0]!)
      }
    }
    if (isJsonObject(entry.call.rawInput) && typeof entry.call.rawInput.agent_type === 'string')
      waiting.add(entry)
  }
  return starters
}

/** Puts the calls of subagents, and the questions about them, below the calls that they name. */
export function nestEntries(entries: readonly Entry[]): NestedEntries {
  const starters = findStarters(entries)
  const owners = new Map<string, ToolEntry>()
  const ownerOf = new Map<string, ToolEntry>()
  const steps = new Map<string, Entry[]>()
  const roots: Entry[] = []
  const passed = new Set<ToolEntry>()
  for (const entry of entries) {
    const call = callOf(entry)
    // An agent may count its calls from one again: the latest of an id is meant.
    const named = call && (findOwner(call, owners, starters) ?? (entry.kind === 'permission' ? ownerOf.get(call.toolCallId) : undefined))
    // Calls that are inside themselves, or inside each other, would be seen nowhere.
    const owner = named && passed.has(named) ? named : undefined
    if (entry.kind === 'tool') {
      passed.add(entry)
      owners.set(entry.call.toolCallId, entry)
      ownerOf.delete(entry.call.toolCallId)
      if (owner)
        ownerOf.set(entry.call.toolCallId, owner)
    }
    const known = owner ? steps.get(owner.id) : roots
    if (known)
      known.push(entry)
    else if (owner)
      steps.set(owner.id, [entry])
  }
  return steps.size === 0 ? { roots: entries, steps } : { roots, steps }
}

/** The call that started the subagent which asks; `undefined` when the agent itself does. */
export function askingSubagent(entries: readonly Entry[], asked: ToolCallUpdate): ToolEntry | undefined {
  const find = (toolCallId: string): ToolEntry | undefined =>
    entries.findLast((entry): entry is ToolEntry => entry.kind === 'tool' && entry.call.toolCallId === toolCallId)
  const known = find(asked.toolCallId)?.call ?? {}
  const worker = workerOf(asked) ?? workerOf(known)
  if (worker !== undefined) {
    const starter = findStarters(entries).get(worker)
    return starter?.call.toolCallId === asked.toolCallId ? undefined : starter
  }
  const parentId = parentIdOf(asked) ?? parentIdOf(known)
  return parentId === undefined || parentId === asked.toolCallId ? undefined : find(parentId)
}

function callOf(entry: Entry): ToolCallUpdate | undefined {
  if (entry.kind === 'tool')
    return entry.call
  return entry.kind === 'permission' ? entry.request.toolCall : undefined
}

function findOwner(
  call: ToolCallUpdate,
  owners: ReadonlyMap<string, ToolEntry>,
  starters: ReadonlyMap<string, ToolEntry>,
): ToolEntry | undefined {
  const worker = workerOf(call)
  if (worker !== undefined)
    return starters.get(worker)
  const parentId = parentIdOf(call)
  return parentId === undefined || parentId === call.toolCallId ? undefined : owners.get(parentId)
}
