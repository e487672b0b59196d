import type { AuthMethod } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../text/jsonObject'
import { keyVariables } from './keyVariables'

interface RunInTerminal { readonly args: readonly string[], readonly env: Readonly<Record<string, string>> }

/** How a sign-in method is used. */
export type SignInWay
  /** The agent signs in by itself when asked; it opens the browser. */
  = | { readonly kind: 'agent' }
  /** The agent's own command with further arguments, in a terminal. */
    | { readonly kind: 'terminal' } & RunInTerminal
  /** A command that the agent names, in a terminal: used by agents from before ACP defined `terminal`. */
    | { readonly kind: 'command', readonly command: string } & RunInTerminal
  /** The agent reads a key from its variables when it starts. */
    | { readonly kind: 'key' }
  /** Not supported by this version. */
    | { readonly kind: 'unknown', readonly type: string }

/**
 * How a method is used. A method without a type is the agent's own, unless it describes a command as older agents do.
 */
export function signInWay(method: AuthMethod): SignInWay {
  // agents may send types that are not in the union yet
  const { type, args, env, _meta } = method as { type?: unknown, args?: unknown, env?: unknown, _meta?: unknown }
  if (type === 'env_var' && keyVariables(method).length > 0)
    return { kind: 'key' }
  if (type === 'terminal')
    return { kind: 'terminal', args: texts(args), env: variables(env) }
  const legacy = isJsonObject(_meta) ? _meta['terminal-auth'] : undefined
  if (isJsonObject(legacy) && typeof legacy.command === 'string' && legacy.command !== '')
    return { kind: 'command', command: legacy.command, args: texts(legacy.args), env: variables(legacy.env) }
  return type === undefined || type === null || type === 'agent' ? { kind: 'agent' } : { kind: 'unknown', type: String(type) }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** Sign-in methods have a map, the rest of ACP has pairs: both are accepted. */
function variables(value: unknown): Record<string, string> {
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
