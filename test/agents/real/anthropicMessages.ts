import type { ModelRequest, ModelStep } from './script'
import type { OfferedTool } from './toolCalls'
import { findScriptSentence } from './prompts'

interface Block { type: string, text?: string }
interface Message { role: string, content: string | Block[] }
interface Body { messages?: Message[], stream?: boolean, tools?: { name: string, input_schema?: OfferedTool['schema'] }[] }

/** Reads a request of the Anthropic Messages API. */
export function readAnthropic(body: unknown): ModelRequest & { isStreamed: boolean } {
  const { messages = [], stream = false, tools = [] } = body as Body
  const prompts = messages.map(({ role, content }) =>
    role !== 'user' ? '' : findScriptSentence(typeof content === 'string' ? content : content.map(block => block.text ?? '').join('\n')),
  )
  const newest = prompts.findLastIndex(prompt => prompt !== '')
  const results = messages
    .slice(newest + 1)
    .filter(({ content }) => Array.isArray(content) && content.some(block => block.type === 'tool_result'))
  return {
    tools: tools.map(({ name, input_schema }) => ({ name, schema: input_schema ?? {} })),
    prompts: prompts.filter(prompt => prompt !== ''),
    answered: results.length,
    result: JSON.stringify(results.at(-1)?.content ?? ''),
    isStreamed: stream,
  }
}

/** Formats a step as the API's response, streamed (server-sent events) or whole. */
export function formatAnthropic({ text, call }: ModelStep): { events: string[], whole: unknown } {
  const stopReason = call ? 'tool_use' : 'end_turn'
  const message = {
    id: `msg_${Date.now()}`,
    type: 'message',
    role: 'assistant',
    model: 'test-model',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  }
  const toolUse = call && { type: 'tool_use', id: `toolu_${Date.now()}`, name: call.name, input: call.input }
  const payloads: Record<string, unknown>[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...text.split(/(?<= )/).map(word => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } })),
    { type: 'content_block_stop', index: 0 },
    ...toolUse
      ? [
          { type: 'content_block_start', index: 1, content_block: { ...toolUse, input: {} } },
          { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: JSON.stringify(toolUse.input) } },
          { type: 'content_block_stop', index: 1 },
        ]
      : [],
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ]
  return {
    events: payloads.map(payload => `event: ${String(payload.type)}\ndata: ${JSON.stringify(payload)}\n\n`),
    whole: { ...message, content: [{ type: 'text', text }, ...toolUse ? [toolUse] : []], stop_reason: stopReason },
  }
}
