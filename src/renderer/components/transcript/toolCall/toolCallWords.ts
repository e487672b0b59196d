import type { ToolCall, ToolCallLocation } from '@agentclientprotocol/sdk'
import type { shownStatus } from '../../../../shared/thread/selectors'
import { formatDuration, formatJson } from '../../../text/format'

const kindWords: Readonly<Record<string, string>> = { execute: 'run', switch_mode: 'mode', other: 'tool' }

/** A tool call's kind, short enough for a chip; kinds this version does not know stay as they are. */
export function toolKindWords(kind: string | undefined): string {
  return kindWords[kind ?? 'other'] ?? kind ?? 'tool'
}

/** Status and how long it took or has taken. */
export function toolStatusWords(status: ReturnType<typeof shownStatus>, elapsedMs: number | undefined): string {
  const span = elapsedMs === undefined || elapsedMs < 50 ? '' : ` ${formatDuration(elapsedMs)}`
  switch (status) {
    case 'pending': return 'waiting'
    case 'in_progress': return `running${span}`
    case 'completed': return `✓${span}`
    case 'failed': return `failed${span}`
    case 'cancelled': return 'cancelled'
  }
}

/** Where a tool call works, without what its title already says. The whole path belongs into a tooltip. */
export function locationWords({ path, line }: ToolCallLocation, title: string): string | undefined {
  const short = path.split(/[/\\]/).slice(-3).join('/')
  const name = short.slice(short.lastIndexOf('/') + 1)
  if (name !== '' && title.includes(name))
    return line ? `line ${line}` : undefined
  return line ? `${short}:${line}` : short
}

/** What a command printed, for agents that report it in `rawOutput` only (OpenCode, Cline, codex-acp before 0.9). */
export function rawOutputText({ kind, rawOutput }: ToolCall): string | undefined {
  if (kind !== 'execute' || rawOutput === undefined || rawOutput === null)
    return undefined
  if (typeof rawOutput === 'string')
    return rawOutput
  if (typeof rawOutput !== 'object')
    return undefined
  const fields = rawOutput as Record<string, unknown>
  const texts = ['aggregated_output', 'formatted_output', 'output', 'stdout', 'stderr'].flatMap(name =>
    typeof fields[name] === 'string' && fields[name] !== '' ? [fields[name]] : [],
  )
  const printed
    = typeof fields.stdout === 'string' ? texts.filter(text => text === fields.stdout || text === fields.stderr) : texts.slice(0, 1)
  return printed.length > 0 ? printed.join('\n') : formatJson(rawOutput)
}
