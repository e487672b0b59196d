import type { Rule, RuleCheck, RuleSample } from '../../../../shared/settings/rules'
import type { SandboxLimits } from '../../../../shared/thread/events'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { findCommandPower } from '../../../rules/commandPower'
import { describeException, describeRule, describeRuleGrade, findRuleFault } from '../../../rules/describeRule'
import { judge, type Judgement } from '../../../rules/judge'
import { findLineMismatch } from '../../../rules/match/coversCommand'
import { parseCommandPattern } from '../../../rules/match/matchCommand'
import { addOption, addOutsidePath, getFixedWords, parseOption, sampleCommands } from '../../../rules/sampleCommands'
import { isProtected } from '../../../workspace/protectedNames'
import { analyzeCommand } from './analyzeCommand'
import { resolveLinks } from './resolveLinks'

/** Commands with effects that their words do not show. */
const surprisingCommands: readonly { readonly command: RegExp, readonly why: string }[] = [
  {
    command: /^(?:npm|pnpm|yarn) run(?:-script)? \*$/,
    why: 'This allows every script in package.json, by whatever name.',
  },
]

interface Tried {
  readonly judgement: Judgement | undefined
  /** Why an allowing rule doesn't cover it. */
  readonly beyond?: string
}

/** Returns everything that the form shows about an unsaved rule. */
export function checkRule(
  rule: Rule,
  { example, agentName, limits }: { example: string | undefined, agentName: (agentId: string) => string, limits?: SandboxLimits },
): RuleCheck {
  const fault = findRuleFault(rule)
  const isUsable = fault === undefined
  return {
    words: describeRule(rule, agentName),
    grade: describeRuleGrade(rule, agentName, limits),
    fault,
    warning: findRuleWarning(rule),
    example: example === undefined || example.trim() === '' || !isUsable ? undefined : tryRule(rule, example),
    samples: rule.command === undefined || !isUsable
      ? []
      : sampleCommands(rule.command).map(text => trySample(rule, text)),
    widening: describeWidening(rule),
  }
}

/** Warns of effects of a rule that its words do not show. */
function findRuleWarning({ effect, command, path, toolKind, anyOption, anyPlace, sandbox }: Rule): string | undefined {
  if (effect !== 'allow' || sandbox)
    return undefined
  const pattern = command === undefined ? undefined : parseCommandPattern(command)
  const isAny = typeof pattern === 'object' ? pattern.words.length === 0 : path === undefined && toolKind === 'execute'
  if (isAny)
    return 'This allows every command except those that are always asked about.'
  if (typeof pattern === 'object') {
    const power = pattern.hasRest && anyOption && anyPlace ? findCommandPower(pattern.words) : undefined
    return power
      ? `This allows more than its words: ${power.program} ${power.why}; ${describeException(pattern.words.join(' '))}.`
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

/** Describes what a rule would do with an example: a command line, or a path for rules about paths. */
export function tryRule(rule: Rule, example: string): string {
  const { judgement, beyond } = judgeExample(rule, example)
  switch (judgement?.effect) {
    case 'allow':
      return rule.sandbox
        ? 'In the sandbox this would be allowed without asking. Outside you would be asked.'
        : 'This would be allowed without asking.'
    case 'deny':
      return 'This would be denied without asking.'
    case 'ask':
      return judgement.rule ? 'You would be asked.' : `You would be asked: ${judgement.why}.`
    case undefined:
      return beyond === undefined ? 'The rule does not apply to this.' : `You would be asked: ${beyond}.`
  }
}

/** Returns the outcome of a rule for an example, as data. */
export function trySample(rule: Rule, text: string): RuleSample {
  const effect = judgeExample(rule, text).judgement?.effect
  return { text, outcome: effect === 'allow' ? 'allowed' : effect === 'deny' ? 'denied' : 'asked' }
}

/** Judges the example like a real request, in the rule's folder or, for rules about all folders, in a placeholder. */
function judgeExample(rule: Rule, example: string): Tried {
  const named = rule.folder ?? join(homedir(), 'project')
  const folder = resolveLinks(named) ?? named
  const rules = [{ ...rule, folder: rule.folder && folder, ruleId: 0, createdAt: 0 }]
  const who = { agentId: rule.agentId ?? '', folders: [folder] }
  if (rule.path === undefined || rule.command !== undefined) {
    const ruled = analyzeCommand({ commandLine: example, isShellLine: true }, [folder])
    const beyond = rule.effect === 'allow'
      ? ruled.command.unsure ?? findLineMismatch(rule, ruled.command, ruled.place)
      : undefined
    return {
      judgement: judge(rules, { ...who, ...ruled, kind: 'execute', paths: [], isSandboxed: rule.sandbox === true }),
      beyond,
    }
  }
  const kind = rule.toolKind ?? 'edit'
  const path = resolveLinks(resolve(folder, example)) ?? resolve(folder, example)
  const isOutside = !isWithin(path, folder, process.platform)
  const access = kind === 'read' || kind === 'search' ? 'read' : 'write'
  const isNever = isProtected(isOutside ? path : relative(folder, path), access)
  const alwaysAsk = isNever ? 'it can change what runs later or holds secrets' : undefined
  const beyond = rule.effect !== 'allow'
    ? undefined
    : isOutside
      ? 'it is outside the folder'
      : `it does not match ${rule.path}`
  return { judgement: judge(rules, { ...who, kind, paths: [path], isOutside, alwaysAsk }), beyond }
}

/** Describes, with example commands, what each way of widening the star of an allow rule permits. */
function describeWidening({ effect, command, sandbox, ...rule }: Rule): RuleCheck['widening'] {
  const pattern = command === undefined ? undefined : parseCommandPattern(command)
  if (effect !== 'allow' || sandbox || typeof pattern !== 'object' || !pattern.hasRest || pattern.words.length === 0)
    return undefined
  const fixed = getFixedWords(command!)
  const power = findCommandPower(pattern.words)
  const known = parseOption(fixed)
  const isAllowed = (text: string, widening: Pick<Rule, 'anyOption' | 'anyPlace'>): boolean =>
    trySample({ ...rule, effect, command, ...widening }, text).outcome === 'allowed'
  const [withOption, outside] = [addOption(fixed), addOutsidePath(fixed)]
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
