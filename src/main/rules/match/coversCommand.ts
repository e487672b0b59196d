import type { Rule } from '../../../shared/settings/rules'
import type { SplitCommand } from '../shell/splitCommand'
import type { Word } from '../shell/word'
import { type CommandPlace, trackFolders } from '../trackFolders'
import { listCandidates, matchesCommand, parseCommandPattern } from './matchCommand'
import { findStarMismatch, type StarView } from './starWords'

type CommandRule = Pick<Rule, 'command' | 'toolKind' | 'anyOption' | 'anyPlace' | 'sandbox'>

/** Why an allow rule does not cover a simple command; `undefined` if it does. */
export function findCommandMismatch(
  rule: CommandRule,
  words: readonly Word[],
  view: StarView | undefined,
): string | undefined {
  if (rule.command === undefined)
    return rule.toolKind === 'execute' ? undefined : 'the rule is not about commands'
  const pattern = parseCommandPattern(rule.command)
  return typeof pattern !== 'string' && matchesCommand(pattern, words)
    ? rule.sandbox ? undefined : findStarMismatch(pattern, words.slice(pattern.words.length), { ...rule, view })
    : `it is not \`${rule.command}\``
}

/** Why an allow rule does not cover a whole line; `undefined` if it does. */
export function findLineMismatch(
  rule: CommandRule,
  command: SplitCommand,
  place: CommandPlace | undefined,
): string | undefined {
  const view = createStarView(command, place)
  const all = command.parts.map(words => ({ words, why: findCommandMismatch(rule, words, view) }))
  const first = all.find(({ why }) => why !== undefined)
  const needsOwn = all.length > 1 && all.some(({ why }) => why === undefined)
  return needsOwn && first ? `\`${first.words.map(({ text }) => text).join(' ')}\` needs a rule of its own` : first?.why
}

/** The context for resolving words that match a star. */
export function createStarView(
  command: SplitCommand | undefined,
  place: CommandPlace | undefined,
): StarView | undefined {
  return command && place && { ...place, places: findReachableFolders(command, place) }
}

/** All folders in which commands of a line may run; `undefined` if it may leave the thread's folders. */
export function findReachableFolders({ parts }: SplitCommand, place: CommandPlace): readonly string[] | undefined {
  const reached = trackFolders([...parts, ...parts.flatMap(listCandidates)], place)
  return 'places' in reached ? reached.places : undefined
}
