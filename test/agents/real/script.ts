/** A model's tool as an agent describes it, whichever API it speaks. */
export interface OfferedTool {
  readonly name: string
  /** The JSON schema of its parameters. */
  readonly schema: { readonly properties?: Record<string, { type?: string }>, readonly required?: readonly string[] }
}

/** What an agent asks of the model, whichever API it speaks. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[]
  /** The person's newest prompt that is one of the script's. */
  readonly prompt: string
  /** How many of the model's tool calls were answered since then. */
  readonly answered: number
}

/** What the model does next. */
export interface ModelStep {
  readonly text: string
  readonly call?: { readonly name: string, readonly input: Record<string, unknown> }
}

export const streamedAnswer = 'Hello from the scripted model, one word after the other.'
export const command = 'echo first-line; sleep 1; echo last-line'
export const fileName = 'made-by-the-agent.txt'
export const fileText = 'Written through the agent.\n'

/**
 * The script: "say hello" streams an answer, "write the file at PATH" writes, "run the command" runs. Anything else (a title,
 * a summary that an agent wants on the side) gets two words.
 */
export function nextStep({ tools, prompt, answered }: ModelRequest): ModelStep {
  if (/say hello/.test(prompt))
    return { text: streamedAnswer }
  const path = /write the file at (\S+)/.exec(prompt)?.[1]
  if (path !== undefined)
    return answered === 0 ? { text: 'I write the file.', call: callOf(tools, /^(?:write|write_?file|create_?file)$/i, { path, content: fileText }) } : { text: 'The file is written.' }
  if (/run the command/.test(prompt))
    return answered === 0 ? { text: 'I run the command.', call: callOf(tools, /^(?:bash|shell|run_?shell_?command|run_?command|exec_?command)$/i, { command }) } : { text: 'The command has run.' }
  return { text: 'Scripted thread' }
}

/** Fills the parameters of whichever tool the agent offers, by their names. */
function callOf(tools: readonly OfferedTool[], name: RegExp, values: { path?: string, content?: string, command?: string }): NonNullable<ModelStep['call']> {
  const tool = tools.find(tool => name.test(tool.name))
  if (!tool)
    throw new Error(`the agent offers no tool like ${name}: ${tools.map(tool => tool.name).join(', ')}`)
  const input: Record<string, unknown> = {}
  for (const [parameter, { type }] of Object.entries(tool.schema.properties ?? {})) {
    const value = /path|file/i.test(parameter) ? values.path : /content|text/i.test(parameter) ? values.content : /^(?:command|cmd)$/i.test(parameter) ? values.command : undefined
    if (value !== undefined)
      input[parameter] = value
    else if (tool.schema.required?.includes(parameter))
      input[parameter] = type === 'string' ? 'as asked' : type === 'boolean' ? false : type === 'array' ? [] : 1
  }
  return { name: tool.name, input }
}
