import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { Entry, ToolEntry } from './transcript'
import { isJsonObject } from '../text/jsonObject'

/** A transcript with subagents' entries nested in the calls that started them. */
interface NestedEntries {
  /** Top-level entries. */
  readonly roots: readonly Entry[]
  /** The entries of a tool call's subagents, by the id of its entry. */
  readonly steps: ReadonlyMap<string, readonly Entry[]>
}

/** The id of the call whose subagent made this one. Not part of ACP; agents send it in `_meta`. */
function getParentId({ _meta }: Pick<ToolCallUpdate, '_meta'>): string | undefined {
  if (!_meta)
    return undefined
  // Claude; Qwen, and updates of a subagent's session.
  const ids = [isJsonObject(_meta.claudeCode) ? _meta.claudeCode.parentToolUseId : undefined, _meta.parentToolCallId]
  return ids.find(id => typeof id === 'string' && id !== '') as string | undefined // `find` does not narrow
}

/**
 * The subagent that made this call. For agents such as Copilot that report only the subagent and not the call that
 * started it.
 */
function getWorkerId({ _meta }: Pick<ToolCallUpdate, '_meta'>): string | undefined {
  const copilot = _meta?.['github.com/copilot']
  return isJsonObject(copilot) && typeof copilot.agentId === 'string' ? copilot.agentId : undefined
}

/**
 * Maps subagents known only by name to the calls that started them: for each, the only open call without a subagent.
 */
function findStarters(entries: readonly Entry[]): ReadonlyMap<string, ToolEntry> {
  const starters = new Map<string, ToolEntry>()
  const waiting = new Set<ToolEntry>()
  for (const entry of entries) {
    if (entry.kind !== 'tool')
      continue
    const worker = getWorkerId(entry.call)
    if (worker !== undefined && !starters.has(worker)) {
      const open = [...waiting].filter(({ endedAt }) => endedAt === undefined || endedAt >= entry.at)
      // With several candidates the starter is unknown.
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

/** Nests subagents' calls, and the permission requests for them, below the calls that started them. */
export function nestEntries(entries: readonly Entry[]): NestedEntries {
  const starters = findStarters(entries)
  const owners = new Map<string, ToolEntry>()
  const nestedIn = new Map<string, ToolEntry>()
  const steps = new Map<string, Entry[]>()
  const roots: Entry[] = []
  const seen = new Set<ToolEntry>()
  for (const entry of entries) {
    const call = getCall(entry)
    // Agents may reuse ids. The latest call with an id counts.
    const named = call && (findOwner(
      call,
      owners,
      starters,
    ) ?? (entry.kind === 'permission' ? nestedIn.get(call.toolCallId) : undefined))
    // Calls in a cycle would never be shown.
    const owner = named && seen.has(named) ? named : undefined
    if (entry.kind === 'tool') {
      seen.add(entry)
      owners.set(entry.call.toolCallId, entry)
      nestedIn.delete(entry.call.toolCallId)
      if (owner)
        nestedIn.set(entry.call.toolCallId, owner)
    }
    const known = owner ? steps.get(owner.id) : roots
    if (known)
      known.push(entry)
    else if (owner)
      steps.set(owner.id, [entry])
  }
  return steps.size === 0 ? { roots: entries, steps } : { roots, steps }
}

/** The call that started the subagent that is asking; `undefined` if the agent itself asks. */
export function findAskingSubagent(entries: readonly Entry[], asked: ToolCallUpdate): ToolEntry | undefined {
  const find = (toolCallId: string): ToolEntry | undefined =>
    entries.findLast((entry): entry is ToolEntry => entry.kind === 'tool' && entry.call.toolCallId === toolCallId)
  const known = find(asked.toolCallId)?.call ?? {}
  const worker = getWorkerId(asked) ?? getWorkerId(known)
  if (worker !== undefined) {
    const starter = findStarters(entries).get(worker)
    return starter?.call.toolCallId === asked.toolCallId ? undefined : starter
  }
  const parentId = getParentId(asked) ?? getParentId(known)
  return parentId === undefined || parentId === asked.toolCallId ? undefined : find(parentId)
}

function getCall(entry: Entry): ToolCallUpdate | undefined {
  if (entry.kind === 'tool')
    return entry.call
  return entry.kind === 'permission' ? entry.request.toolCall : undefined
}

function findOwner(
  call: ToolCallUpdate,
  owners: ReadonlyMap<string, ToolEntry>,
  starters: ReadonlyMap<string, ToolEntry>,
): ToolEntry | undefined {
  const worker = getWorkerId(call)
  if (worker !== undefined)
    return starters.get(worker)
  const parentId = getParentId(call)
  return parentId === undefined || parentId === call.toolCallId ? undefined : owners.get(parentId)
}
