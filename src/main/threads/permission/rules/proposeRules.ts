import type { ProposedCommand, Rule, RuleProposals } from '../../../../shared/settings/rules'
import type { Word } from '../../../rules/shell/word'
import { quoteForDisplay } from '../../../../shared/text/commandLineForDisplay'
import { findCommandPower, findProgramIndex } from '../../../rules/commandPower'
import { describeRule, describeRuleGrade, findRuleFault } from '../../../rules/describeRule'
import { parseCommandPattern } from '../../../rules/match/matchCommand'
import { analyzeCommand } from './analyzeCommand'

/** Maximum number of subcommand words. */
const maxFixed = 3
/** A subcommand as in `npm test` or `git log`: not an option, a path or a pattern. */
const subcommand = /^[a-z][a-z0-9:-]*$/i

/** Proposes rules that cover a command exactly or with further arguments. Each part of a chain gets its own rule. */
export function proposeRules(
  { agentId, folder, commandLine, cwd }: ProposedCommand,
  agentName: (agentId: string) => string,
): RuleProposals {
  const { command, alwaysAsk } = analyzeCommand({ commandLine, isShellLine: true, cwd }, [folder])
  const why = command.unsure ?? alwaysAsk
  if (why !== undefined)
    return { scopes: [], why }
  const scopes = [
    command.parts.map(createExactPattern),
    command.parts.map(words => createStarPattern(words) ?? createExactPattern(words)),
  ]
    .flatMap((patterns) => {
      const rules = [...new Set(patterns)].map((pattern): Rule | undefined => pattern === undefined
        ? undefined
        : { effect: 'allow', agentId, folder, command: pattern })
      const whole = rules.filter(rule => rule !== undefined && findRuleFault(rule) === undefined) as Rule[]
      const grade = whole.map(rule => describeRuleGrade(rule, agentName)).find(words => words !== undefined)
      return whole.length === rules.length
        ? [{ rules: whole, words: whole.map(rule => describeRule(rule, agentName)), grade }]
        : []
    })
  const different = scopes.filter((scope, index) =>
    scopes.findIndex(({ words }) => words.join('\n') === scope.words.join('\n')) === index,
  )
  return { scopes: different, ...different.length === 0 && { why: 'its words are not all plain' } }
}

/** The pattern that matches exactly these words; `undefined` if a rule cannot express them. */
export function createExactPattern(words: readonly Word[]): string | undefined {
  const pattern = words.map(({ text }) => quoteForDisplay(text)).join(' ')
  const read = words.every(({ isExact }) => isExact) ? parseCommandPattern(pattern) : 'only the shell knows them'
  return typeof read === 'object' && !read.hasRest && read.words.length === words.length ? pattern : undefined
}

/**
 * The pattern for a program, its subcommand and any further plain words; `undefined` if the subcommand does not make
 * the program harmless.
 */
export function createStarPattern(words: readonly Word[]): string | undefined {
  const texts = words.map(({ text }) => text)
  const program = findProgramIndex(texts)
  const named = texts.slice(program + 1)
    .findIndex((text, index) => !words[program + 1 + index]!.isExact || !subcommand.test(text))
  const most = program + 1 + Math.min(maxFixed, named < 0 ? texts.length : named)
  for (let count = Math.min(program + 2, most); count <= most; count++) {
    const fixed = words.slice(0, count)
    const pattern = createExactPattern(fixed)
    if (pattern !== undefined && findCommandPower(texts.slice(0, count)) === undefined)
      return `${pattern} *`
  }
  return undefined
}
