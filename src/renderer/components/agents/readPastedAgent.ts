import { isJsonObject } from '../../../shared/text/jsonObject'
import { looksLikeJson, parsePastedJson, splitCommandWords } from '../../text/pastedText'

/** An agent from another program's settings or a command line. */
interface PastedAgent {
  readonly name?: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Longer than any agent's settings. */
const maxPasted = 20_000
/** Keys under which Parley, Zed and other programs store agents. */
const listNames = ['agent_servers', 'agentServers', 'agents']

/** Reads an agent from JSON in the format of Parley or Zed: one agent, the first of a list, or a part of one. */
export function readAgentJson(text: string): PastedAgent | undefined {
  const pasted = text.trim()
  const value = pasted.length <= maxPasted && looksLikeJson(pasted) ? parsePastedJson(pasted) : undefined
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
 * Splits a command line such as `npx -y agent`. `undefined` if there is nothing to split, or it is a path, which may
 * have blanks.
 */
export function splitCommandLine(text: string): Pick<PastedAgent, 'command' | 'args'> | undefined {
  const line = text.trim()
  const isPath = /^(?:[/~.]|[A-Z]:)/i.test(line)
  const [command, ...args] = isPath ? [] : splitCommandWords(line).map(({ text }) => text)
  return command && args.length > 0 ? { command, args } : undefined
}
