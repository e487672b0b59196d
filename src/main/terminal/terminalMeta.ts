import type { SessionUpdate, TerminalExitStatus, ToolCallContent } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../shared/text/jsonObject'

/** An agent's report in `_meta` about a terminal that it runs itself, as sent by Claude and Codex. */
export interface TerminalMeta {
  /** The update for the log, without the terminal's output. Absent if it contained nothing else. */
  readonly update?: SessionUpdate
  readonly info?: { readonly terminalId: string, readonly cwd?: string, readonly commandLine?: string }
  /** The command for existing terminals, because some agents report it only after the terminal. */
  readonly command?: { readonly terminalIds: readonly string[], readonly commandLine: string }
  /** Text to append. */
  readonly output?: { readonly terminalId: string, readonly data: string }
  readonly exit?: { readonly terminalId: string } & TerminalExitStatus
}

type ToolUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' | 'tool_call_update' }>

/** Extracts the terminal parts of an update's `_meta`. Leaves parts of an unknown shape in place. */
export function extractTerminalMeta(update: SessionUpdate): TerminalMeta {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
    return { update }
  const command = extractCommand(update)
  const meta = toObject(update._meta)
  if (!meta)
    return { update, ...command && { command } }
  const { terminal_output: whole, terminal_output_delta: delta, ...rest } = meta
  const fallbackId = toNonEmptyText(update.toolCallId)
  const info = toObject(meta.terminal_info)
  const infoId = toNonEmptyText(info?.terminal_id)
  const output = readOutput(whole, fallbackId) ?? readOutput(delta, fallbackId)
  const exit = toObject(meta.terminal_exit)
  const exitId = toNonEmptyText(exit?.terminal_id) ?? (exit && fallbackId)
  const kept = output ? withMeta(update, rest) : update
  return {
    ...(kept && { update: kept }),
    ...(infoId !== undefined && {
      info: {
        terminalId: infoId,
        ...toOptional('cwd', toNonEmptyText(info?.cwd)),
        ...toOptional('commandLine', findCommandLine(update)),
      },
    }),
    ...(command && infoId === undefined && { command }),
    ...(output && { output }),
    ...(exit && exitId !== undefined && { exit: { terminalId: exitId, ...toExitStatus(exit) } }),
  }
}

/** Drops an update that contains only its id, because Codex sends one for each chunk of output. */
function withMeta(update: ToolUpdate, _meta: JsonObject): ToolUpdate | undefined {
  const isEmpty = update.sessionUpdate === 'tool_call_update'
    && Object.keys(_meta).length === 0
    && Object.keys(update).length === 3
  return isEmpty ? undefined : { ...update, _meta }
}

/** Codex omits the terminal id of a delta if it equals the tool call's id. */
function readOutput(value: unknown, fallbackId: string | undefined): TerminalMeta['output'] {
  const fields = typeof value === 'string' ? { data: value } : toObject(value)
  const data = fields?.data
  const terminalId = toNonEmptyText(fields?.terminal_id) ?? fallbackId
  return typeof data === 'string' && terminalId !== undefined ? { terminalId, data } : undefined
}

function extractCommand(update: {
  toolCallId: string
  rawInput?: unknown
  content?: readonly ToolCallContent[] | null
}): TerminalMeta['command'] {
  const commandLine = findCommandLine({ rawInput: update.rawInput })
  // Claude and Codex use the tool call's id as the terminal id.
  const named = (update.content ?? []).flatMap(item => (item.type === 'terminal' ? [item.terminalId] : []))
  return commandLine === undefined ? undefined : { terminalIds: [update.toolCallId, ...named], commandLine }
}

/** Agents send the command in the raw input, as a line or as words. Falls back to the title. */
function findCommandLine({ rawInput, title }: { rawInput?: unknown, title?: string | null }): string | undefined {
  const command = toObject(rawInput)?.command
  if (Array.isArray(command) && command.length > 0 && command.every(word => typeof word === 'string'))
    return command.join(' ')
  return toNonEmptyText(command) ?? toNonEmptyText(title)
}

function toExitStatus(exit: JsonObject): TerminalExitStatus {
  const { exit_code: exitCode, signal } = exit
  return { exitCode: Number.isInteger(exitCode) ? Number(exitCode) >>> 0 : null, signal: toNonEmptyText(signal) ?? null }
}

function toObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function toOptional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  // TypeScript widens a computed key to an index signature.
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string }
}
