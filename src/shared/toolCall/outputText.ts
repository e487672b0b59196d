import type { ToolCall } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../text/jsonObject'

/**
 * The output of agents that report it only in `rawOutput` (OpenCode, Cline, MCP tool calls): of commands, of tools of
 * kind `other` without content, and the error of any failed call.
 */
export function getOutputText({ kind = 'other', status, content, rawOutput }: ToolCall): string | undefined {
  const isWanted = kind === 'execute' || kind === 'other' || status === 'failed'
  if (!isWanted || rawOutput === undefined || rawOutput === null || (content?.length ?? 0) > 0)
    return undefined
  if (typeof rawOutput === 'string')
    return rawOutput
  if (typeof rawOutput !== 'object')
    return undefined
  const texts = isJsonObject(rawOutput) ? listOutput(rawOutput) : []
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(rawOutput, undefined, 2)
}

function listOutput(fields: JsonObject): readonly string[] {
  const { stdout, stderr, content, error } = fields
  if (typeof stdout === 'string')
    return [stdout, stderr].filter(isNonEmptyString)
  if (Array.isArray(content)) // an MCP tool result
    return content.flatMap(item => isJsonObject(item) && isNonEmptyString(item.text) ? [item.text] : [])
  const message = isJsonObject(error) ? error.message : error
  const { aggregated_output: aggregated, formatted_output: formatted, output, message: said } = fields
  return [aggregated, formatted, output, message, said, stderr].filter(isNonEmptyString).slice(0, 1)
}

function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
