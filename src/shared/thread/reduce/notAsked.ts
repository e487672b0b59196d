import type { ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { PermissionEvent } from '../events'
import type { PermissionEntry, ToolEntry, TurnEndEntry } from '../transcript'
import type { Draft } from './draft'
import { isJsonObject } from '../../text/jsonObject'
import { approvesKind, type GatedKind, getGatedKind } from '../../toolCall/approvedDeeds'
import { asksByName, getCurrentMode, listModes } from '../options/modes'

/**
 * Whether a completed call changed or ran something that no answer of its turn approved, according to the agent's
 * reports.
 */
export function isUnasked(draft: Draft, { call, covered, terminalIds }: ToolEntry): boolean {
  const deed = getGatedKind(call)
  if (
    call.status !== 'completed'
    || !deed
    || covered
    || !draft.head.turnOpen
    || terminalIds.some(terminalId => draft.isLoose(terminalId))
  ) {
    return false
  }
  return !draft.permissions.some(entry => wasAllowed(entry) && covers(entry, { call, deed }))
}

/** Counts what the agent did in the turn without asking, and in which mode. */
export function summarizeUnasked(draft: Draft): Pick<TurnEndEntry, 'unasked'> {
  const kinds = draft.entries.slice(draft.turnStart).flatMap(entry =>
    entry.kind === 'tool' && entry.notAsked ? [getGatedKind(entry.call)] : [])
  const commands = kinds.filter(deed => deed === 'execute').length
  const reads = draft.permissions.filter(({ answer }) => answer?.readOnly).length
  if (kinds.length + reads === 0)
    return {}
  const always = draft.permissions.map(findLastingOption).findLast(name => name !== undefined)
  const mode = listModes(draft.head).find(({ id }) => id === getCurrentMode(draft.head))?.name
  // A mode in which the agent asks is no explanation.
  const isReason = mode !== undefined && always === undefined && !asksByName(mode)
  const why = { ...always !== undefined && { always }, ...isReason && { mode } }
  return { unasked: { changes: kinds.length - commands, commands, ...reads > 0 && { reads }, ...why } }
}

/** The agent's "always" option that the person chose. */
function findLastingOption({ request, answer }: PermissionEntry): string | undefined {
  const chosen = answer?.outcome.outcome === 'selected' ? answer.outcome.optionId : undefined
  return request.from === 'agent'
    ? request.options.find(({ optionId, kind }) => optionId === chosen && kind === 'allow_always')?.name
    : undefined
}

/** Compares paths; some agents report files relative to the workspace. */
export function isSameFile(named: string, path: string): boolean {
  return named === path || (!/^(?:[/\\]|[A-Z]:)/i.test(named) && path.endsWith(`/${named.replace(/^\.\//, '')}`))
}

/** Whether a tool call refers to a file, in a field or in its title. */
export function mentionsPath(call: ToolCallUpdate, path: string): boolean {
  return (call.locations?.some(location => isSameFile(location.path, path)) ?? false)
    || showsDiff(call, path)
    || (isJsonObject(call.rawInput) && Object.values(call.rawInput).includes(path))
    || (call.title?.includes(path) ?? false)
}

function showsDiff({ content }: ToolCallUpdate, path: string): boolean {
  return content?.some(item => item.type === 'diff' && isSameFile(item.path, path)) ?? false
}

/** Whether one of Parley's own permission requests was about this call. */
export function isQuestionAbout({ subject }: PermissionEvent, call: ToolCall): boolean {
  if (!subject)
    return false
  if (subject.kind !== 'command')
    return mentionsPath(call, subject.path)
  const command = isJsonObject(call.rawInput) ? call.rawInput.command : undefined
  return command === subject.commandLine || call.title.includes(subject.commandLine)
}

/** Whether the request was allowed. */
export function wasAllowed({ answer, request }: PermissionEntry): boolean {
  const chosen = answer?.outcome.outcome === 'selected' ? answer.outcome.optionId : undefined
  return request.options.some(({ optionId, kind }) => optionId === chosen && (kind === 'allow_once' || kind === 'allow_always'))
}

/**
 * Whether an allowed request covers a call: the same call, or one with another id for the same command or files,
 * because some agents use a separate call to ask.
 */
function covers({ request, askedKind }: PermissionEntry, { call, deed }: { call: ToolCall, deed: GatedKind }): boolean {
  const asked = { ...request.toolCall, kind: askedKind ?? request.toolCall.kind }
  const paths = listFiles(call)
  // Showing a diff approves the edit, whatever the kind of the call.
  if (!approvesKind(asked, deed))
    return deed === 'edit' && paths.length > 0 && paths.every(path => showsDiff(asked, path))
  if (asked.toolCallId === call.toolCallId)
    return true
  const command = getCommand(call)
  // A command must match exactly the one that Parley asked about, or that the agent showed.
  if (command !== undefined) {
    const ran = request.subject?.kind === 'command' ? JSON.stringify(request.subject.commandLine) : getCommand(asked)
    return ran === command || (asked.title?.includes(command) ?? false)
  }
  return paths.length > 0 && paths.every(path => mentionsPath(asked, path))
}

function listFiles({ locations, content }: ToolCall): string[] {
  return [...(locations ?? []).map(({ path }) => path), ...(content ?? []).flatMap(item => (item.type === 'diff' ? [item.path] : []))]
}

function getCommand({ rawInput }: ToolCallUpdate): string | undefined {
  const command = isJsonObject(rawInput) ? rawInput.command ?? rawInput.cmd : undefined
  return command === undefined ? undefined : JSON.stringify(command)
}
