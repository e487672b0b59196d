import type { AuthMethod } from '@agentclientprotocol/sdk'
import { signInWay } from '../../../shared/settings/signInWay'
import { quoteForDisplay } from '../../../shared/text/commandLineForDisplay'

/** What a sign-in method does, as it stands beside its button. */
export interface MethodWords {
  /** Parley can run it. */
  readonly isKnown: boolean
  readonly words?: string
  /** What will run in the terminal, as far as the method says. */
  readonly command?: string
}

/** Puts a method into words: what runs is seen before it runs. */
export function methodWords(method: AuthMethod): MethodWords {
  const way = signInWay(method)
  switch (way.kind) {
    case 'agent':
      return { isKnown: true }
    case 'terminal':
      return { isKnown: true, words: 'Runs the agent’s own command in a terminal here, with', command: line(way.env, ['…', ...way.args]) }
    case 'command':
      return { isKnown: true, words: 'Runs in a terminal here:', command: line(way.env, [way.command, ...way.args]) }
    case 'unknown':
      return {
        isKnown: false,
        words: `Parley does not know this way of signing in (${way.type}). Follow what the agent says of it, then try again.`,
      }
  }
}

function line(env: Readonly<Record<string, string>>, words: readonly string[]): string {
  const variables = Object.entries(env).map(([name, value]) => `${quoteForDisplay(name)}=${quoteForDisplay(value)}`)
  return [...variables, ...words.map(word => word === '…' ? word : quoteForDisplay(word))].join(' ')
}
