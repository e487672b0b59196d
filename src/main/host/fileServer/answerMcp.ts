import type { Report } from '../../system/report'
import { z } from 'zod'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { safeParse } from '../../../shared/text/safeParse'
import { callUnsavedTool, instructions, type ToolAnswer, type UnsavedSource, unsavedTools } from './unsavedTools'

/** Supported MCP versions. The differences between them don't matter here. */
const versions = ['2025-06-18', '2025-03-26', '2024-11-05']
const [newestVersion] = versions
/** Long texts are written in pieces of this length, so that other work is not blocked. */
const pieceLength = 128 * 1024

const request = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
})
const call = z.looseObject({ name: z.string(), arguments: z.unknown().optional() })

interface McpContext {
  readonly source: UnsavedSource
  readonly version: string
  readonly report: Report
}

/** Answers a message with a line in pieces, or `undefined` for a notification. Never rejects. */
export async function answerMcp(
  line: string,
  { source, version, report }: McpContext,
): Promise<Iterable<string> | undefined> {
  const message = parseJson(line)
  const { success, data } = safeParse(request, message)
  if (!success)
    return [createError(isJsonObject(message) ? getId(message) : null, -32_600, 'This is no request of JSON-RPC 2.0.')]
  const { id, method, params } = data
  if (id === undefined)
    return undefined
  const result = (value: unknown): string[] => [JSON.stringify({ jsonrpc: '2.0', id, result: value })]
  switch (method) {
    case 'initialize': {
      const asked = isJsonObject(params) ? params.protocolVersion : undefined
      return result({
        protocolVersion: versions.find(version => version === asked) ?? newestVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'parley', version },
        instructions,
      })
    }
    case 'ping':
      return result({})
    case 'tools/list':
      return result({ tools: unsavedTools })
    case 'tools/call': {
      const named = safeParse(call, params)
      try {
        const answer = named.success && await callUnsavedTool(named.data.name, named.data.arguments ?? {}, source)
        return answer ? streamPieces(id, answer) : [createError(id, -32_602, 'There is no such tool.')]
      }
      catch (error) {
        report(error, 'answering an agent about unsaved files')
        return [createError(id, -32_603, 'Parley could not look at its unsaved files.')]
      }
    }
    default:
      return [createError(id, -32_601, `There is no method "${method.slice(0, 100)}".`)]
  }
}

/** Yields a JSON response with the long text as its last value. */
function* streamPieces(id: string | number, { content: [{ text }], ...more }: ToolAnswer): Generator<string> {
  const content = [{ type: 'text', text: '' }]
  const [head, tail] = JSON.stringify({ jsonrpc: '2.0', id, result: { ...more, content } }).split(/(?<="text":")(?=")/)
  yield head!
  for (let at = 0; at < text.length; at += pieceLength)
    yield JSON.stringify(text.slice(at, at + pieceLength)).slice(1, -1)
  yield tail!
}

/** Creates an error response to any request. */
export function createMcpRefusal(line: string, why: string): string {
  const message = parseJson(line)
  return createError(isJsonObject(message) ? getId(message) : null, -32_000, why)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  }
  catch {
    return undefined // not a request
  }
}

function getId({ id }: { id?: unknown }): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function createError(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}
