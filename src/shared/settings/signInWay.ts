import type { AuthMethod } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../text/jsonObject'
import { listKeyVariables } from './keyVariables'

interface TerminalCommand { readonly args: readonly string[], readonly env: Readonly<Record<string, string>> }

/** How to run a sign-in method. */
export type SignInKind
  /** The agent signs in on request and opens the browser itself. */
  = | { readonly kind: 'agent' }
  /** The agent's own command with additional arguments, in a terminal. */
    | { readonly kind: 'terminal' } & TerminalCommand
  /** A command named by the agent, in a terminal: used by agents that predate ACP's `terminal` type. */
    | { readonly kind: 'command', readonly command: string } & TerminalCommand
  /** The agent reads a key from its environment when it starts. */
    | { readonly kind: 'key' }
  /** Not supported by this version. */
    | { readonly kind: 'unknown', readonly type: string }

/**
 * Determines how to run a sign-in method. A method without a type is run by the agent, unless it describes a command
 * like older agents do.
 */
export function getSignInKind(method: AuthMethod): SignInKind {
  // agents may send types that are not in the union yet
  const { type, args, env, _meta } = method as { type?: unknown, args?: unknown, env?: unknown, _meta?: unknown }
  if (type === 'env_var' && listKeyVariables(method).length > 0)
    return { kind: 'key' }
  if (type === 'terminal')
    return { kind: 'terminal', args: readTexts(args), env: readVariables(env) }
  const legacy = isJsonObject(_meta) ? _meta['terminal-auth'] : undefined
  if (isJsonObject(legacy) && typeof legacy.command === 'string' && legacy.command !== '')
    return { kind: 'command', command: legacy.command, args: readTexts(legacy.args), env: readVariables(legacy.env) }
  return type === undefined || type === null || type === 'agent'
    ? { kind: 'agent' }
    : { kind: 'unknown', type: String(type) }
}

function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** Accepts both a map, which sign-in methods use, and name-value pairs, which the rest of ACP uses. */
function readVariables(value: unknown): Record<string, string> {
  const pairs: unknown[] = Array.isArray(value)
    ? value.map(item => isJsonObject(item) ? [item.name, item.value] : [])
    : isJsonObject(value) ? Object.entries(value) : []
  return Object.fromEntries(
    pairs.filter(
      (pair): pair is [string, string] =>
        Array.isArray(pair) && pair.length === 2 && pair.every(part => typeof part === 'string') && pair[0] !== '',
    ),
  )
}
