import type { AuthMethod } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../text/jsonObject'

/** How a sign-in method is used. */
export type SignInWay
  /** The agent does it all when it is asked to; it opens the browser itself. */
  = | { readonly kind: 'agent' }
  /** The agent's own command with these arguments added, in a terminal. */
    | { readonly kind: 'terminal', readonly args: readonly string[], readonly env: Readonly<Record<string, string>> }
  /** A command that the agent names, in a terminal: what agents did before ACP had a word for it. */
    | { readonly kind: 'command', readonly command: string, readonly args: readonly string[], readonly env: Readonly<Record<string, string>> }
  /** Not by this version. */
    | { readonly kind: 'unknown', readonly type: string }

/** Which way a method goes. A method without a type is the agent's own, unless it describes a command as older agents do. */
export function signInWay(method: AuthMethod): SignInWay {
  // the wire may carry types that are not in the union yet
  const { type, args, env, _meta } = method as { type?: unknown, args?: unknown, env?: unknown, _meta?: unknown }
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

/** A map in a sign-in method, pairs elsewhere in ACP: both are understood. */
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
