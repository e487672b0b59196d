/** A model's tool as described by an agent, whichever API it uses. */
export interface OfferedTool {
  readonly name: string
  /** It takes text instead of parameters. */
  readonly takesText?: true
  /** Its namespace, if calls have one. */
  readonly namespace?: string | undefined
  /** The JSON schema of its parameters. */
  readonly schema: Schema
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

/** A call of a tool. */
export interface ToolCallOf {
  readonly name: string
  readonly namespace?: string | undefined
  readonly input: Record<string, unknown> | string
}

/** Values for a tool's parameters. */
type Value = 'path' | 'name' | 'pattern' | 'content' | 'command' | 'old' | 'new' | 'plan' | 'prompt' | 'description' | 'kind'
type Values = Partial<Record<Value, string | undefined>>

/** Agents' names for what a model can do. */
const names = {
  read: /^(?:read|read_?files?|view)$/i,
  readUnsaved: /(?:^|[^a-z])read_unsaved_file$/,
  search: /^(?:grep|grep_?search|search_?(?:files?|content))$/i,
  run: /^(?:bash|shell|run_?(?:shell|terminal)_?command|run_?commands?|exec_?command)$/i,
  edit: /^(?:edit|replace|editor|edit_?file|(?:str|search)_?replace|apply_patch)$/i,
  write: /^(?:write|write_?file|create|create_?file|editor|apply_patch)$/i,
  ask: /^(?:ask_?user_?question|request_user_input)$/i,
  plan: /^todo_?(?:list|write)$/i,
  propose: /^exit_?plan_?mode$/i,
  delegate: /^(?:task|agent|invoke_agent|spawn_agent)$/i,
} as const
export type Deed = keyof typeof names

/** Whether the agent offers such a tool. */
export function hasTool(tools: readonly OfferedTool[], deed: Deed): boolean {
  return tools.some(({ name }) => names[deed].test(stripServerName(name)))
}

/**
 * Creates a call of whichever tool the agent offers, with parameters filled in by name. `isPlain`: without optional
 * features of the tool.
 */
export function createCall(tools: readonly OfferedTool[], deed: Deed, values: Values, isPlain = false): ToolCallOf {
  const tool = findTool(tools, deed)
  if (tool.takesText)
    return { name: tool.name, input: patch(deed, values) }
  const isPatch = tool.name === 'apply_patch' && tool.schema.properties?.input !== undefined
  const input = isPatch ? { input: patch(deed, values) } : fillParameters(tool.schema, values, isPlain)
  const { name, namespace } = tool
  return { name, namespace, input: deed === 'delegate' ? { ...input, ...waiting(tool.schema) } : input }
}

/** Makes Qwen wait for its subagent, which is otherwise invisible. */
function waiting({ properties = {} }: Schema): Readonly<Record<string, unknown>> {
  return 'run_in_background' in properties ? { run_in_background: false } : {}
}

function patch(deed: Deed, values: Values): string {
  const lines = (sign: string, text = ''): string => text.replace(/^(?=.)/gm, sign)
  const change = deed === 'edit'
    ? `*** Update File: ${values.path}\n@@\n${lines('-', values.old)}\n${lines('+', values.new)}\n`
    : `*** Add File: ${values.path}\n${lines('+', values.content)}`
  return `*** Begin Patch\n${change}*** End Patch\n`
}

function fillParameters({ properties = {}, required = [] }: Schema, values: Values, isPlain: boolean): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [parameter, schema] of Object.entries(properties)) {
    const value = chooseValue(parameter, schema, values, isPlain)
    if (value !== undefined)
      input[parameter] = value
    else if (required.includes(parameter))
      input[parameter] = /timeout/i.test(parameter) ? longEnough : placeholders[schema.type ?? ''] ?? 1
  }
  return input
}

function chooseValue(parameter: string, { type, items }: Schema, values: Values, isPlain: boolean): unknown {
  if (items?.properties && listed.test(parameter))
    return [fillParameters(items, values, isPlain)]
  if (type === 'boolean')
    return undefined // a switch of any kind
  const [, kind] = kinds.find(([pattern]) => pattern.test(parameter)) ?? []
  const value = kind === undefined ? (isPlain ? undefined : whereOffered[parameter]) : values[kind]
  return value !== undefined && type === 'array' ? [value] : value
}

/** Parameters with lists of operations. */
const listed = /^(?:edits|files|commands)$/

/** The meaning of a parameter, by its name; the first match. */
const kinds = [
  [/^old/i, 'old'],
  [/^new/i, 'new'],
  [/subagent|agent_type|agent_name/i, 'kind'],
  [/^plan$/i, 'plan'],
  [/plan_filename/i, 'name'],
  [/^(?:prompt|task)$/i, 'prompt'],
  [/^pattern$/i, 'pattern'],
  [/^description$/i, 'description'],
  [/content|(?:^|_)text$/i, 'content'],
  [/path|file/i, 'path'],
  [/^(?:commands?|cmd)$/i, 'command'],
] as const

/** A time in milliseconds that is enough for every command of the script. */
const longEnough = 30_000

/** A placeholder for a required parameter of that type whose meaning is unknown. */
const placeholders: Readonly<Record<string, unknown>> = { string: 'as asked', boolean: false, array: [] }

/** Parameters with which Codex's model asks, and waits for a command. */
const whereOffered: Readonly<Record<string, unknown>> = {
  sandbox_permissions: 'require_escalated',
  justification: 'May it run?',
  yield_time_ms: longEnough,
}

/** Creates a call of a tool whose only parameter is a list. Items get only fields that the tool has. */
export function createListCall(tools: readonly OfferedTool[], deed: Deed, ...items: Record<string, unknown>[]): ToolCallOf {
  const tool = findTool(tools, deed)
  const [parameter, list] = Object.entries(tool.schema.properties ?? {}).find(([, { type }]) => type === 'array')!
  const known = list.items?.properties ?? {}
  return {
    name: tool.name,
    input: { [parameter]: items.map(item => Object.fromEntries(Object.entries(item).filter(([key]) => key in known))) },
  }
}

/** Strips the server's name from a tool's. The older Claude adapter gets its own tools from a server. */
function stripServerName(name: string): string {
  return name.replace(/^mcp__acp__/, '')
}

function findTool(tools: readonly OfferedTool[], deed: Deed): OfferedTool {
  const tool = tools.find(({ name }) => names[deed].test(stripServerName(name)))
  if (!tool)
    throw new Error(`the agent offers no tool to ${deed}: ${tools.map(tool => tool.name).join(', ')}`)
  return tool
}
