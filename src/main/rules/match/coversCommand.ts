import type { Rule } from '../../../shared/settings/rules'
import type { SplitCommand } from '../shell/splitCommand'
import type { Word } from '../shell/word'
import { type CommandPlace, placesReached } from '../placesReached'
import { candidates, commandPattern, matchesCommand } from './matchCommand'
import { beyondStar, type StarView } from './starWords'

type CommandRule = Pick<Rule, 'command' | 'toolKind' | 'anyOption' | 'anyPlace' | 'sandbox'>

/** Why a rule that allows does not cover one plain command, or `undefined`. */
export function beyondRule(rule: CommandRule, words: readonly Word[], view: StarView | undefined): string | undefined {
  if (rule.command === undefined)
    return rule.toolKind === 'execute' ? undefined : 'the rule is not about commands'
  const pattern = commandPattern(rule.command)
  return typeof pattern !== 'string' && matchesCommand(pattern, words)
    ? rule.sandbox ? undefined : beyondStar(pattern, words.slice(pattern.words.length), { ...rule, view })
    : `it is not \`${rule.command}\``
}

/** Why a rule that allows does not cover a whole line, or `undefined`. */
export function beyondRuleInLine(rule: CommandRule, command: SplitCommand, place: CommandPlace | undefined): string | undefined {
  const view = starView(command, place)
  const all = command.parts.map(words => ({ words, why: beyondRule(rule, words, view) }))
  const first = all.find(({ why }) => why !== undefined)
  const needsOwn = all.length > 1 && all.some(({ why }) => why === undefined)
  return needsOwn && first ? `\`${first.words.map(({ text }) => text).join(' ')}\` needs a rule of its own` : first?.why
}

/** Where the words of a line lead. */
export function starView(command: SplitCommand | undefined, place: CommandPlace | undefined): StarView | undefined {
  return command && place && { ...place, places: reachedPlaces(command, place) }
}

/** Every folder that a line may come to; `undefined` where it may leave the thread's. */
export function reachedPlaces({ parts }: SplitCommand, place: CommandPlace): readonly string[] | undefined {
  const reached = placesReached([...parts, ...parts.flatMap(candidates)], place)
  return 'places' in reached ? reached.places : undefined
}
