import type { ToolCall } from '@agentclientprotocol/sdk'
import { formatJson } from '../../../text/format'

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
