import type { AuthMethod } from '@agentclientprotocol/sdk'

/** How a sign-in method can be used: `agent` by a button, `terminal` by hand, `unknown` not by this version. */
export interface SignInWay {
  readonly kind: 'agent' | 'terminal' | 'unknown'
  readonly words?: string
  /** What to add to the agent's own command in a terminal. */
  readonly command?: string
}

/** A method without a type is the agent's own: it opens the browser itself. */
export function signInWay(method: AuthMethod): SignInWay {
  const type = (method as { type?: unknown }).type // the wire may carry types that are not in the union yet
  if (type === undefined || type === null || type === 'agent')
    return { kind: 'agent' }
  if (type !== 'terminal')
    return { kind: 'unknown', words: `This way of signing in (${String(type)}) is not known to Parley.` }
  const { args = [], env = {} } = method as Extract<AuthMethod, { type: 'terminal' }>
  const command = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), '<agent command>', ...args].join(' ')
  return { kind: 'terminal', words: 'Run the agent’s own command with these arguments in a terminal, then try again:', command }
}
