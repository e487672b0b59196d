import type { RulesTest, TestedCommand, TestedPart, WrittenRule } from '../../../../shared/settings/rules'
import type { Word } from '../../../rules/shell/word'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describeRule } from '../../../rules/describeRule'
import { judge, type Judgement } from '../../../rules/judge'
import { realPlace } from './realPlace'
import { ruledCommand } from './ruledCommand'

/** Maximum number of commands of a line judged one by one. */
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
  const folder = realPlace(named) ?? named
  const placed = rules.map(rule => rule.folder === undefined ? rule : { ...rule, folder: realPlace(rule.folder) ?? rule.folder })
  const ruled = ruledCommand({ commandLine, isShellLine: true }, [folder])
  const all = { agentId, folders: [folder], kind: 'execute' as const, paths: [], ...ruled }
  const whole = judge(placed, all)
  const partOf = (words: readonly Word[]): TestedPart => {
    const judgement = judge(placed, { ...all, command: { parts: [words] }, never: undefined })
    return { text: words.map(({ text }) => text).join(' '), outcome: outcomeOf(judgement), ...ruleOf(judgement) }
  }
  // Uses the rules as written, with the folder as the person names it.
  const ruleOf = (judgement: Judgement | undefined): Pick<TestedPart, 'rule'> => {
    const rule = judgement?.rule && rules.find(({ ruleId }) => ruleId === judgement.rule!.ruleId)
    return rule ? { rule: { ruleId: rule.ruleId, words: describeRule(rule, agentName) } } : {}
  }
  const { parts, unsure } = ruled.command
  // Agent and folder are unknown here.
  const inSandbox = outcomeOf(whole) === 'asked' && judge(placed, { ...all, isSandboxed: true })?.effect === 'allow'
  const open = inSandbox ? 'a rule allows it in the sandbox alone' : unsure
  const why = whole?.effect === 'ask' ? whole.why : whole === undefined ? open : undefined
  return {
    outcome: outcomeOf(whole),
    ...why !== undefined && { why },
    // An unparsable line is judged as a whole.
    parts: parts.length > 1 && unsure === undefined
      ? parts.slice(0, maxParts).map(partOf)
      : [{ text: commandLine, outcome: outcomeOf(whole), ...ruleOf(whole) }],
  }
}

function outcomeOf(judgement: Judgement | undefined): TestedPart['outcome'] {
  return judgement?.effect === 'allow' ? 'allowed' : judgement?.effect === 'deny' ? 'denied' : 'asked'
}
