import type { ModelRequest, ModelStep } from './script'
import type { OfferedTool, ToolCallOf } from './toolCalls'
import { findScriptSentence } from './prompts'

interface Item { type?: string, role?: string, content?: string | { text?: string }[], output?: unknown, tools?: Tool[] }
interface Tool { type: string, name?: string, parameters?: OfferedTool['schema'], tools?: Tool[] }
interface Body { input?: Item[] | string, stream?: boolean, tools?: Tool[] }

/** Reads a request of the OpenAI Responses API. A tool of type "custom" takes a text instead of parameters. */
export function readResponses(body: unknown): ModelRequest & { isStreamed: boolean } {
  const { input = [], stream = false, tools = [] } = body as Body
  const items: Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const prompts = items.map(({ role, content }) =>
    role !== 'user'
      ? ''
      : findScriptSentence(
          typeof content === 'string' ? content : (content?.map(part => part.text ?? '').join('\n') ?? ''),
        ),
  )
  const newest = prompts.findLastIndex(prompt => prompt !== '')
  const results = items.slice(newest + 1).filter(({ type }) => type?.endsWith('_call_output'))
  const found = items.slice(newest + 1).flatMap(({ type, tools: more = [] }) => type === 'tool_search_output' ? more : [])
  const offered = [...tools, ...found].flatMap(tool => listOffered(tool))
  return {
    tools: offered,
    prompts: prompts.filter(prompt => prompt !== ''),
    answered: results.length,
    result: JSON.stringify(results.at(-1)?.output ?? ''),
    isStreamed: stream,
  }
}

function listOffered({ type, name = type, parameters = {}, tools = [] }: Tool, namespace?: string): OfferedTool[] {
  switch (type) {
    case 'namespace':
      return tools.flatMap(tool => listOffered(tool, name))
    case 'custom':
      return [{ name, takesText: true, schema: {} }]
    case 'function':
    case 'tool_search':
      return [{ name, namespace, schema: parameters }]
    default:
      return [] // done by the API itself
  }
}

/** Formats a call, depending on the kind of its tool. */
function formatCall({ name, namespace, input }: ToolCallOf, now: number): Record<string, unknown> {
  const call = { status: 'completed', call_id: `call_${now}` }
  if (name === 'tool_search')
    return { id: `ts_${now}`, type: 'tool_search_call', execution: 'client', arguments: input, ...call }
  if (typeof input === 'string')
    return { id: `ctc_${now}`, type: 'custom_tool_call', name, input, ...call }
  return { id: `fc_${now}`, type: 'function_call', name, namespace, arguments: JSON.stringify(input), ...call }
}

/** Formats a step as the API's response, streamed (server-sent events) or whole. */
export function formatResponses({ text, call }: ModelStep): { events: string[], whole: unknown } {
  const now = Date.now()
  const message = {
    id: `msg_${now}`,
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
  const toolCall = call && formatCall(call, now)
  const output = [message, ...toolCall ? [toolCall] : []]
  const head = { id: `resp_${now}`, object: 'response', created_at: Math.floor(now / 1000), model: 'test-model' }
  const whole = {
    ...head,
    status: 'completed',
    output,
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 120,
    },
  }
  const payloads: Record<string, unknown>[] = [
    { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...message, status: 'in_progress', content: [] } },
    ...text
      .split(/(?<= )/)
      .map(delta => ({ type: 'response.output_text.delta', item_id: message.id, output_index: 0, content_index: 0, delta })),
    ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    { type: 'response.completed', response: whole },
  ]
  return {
    events: payloads.map(
      (payload, sequence_number) => `event: ${String(payload.type)}\ndata: ${JSON.stringify({ ...payload, sequence_number })}\n\n`,
    ),
    whole,
  }
}
