import type { SessionUpdate, TerminalExitStatus, ToolCallContent } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../shared/text/jsonObject'

/** What an agent reports in `_meta` about a terminal that it runs itself, as Claude and Codex do. */
export interface TerminalMeta {
  /** The update for the log, without the output. Absent if nothing else was in it. */
  readonly update?: SessionUpdate
  readonly info?: { readonly terminalId: string, readonly cwd?: string, readonly commandLine?: string }
  /** The call's command, which some agents report after the terminal. */
  readonly command?: { readonly terminalIds: readonly string[], readonly commandLine: string }
  /** Text to append. */
  readonly output?: { readonly terminalId: string, readonly data: string }
  readonly exit?: { readonly terminalId: string } & TerminalExitStatus
}

type ToolUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' | 'tool_call_update' }>

/** Reads the terminal part of an update's `_meta`. Leaves parts of another shape in place. */
export function extractTerminalMeta(update: SessionUpdate): TerminalMeta {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
    return { update }
  const command = laterCommand(update)
  const meta = fieldsOf(update._meta)
  if (!meta)
    return { update, ...command && { command } }
  const { terminal_output: whole, terminal_output_delta: delta, ...rest } = meta
  const fallbackId = text(update.toolCallId)
  const info = fieldsOf(meta.terminal_info)
  const infoId = text(info?.terminal_id)
  const output = readOutput(whole, fallbackId) ?? readOutput(delta, fallbackId)
  const exit = fieldsOf(meta.terminal_exit)
  const exitId = text(exit?.terminal_id) ?? (exit && fallbackId)
  const kept = output ? withMeta(update, rest) : update
  return {
    ...(kept && { update: kept }),
    ...(infoId !== undefined && {
      info: { terminalId: infoId, ...optional('cwd', text(info?.cwd)), ...optional('commandLine', commandLineOf(update)) },
    }),
    ...(command && infoId === undefined && { command }),
    ...(output && { output }),
    ...(exit && exitId !== undefined && { exit: { terminalId: exitId, ...exitStatus(exit) } }),
  }
}

/** Drops updates that contain only an id; Codex sends one for each piece of output. */
function withMeta(update: ToolUpdate, _meta: JsonObject): ToolUpdate | undefined {
  const isEmpty = update.sessionUpdate === 'tool_call_update' && Object.keys(_meta).length === 0 && Object.keys(update).length === 3
  return isEmpty ? undefined : { ...update, _meta }
}

/** Codex omits the id of a delta if it equals the tool call's. */
function readOutput(value: unknown, fallbackId: string | undefined): TerminalMeta['output'] {
  const fields = typeof value === 'string' ? { data: value } : fieldsOf(value)
  const data = fields?.data
  const terminalId = text(fields?.terminal_id) ?? fallbackId
  return typeof data === 'string' && terminalId !== undefined ? { terminalId, data } : undefined
}

function laterCommand(update: {
  toolCallId: string
  rawInput?: unknown
  content?: readonly ToolCallContent[] | null
}): TerminalMeta['command'] {
  const commandLine = commandLineOf({ rawInput: update.rawInput })
  // Claude and Codex name the terminal after the call.
  const named = (update.content ?? []).flatMap(item => (item.type === 'terminal' ? [item.terminalId] : []))
  return commandLine === undefined ? undefined : { terminalIds: [update.toolCallId, ...named], commandLine }
}

/** Agents put the command into the raw input, as one line or as words; the title is the next best. */
function commandLineOf({ rawInput, title }: { rawInput?: unknown, title?: string | null }): string | undefined {
  const command = fieldsOf(rawInput)?.command
  if (Array.isArray(command) && command.length > 0 && command.every(word => typeof word === 'string'))
    return command.join(' ')
  return text(command) ?? text(title)
}

function exitStatus(exit: JsonObject): TerminalExitStatus {
  const { exit_code: exitCode, signal } = exit
  return { exitCode: Number.isInteger(exitCode) ? Number(exitCode) >>> 0 : null, signal: text(signal) ?? null }
}

function fieldsOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  // One computed key: TypeScript widens it to an index signature.
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string }
}
