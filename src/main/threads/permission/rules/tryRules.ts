import type { RulesTest, TestedCommand, TestedPart, WrittenRule } from '../../../../shared/settings/rules'
import type { Word } from '../../../rules/shell/word'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describeRule } from '../../../rules/describeRule'
import { judge, type Judgement } from '../../../rules/judge'
import { analyzeCommand } from './analyzeCommand'
import { resolveLinks } from './resolveLinks'

/** Maximum commands of a line judged one by one. */
const maxParts = 20

/**
 * Applies all rules to a command line and tells which rule answers each of its commands. Uses the judge of real
 * requests.
 */
export function tryRules(
  rules: readonly WrittenRule[],
  { agentId, folder: named = join(homedir(), 'project'), commandLine }: TestedCommand,
  agentName: (agentId: string) => string,
): RulesTest {
  const folder = resolveLinks(named) ?? named
  const placed = rules.map(rule =>
    rule.folder === undefined ? rule : { ...rule, folder: resolveLinks(rule.folder) ?? rule.folder },
  )
  const ruled = analyzeCommand({ commandLine, isShellLine: true }, [folder])
  const all = { agentId, folders: [folder], kind: 'execute' as const, paths: [], ...ruled }
  const whole = judge(placed, all)
  const testPart = (words: readonly Word[]): TestedPart => {
    const judgement = judge(placed, { ...all, command: { parts: [words] }, alwaysAsk: undefined })
    return { text: words.map(({ text }) => text).join(' '), outcome: toOutcome(judgement), ...toRule(judgement) }
  }
  // Returns the rule as written, with the folder as the person named it.
  const toRule = (judgement: Judgement | undefined): Pick<TestedPart, 'rule'> => {
    const rule = judgement?.rule && rules.find(({ ruleId }) => ruleId === judgement.rule!.ruleId)
    return rule ? { rule: { ruleId: rule.ruleId, words: describeRule(rule, agentName) } } : {}
  }
  const { parts, unsure } = ruled.command
  // The agent and folder are unknown.
  const inSandbox = toOutcome(whole) === 'asked' && judge(placed, { ...all, isSandboxed: true })?.effect === 'allow'
  const open = inSandbox ? 'a rule allows it in the sandbox alone' : unsure
  const why = whole?.effect === 'ask' ? whole.why : whole === undefined ? open : undefined
  return {
    outcome: toOutcome(whole),
    ...why !== undefined && { why },
    // A line that can't be parsed is judged as a whole.
    parts: parts.length > 1 && unsure === undefined
      ? parts.slice(0, maxParts).map(testPart)
      : [{ text: commandLine, outcome: toOutcome(whole), ...toRule(whole) }],
  }
}

function toOutcome(judgement: Judgement | undefined): TestedPart['outcome'] {
  return judgement?.effect === 'allow' ? 'allowed' : judgement?.effect === 'deny' ? 'denied' : 'asked'
}
