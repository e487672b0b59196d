import type { ProposedCommand, Rule, RuleProposals } from '../../../../shared/settings/rules'
import { describeRule, describeRuleGrade, ruleFault } from '../../../rules/describeRule'
import { exactPattern, starPattern } from '../../../rules/match/commandPatterns'
import { analyzeCommand } from './analyzeCommand'

/** Proposes rules that cover a command exactly or with further arguments. Each part of a chain gets its own rule. */
export function proposeRules(
  { agentId, folder, commandLine, cwd }: ProposedCommand,
  agentName: (agentId: string) => string,
): RuleProposals {
  const { command, alwaysAsk } = analyzeCommand({ commandLine, isShellLine: true, cwd }, [folder])
  const why = command.unsure ?? alwaysAsk
  if (why !== undefined)
    return { scopes: [], why }
  const scopes = [command.parts.map(exactPattern), command.parts.map(words => starPattern(words) ?? exactPattern(words))]
    .flatMap((patterns) => {
      const rules = [...new Set(patterns)].map((pattern): Rule | undefined => pattern === undefined
        ? undefined
        : { effect: 'allow', agentId, folder, command: pattern })
      const whole = rules.filter(rule => rule !== undefined && ruleFault(rule) === undefined) as Rule[]
      const grade = whole.map(rule => describeRuleGrade(rule, agentName)).find(words => words !== undefined)
      return whole.length === rules.length ? [{ rules: whole, words: whole.map(rule => describeRule(rule, agentName)), grade }] : []
    })
  const different = scopes.filter((scope, index) => scopes.findIndex(({ words }) => words.join('\n') === scope.words.join('\n')) === index)
  return { scopes: different, ...different.length === 0 && { why: 'its words are not all plain' } }
}
