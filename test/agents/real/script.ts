/** A model's tool as an agent describes it, whichever API it speaks. */
export interface OfferedTool {
  readonly name: string
  /** The JSON schema of its parameters. */
  /** Instead of parameters it takes a text. */
  readonly takesText?: true
  readonly schema: Schema
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

/** What an agent asks of the model, whichever API it speaks. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[]
  /** The person's prompts that are the script's, oldest first. */
  readonly prompts: readonly string[]
  /** How many of the model's tool calls were answered since the newest of them. */
  readonly answered: number
  /** The newest answer to a tool call, as text. */
  readonly result: string
}

/** What the model does next. */
export interface ModelStep {
  readonly text: string
  readonly call?: { readonly name: string, readonly input: Record<string, unknown> | string }
  /** Between two words. */
  readonly paceMs?: number
}

export const greeting = 'Hello from the scripted model.'
/** Long enough that an agent which is still busy with its own start sends the end of it as it comes. */
export const slowAnswer = `I count: ${Array.from({ length: 30 }, (_, index) => index + 1).join(' ')} and that is all.`
/**
 * It changes something, or some agents would run it unasked. It says nothing at first: Codex loses what comes at once. Its output is
 * nowhere in its text, so
 * that a test cannot take one for the other.
 */
export const command = 'touch made-by-the-command.txt; sleep 1; printf "first-%s\\n" 42; sleep 3; printf "last-%s\\n" 43'
export const endlessCommand = 'touch made-by-the-command.txt; sleep 1; printf "began-%s\\n" 44; sleep 600'
export const fileName = 'made-by-the-agent.txt'
export const fileText = 'Written through the agent.\n'

/**
 * The script: "say hello" answers, "count slowly" streams an answer, "write the file at PATH" writes, "run the command" runs, "run the
 * endless command" runs until
 * it is stopped, "ask me a question" asks and tells the answer, "make a plan" writes one, "repeat my first message" tells what the agent
 * remembers. Anything else (a title, a summary that an agent wants on the
 * side) gets two words.
 */
export function nextStep({ tools, prompts, answered, result }: ModelRequest): ModelStep {
  const prompt = prompts.at(-1) ?? ''
  if (tools.length === 0)
    return { text: 'Scripted thread' }
  if (/say hello/.test(prompt))
    return { text: greeting }
  if (/count slowly/.test(prompt))
    return { text: slowAnswer, paceMs: 120 }
  if (/repeat my first message/.test(prompt))
    return { text: `Your first message was: ${prompts[0]}` }
  const path = /write the file at (\S+)/.exec(prompt)?.[1]
  if (path !== undefined) {
    return answered === 0
      ? { text: 'I write the file.', call: callOf(tools, /^(?:write|write_?file|create_?file|apply_patch)$/i, { path, content: fileText }) }
      : { text: 'The file is written.' }
  }
  if (/run the (?:endless )?command/.test(prompt)) {
    return answered === 0
      ? {
          text: 'I run the command.',
          call: callOf(tools, /^(?:bash|shell|run_?shell_?command|run_?command|exec_?command)$/i, {
            command: prompt.includes('endless') ? endlessCommand : command,
          }),
        }
      : { text: 'The command has run.' }
  }
  if (/ask me a question/.test(prompt)) {
    return answered === 0
      ? { text: 'I have a question.', call: listCall(tools, /^(?:ask_?user_?question|request_user_input)$/i, question) }
      : { text: `The answer was: ${result}` }
  }
  if (/make a plan/.test(prompt))
    return answered === 0 ? { text: 'I make a plan.', call: listCall(tools, /^todo_?list$/i, ...plan) } : { text: 'The plan is made.' }
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
const plan = [{ title: 'Look around', status: 'done' }, { title: 'Do the work', status: 'in_progress' }]

/** Fills the parameters of whichever tool the agent offers, by their names. */
function callOf(
  tools: readonly OfferedTool[],
  name: RegExp,
  values: { path?: string, content?: string, command?: string },
): NonNullable<ModelStep['call']> {
  const tool = findTool(tools, name)
  if (tool.takesText) {
    return {
      name: tool.name,
      input: `*** Begin Patch\n*** Add File: ${values.path}\n${values.content?.replace(/^(?=.)/gm, '+')}*** End Patch\n`,
    }
  }
  const input: Record<string, unknown> = {}
  for (const [parameter, { type }] of Object.entries(tool.schema.properties ?? {})) {
    const [, kind] = kinds.find(([pattern]) => pattern.test(parameter)) ?? []
    const value = kind === undefined ? whereOffered[parameter] : values[kind]
    if (value !== undefined)
      input[parameter] = value
    else if (tool.schema.required?.includes(parameter))
      input[parameter] = placeholders[type ?? ''] ?? 1
  }
  return { name: tool.name, input }
}

/** What a parameter is, by its name; the first that fits. */
const kinds = [
  [/path|file/i, 'path'],
  [/content|text/i, 'content'],
  [/^(?:command|cmd)$/i, 'command'],
] as const

/** What stands in for a required parameter of that type of which nothing is known. */
const placeholders: Readonly<Record<string, unknown>> = { string: 'as asked', boolean: false, array: [] }

/** Calls a tool whose only parameter is a list, its items with what the tool knows of them. */
function listCall(tools: readonly OfferedTool[], name: RegExp, ...items: Record<string, unknown>[]): NonNullable<ModelStep['call']> {
  const tool = findTool(tools, name)
  const [parameter, list] = Object.entries(tool.schema.properties ?? {}).find(([, { type }]) => type === 'array')!
  const known = list.items?.properties ?? {}
  return {
    name: tool.name,
    input: { [parameter]: items.map(item => Object.fromEntries(Object.entries(item).filter(([key]) => key in known))) },
  }
}

function findTool(tools: readonly OfferedTool[], name: RegExp): OfferedTool {
  const tool = tools.find(tool => name.test(tool.name))
  if (!tool)
    throw new Error(`the agent offers no tool like ${name}: ${tools.map(tool => tool.name).join(', ')}`)
  return tool
}

/** Codex asks only where its model wants out of the sandbox, and calls a command done after a while. */
const whereOffered: Readonly<Record<string, unknown>> = {
  sandbox_permissions: 'require_escalated',
  justification: 'May it run?',
  yield_time_ms: 30_000,
}
