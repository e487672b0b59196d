import { parse } from 'jsonc-parser'
import { isJsonObject } from '../../../shared/text/jsonObject'

/** An agent as a command line or another program's settings describe it. */
interface PastedAgent {
  readonly name?: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** No agent's settings are that long. */
const maxCharacters = 20_000
/** Under these names Parley, Zed and other programs keep their agents. */
const listNames = ['agent_servers', 'agentServers', 'agents']

/** Reads an agent's JSON as Parley and Zed keep it: one agent, a list of which the first is taken, or a part of one. */
export function readAgentJson(text: string): PastedAgent | undefined {
  const pasted = text.trim().replace(/,$/, '')
  if (pasted.length > maxCharacters || !/^["{]/.test(pasted) || !pasted.includes('{'))
    return undefined
  // A part of a file is often copied without its outer braces.
  const value: unknown = parse(pasted.startsWith('{') ? pasted : `{${pasted}}`, [], { allowTrailingComma: true })
  if (!isJsonObject(value))
    return undefined
  const list = listNames.map(name => value[name]).find(isJsonObject) ?? value
  const [name, agent] = 'command' in list ? [list.name, list] : Object.entries(list)[0] ?? []
  if (!isJsonObject(agent) || typeof agent.command !== 'string')
    return undefined
  const args = Array.isArray(agent.args) ? agent.args.filter(arg => typeof arg === 'string') : []
  const env = Object.entries(isJsonObject(agent.env) ? agent.env : {}).filter(([, value]) => typeof value === 'string')
  // cast: only texts are left
  return { ...typeof name === 'string' && { name }, command: agent.command, args, env: Object.fromEntries(env) as Record<string, string> }
}

/**
 * Splits a command line such as `npx -y agent`, without what only a shell does. `undefined` where there is nothing to
 * split, or it is a path, which may have blanks.
 */
export function splitCommandLine(text: string): Pick<PastedAgent, 'command' | 'args'> | undefined {
  const line = text.trim()
  if (!/\s/.test(line) || /^(?:[/~.]|[A-Z]:)/i.test(line))
    return undefined
  const parts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, plain = '']) => double?.replaceAll(/\\(.)/g, '$1') ?? single ?? plain)
  const [command, ...args] = parts
  return command && args.length > 0 ? { command, args } : undefined
}
