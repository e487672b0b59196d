import type { Rule, RuleCheck } from '../../../../shared/settings/rules'
import type { SandboxLimits } from '../../../../shared/thread/events'
import { commandPower } from '../../../rules/commandPower'
import { describeRule, describeRuleGrade, ruleFault } from '../../../rules/describeRule'
import { commandPattern } from '../../../rules/match/matchCommand'
import { ruleWarning } from '../../../rules/ruleWarning'
import { fixedWords, optionLine, parseOption, placeLine, sampleCommands } from '../../../rules/sampleCommands'
import { tryRule, trySample } from './tryRule'

/** Returns everything that the form shows about an unsaved rule. */
export function checkRule(
  rule: Rule,
  { example, agentName, limits }: { example: string | undefined, agentName: (agentId: string) => string, limits?: SandboxLimits },
): RuleCheck {
  const fault = ruleFault(rule)
  const isUsable = fault === undefined
  return {
    words: describeRule(rule, agentName),
    grade: describeRuleGrade(rule, agentName, limits),
    fault,
    warning: ruleWarning(rule),
    example: example === undefined || example.trim() === '' || !isUsable ? undefined : tryRule(rule, example),
    samples: rule.command === undefined || !isUsable ? [] : sampleCommands(rule.command).map(text => trySample(rule, text)),
    widening: describeWidening(rule),
  }
}

/** Describes, with example commands, what each way of widening an allowing rule's star permits. */
function describeWidening({ effect, command, sandbox, ...rule }: Rule): RuleCheck['widening'] {
  const pattern = command === undefined ? undefined : commandPattern(command)
  if (effect !== 'allow' || sandbox || typeof pattern !== 'object' || !pattern.hasRest || pattern.words.length === 0)
    return undefined
  const fixed = fixedWords(command!)
  const power = commandPower(pattern.words)
  const known = parseOption(fixed)
  const isAllowed = (text: string, widening: Pick<Rule, 'anyOption' | 'anyPlace'>): boolean =>
    trySample({ ...rule, effect, command, ...widening }, text).outcome === 'allowed'
  const [withOption, outside] = [optionLine(fixed), placeLine(fixed)]
  const both = { anyOption: true, anyPlace: true }
  return {
    needsBoth: power?.program,
    anyOption: known && isAllowed(withOption, power ? both : { anyOption: true })
      ? `Then \`${withOption}\` runs unasked, which ${known.lets}.`
      : `Then options of ${power?.program ?? fixed} are taken unasked, except what is always asked about.`,
    anyPlace: isAllowed(outside, power ? both : { anyPlace: true })
      ? `Then \`${outside}\` runs unasked, and so ${fixed === 'git' ? 'does `git push`' : 'with other places'}.`
      : 'Then its words may name other places unasked, except what is always asked about.',
  }
}
