import type { ModelRequest, ModelStep } from './script'
import type { OfferedTool } from './toolCalls'
import { findScriptSentence } from './prompts'

interface Part { text?: string, functionResponse?: unknown }
interface Declaration { name: string, parameters?: OfferedTool['schema'], parametersJsonSchema?: OfferedTool['schema'] }
interface Body { contents?: { role?: string, parts?: Part[] }[], tools?: { functionDeclarations?: Declaration[] }[] }

/** Reads a request of the Gemini API. Its URL says whether the response is streamed. */
export function readGemini(body: unknown): ModelRequest {
  const { contents = [], tools = [] } = body as Body
  const prompts = contents.map(({ role, parts = [] }) =>
    role === 'model' ? '' : findScriptSentence(parts.map(part => part.text ?? '').join('\n')),
  )
  const newest = prompts.findLastIndex(prompt => prompt !== '')
  const results = contents.slice(newest + 1).filter(({ parts = [] }) => parts.some(part => part.functionResponse !== undefined))
  const offered = tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .map(({ name, parameters, parametersJsonSchema }) => ({ name, schema: parametersJsonSchema ?? parameters ?? {} }))
  return {
    tools: offered,
    prompts: prompts.filter(prompt => prompt !== ''),
    answered: results.length,
    result: JSON.stringify(results.at(-1)?.parts ?? ''),
  }
}

/** Formats a step as the API's response, streamed (server-sent events) or whole. */
export function formatGemini({ text, call }: ModelStep): { events: string[], whole: unknown } {
  const usage = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }
  const calls = call ? [{ functionCall: { name: call.name, args: call.input } }] : []
  const content = (parts: unknown[], finishReason?: string) => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason !== undefined && { finishReason }) }],
    usageMetadata: usage,
    modelVersion: 'gemini-2.5-pro',
  })
  const answers = [
    ...text.split(/(?<= )/).map(word => content([{ text: word }])),
    content(calls.length > 0 ? calls : [{ text: '' }], 'STOP'),
  ]
  return { events: answers.map(answer => `data: ${JSON.stringify(answer)}\n\n`), whole: content([{ text }, ...calls], 'STOP') }
}
