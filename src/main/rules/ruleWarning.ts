import type { Rule } from '../../shared/settings/rules'
import { commandPower } from './commandPower'
import { exceptionExample } from './describeRule'
import { commandPattern } from './match/matchCommand'

/** Commands with effects that their words do not show. */
const surprisingCommands: readonly { readonly command: RegExp, readonly why: string }[] = [
  { command: /^(?:npm|pnpm|yarn) run(?:-script)? \*$/, why: 'This allows every script in package.json, by whatever name.' },
]

/** Warns of effects of a rule that its words do not show. */
export function ruleWarning({ effect, command, path, toolKind, anyOption, anyPlace, sandbox }: Rule): string | undefined {
  if (effect !== 'allow' || sandbox)
    return undefined
  const pattern = command === undefined ? undefined : commandPattern(command)
  const isAny = typeof pattern === 'object' ? pattern.words.length === 0 : path === undefined && toolKind === 'execute'
  if (isAny)
    return 'This allows every command except those that are always asked about.'
  if (typeof pattern === 'object') {
    const power = pattern.hasRest && anyOption && anyPlace ? commandPower(pattern.words) : undefined
    return power
      ? `This allows more than its words: ${power.program} ${power.why}; ${exceptionExample(pattern.words.join(' '))}.`
      : surprisingCommands.find(entry => entry.command.test(command!))?.why
  }
  if (path !== undefined)
    return undefined
  switch (toolKind) {
    case 'edit': return 'This includes files that others run, such as package.json and scripts.'
    case 'fetch': return 'Any address may be fetched, and an address can carry what the agent knows.'
    case 'other': return 'What tools of other kinds do is for the agent to say.'
    default: return undefined
  }
}
