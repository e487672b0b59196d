import type { ModelRequest, ModelStep } from './script'
import type { OfferedTool } from './toolCalls'
import { findScriptSentence } from './prompts'

interface Message { role: string, content?: string | { text?: string }[] | null }
interface Body { messages?: Message[], stream?: boolean, tools?: { function: { name: string, parameters?: OfferedTool['schema'] } }[] }

/** Reads a request of the OpenAI chat completions API. */
export function readChat(body: unknown): ModelRequest & { isStreamed: boolean } {
  const { messages = [], stream = false, tools = [] } = body as Body
  const prompts = messages.map(({ role, content }) =>
    role !== 'user'
      ? ''
      : findScriptSentence(
          typeof content === 'string' ? content : (content?.map(part => part.text ?? '').join('\n') ?? ''),
        ),
  )
  const newest = prompts.findLastIndex(prompt => prompt !== '')
  const results = messages.slice(newest + 1).filter(({ role }) => role === 'tool')
  return {
    tools: tools.map(tool => ({ name: tool.function.name, schema: tool.function.parameters ?? {} })),
    prompts: prompts.filter(prompt => prompt !== ''),
    answered: results.length,
    result: JSON.stringify(results.at(-1)?.content ?? ''),
    isStreamed: stream,
  }
}

/** Formats a step as the API's response, streamed (server-sent events) or whole. */
export function formatChat({ text, call }: ModelStep): { events: string[], whole: unknown } {
  const head = { id: `chatcmpl-${Date.now()}`, created: Math.floor(Date.now() / 1000), model: 'test-model' }
  const toolCalls = call && [
    { index: 0, id: `call_${Date.now()}`, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } },
  ]
  const finish = call ? 'tool_calls' : 'stop'
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  const deltas = [
    { role: 'assistant', content: '' },
    ...text.split(/(?<= )/).map(content => ({ content })),
    ...(toolCalls ? [{ tool_calls: toolCalls }] : []),
  ]
  const chunk = (choice: Record<string, unknown>, more: Record<string, unknown> = {}): string =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more })}\n\n`
  return {
    events: [
      ...deltas.map(delta => chunk({ delta, finish_reason: null })),
      chunk({ delta: {}, finish_reason: finish }, { usage }),
      'data: [DONE]\n\n',
    ],
    whole: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text, tool_calls: toolCalls }, finish_reason: finish }],
      usage,
    },
  }
}
