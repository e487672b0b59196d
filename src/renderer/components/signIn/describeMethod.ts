import type { AuthMethod } from '@agentclientprotocol/sdk'
import { signInWay } from '../../../shared/settings/signInWay'
import { quoteForDisplay } from '../../../shared/text/commandLineForDisplay'
import { signInWords as words } from './words'

/** What a sign-in method does, as it is shown beside its button. */
export interface MethodDescription {
  /** Parley can run it. */
  readonly isKnown: boolean
  readonly text?: string
  /** What will run in the terminal, as far as the method says. */
  readonly command?: string
}

/** Describes a method, so that people see what runs before it runs. */
export function describeMethod(method: AuthMethod): MethodDescription {
  const way = signInWay(method)
  switch (way.kind) {
    case 'agent':
      return { isKnown: true }
    case 'key':
      return { isKnown: false }
    case 'terminal':
      return { isKnown: true, text: words.ownCommand, command: commandLine(way.env, ['…', ...way.args]) }
    case 'command':
      return { isKnown: true, text: words.command, command: commandLine(way.env, [way.command, ...way.args]) }
    case 'unknown':
      return { isKnown: false, text: words.unknownWay(way.type) }
  }
}

function commandLine(env: Readonly<Record<string, string>>, parts: readonly string[]): string {
  const variables = Object.entries(env).map(([name, value]) => `${quoteForDisplay(name)}=${quoteForDisplay(value)}`)
  return [...variables, ...parts.map(part => part === '…' ? part : quoteForDisplay(part))].join(' ')
}
