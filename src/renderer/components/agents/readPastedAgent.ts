import { isJsonObject } from '../../../shared/text/jsonObject'
import { looksLikeJson, parseCommandLine, parsePastedJson, type PastedCommand } from '../../text/pastedText'

/** An agent read from another program's settings. */
type PastedAgent = { readonly name?: string } & (PastedCommand | {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
})

/** More characters than any agent's settings have. */
const maxPastedLength = 20_000
/** Keys under which Parley, Zed and other programs store agents. */
const listNames = ['agent_servers', 'agentServers', 'agents']

/** Reads an agent from JSON in the format of Parley or Zed: one agent, the first of a list, or a part of one. */
export function readAgentJson(text: string): PastedAgent | undefined {
  const pasted = text.trim()
  const value = pasted.length <= maxPastedLength && looksLikeJson(pasted) ? parsePastedJson(pasted) : undefined
  if (!isJsonObject(value))
    return undefined
  const list = listNames.map(name => value[name]).find(isJsonObject) ?? value
  const [name, agent] = 'command' in list || 'url' in list ? [list.name, list] : Object.entries(list)[0] ?? []
  if (!isJsonObject(agent))
    return undefined
  const named = typeof name === 'string' ? { name } : {}
  if (typeof agent.url === 'string')
    return { ...named, url: agent.url, headers: pickStrings(agent.headers) }
  if (typeof agent.command !== 'string')
    return undefined
  const args = Array.isArray(agent.args) ? agent.args.filter(arg => typeof arg === 'string') : []
  return { ...named, command: agent.command, args, env: pickStrings(agent.env) }
}

/** Splits a command line such as `npx -y agent`. Returns `undefined` for a single word or a path with spaces. */
export function splitCommandLine(text: string): PastedCommand | undefined {
  const isPath = /^(?:[/~.]|[A-Z]:)/i.test(text.trim())
  const parsed = isPath ? undefined : parseCommandLine(text)
  return parsed && (parsed.args.length > 0 || Object.keys(parsed.env).length > 0) ? parsed : undefined
}

function pickStrings(values: unknown): Record<string, string> {
  const texts = Object.entries(isJsonObject(values) ? values : {}).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts) as Record<string, string> // only texts are left
}
