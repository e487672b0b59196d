import { longTaskStep } from './longTask'
import { planStep } from './proposal'
import { taskStep } from './task'
import { createCall, createListCall, hasTool, type OfferedTool, type ToolCallOf } from './toolCalls'

/** A request to the model, whichever API the agent uses. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[]
  /** The person's prompts that belong to the script, oldest first. */
  readonly prompts: readonly string[]
  /** Number of the model's tool calls answered since the latest of them. */
  readonly answered: number
  /** The latest result of a tool call, as text. */
  readonly result: string
  /** Where the agent wants its plan to be written before it is proposed. */
  readonly planFile?: string | undefined
}

/** A step of the model. */
export interface ModelStep {
  readonly text: string
  readonly call?: ToolCallOf
  /** Pause between two words. */
  readonly paceMs?: number
  /** The model responds with this HTTP status instead. */
  readonly status?: number
}

export const greeting = 'Hello from the scripted model.'
/** Long enough for an agent that is still starting to stream the end of it. */
export const slowAnswer = `I count: ${Array.from({ length: 30 }, (_, index) => index + 1).join(' ')} and that is all.`
/**
 * Changes something, or some agents would run it without asking. Silent at first, because Codex loses early output. Its
 * output does not appear in its text, so that tests can tell them apart.
 */
export const command = 'touch made-by-the-command.txt; sleep 1; printf "first-%s\\n" 42; sleep 3; printf "last-%s\\n" 43'
export const shortCommand = 'mkdir -p made-by-the-short-command'
export const endlessCommand = 'touch made-by-the-command.txt; sleep 1; printf "began-%s\\n" 44; sleep 600'
export const fileName = 'made-by-the-agent.txt'
export const fileText = 'Written through the agent.\n'

/** The script, by the sentences of `prompts.ts`. Other requests (a title, a summary) get two words. */
export function nextStep({ tools, prompts, answered, result, planFile }: ModelRequest): ModelStep {
  const prompt = prompts.at(-1) ?? ''
  const status = /fail with (\d+)/.exec(prompt)?.[1]
  if (status !== undefined)
    return { text: '', status: Number(status) }
  if (tools.length === 0)
    return { text: 'Scripted thread' }
  if (/say hello/.test(prompt))
    return { text: greeting }
  if (/count slowly/.test(prompt))
    return { text: slowAnswer, paceMs: 120 }
  if (/repeat my first message/.test(prompt))
    return { text: `Your first message was: ${prompts[0]}` }
  if (/say nothing/.test(prompt))
    return { text: '' }
  const [, size, task] = /do the (long )?task at (\S+)/.exec(prompt) ?? []
  if (task !== undefined)
    return size === undefined ? taskStep(tools, task, answered) : longTaskStep(tools, task, answered)
  const path = /write the file at (\S+)/.exec(prompt)?.[1]
  if (path !== undefined) {
    const call = createCall(tools, 'write', { path, content: fileText })
    return answered === 0 ? { text: 'I write the file.', call } : { text: 'The file is written.' }
  }
  const read = /read the file at (\S+)/.exec(prompt)?.[1]
  if (read !== undefined) {
    // Codex has no tool to read, and offers those of servers only to a model that searches for them.
    if (!hasTool(tools, 'readUnsaved') && !hasTool(tools, 'read'))
      return { text: 'I look for a tool.', call: { name: 'tool_search', input: { query: 'read a file with unsaved text' } } }
    const call = createCall(tools, hasTool(tools, 'readUnsaved') ? 'readUnsaved' : 'read', { path: read }, true)
    return answered === 0 ? { text: 'I read the file.', call } : { text: `The file says: ${result}` }
  }
  const [, which] = /run the (short |endless )?command/.exec(prompt) ?? []
  if (/run the (?:\w+ )?command/.test(prompt)) {
    const line = which === undefined ? command : which === 'short ' ? shortCommand : endlessCommand
    return answered === 0
      ? { text: 'I run the command.', call: createCall(tools, 'run', { command: line }) }
      : { text: 'The command has run.' }
  }
  if (/use a subagent/.test(prompt)) {
    const [, kind = ''] = /use a subagent \((\S+)\)/.exec(prompt) ?? []
    const order = { description: 'Run it for me', prompt: 'run the short command', kind }
    return answered === 0 ? { text: 'I use a subagent.', call: createCall(tools, 'delegate', order) } : { text: 'The subagent is done.' }
  }
  if (/propose a plan/.test(prompt))
    return planStep({ tools, answered, result, planFile })
  if (/ask me a question/.test(prompt)) {
    return answered === 0
      ? { text: 'I have a question.', call: createListCall(tools, 'ask', question) }
      : { text: `The answer was: ${result}` }
  }
  if (/make a plan/.test(prompt))
    return answered === 0 ? { text: 'I make a plan.', call: createListCall(tools, 'plan', ...plan) } : { text: 'The plan is made.' }
  return { text: 'Scripted thread' }
}

const question = {
  id: 'colour',
  question: 'Which colour shall it be?',
  header: 'Colour',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'A warm one' },
    { label: 'Blue', description: 'A cold one' },
  ],
}
const plan = [step('Look around', 'pending'), step('Do the work', 'in_progress')]

/** Field names of Kimi's list, and of Claude's. */
function step(title: string, status: string): Record<string, unknown> {
  return { title, content: title, activeForm: title, status }
}
