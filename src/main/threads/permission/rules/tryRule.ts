import type { Rule, RuleSample } from '../../../../shared/settings/rules'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { judge, type Judgement } from '../../../rules/judge'
import { findLineMismatch } from '../../../rules/match/coversCommand'
import { isProtected } from '../../../workspace/protectedNames'
import { analyzeCommand } from './analyzeCommand'
import { resolveLinks } from './resolveLinks'

interface Tried {
  readonly judgement: Judgement | undefined
  /** Why an allowing rule doesn't cover it. */
  readonly beyond?: string
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

/** Returns the same as a value. */
export function trySample(rule: Rule, text: string): RuleSample {
  const effect = judgeExample(rule, text).judgement?.effect
  return { text, outcome: effect === 'allow' ? 'allowed' : effect === 'deny' ? 'denied' : 'asked' }
}

/** Judges like a real request in the rule's folder, or in a placeholder for all folders. */
function judgeExample(rule: Rule, example: string): Tried {
  const named = rule.folder ?? join(homedir(), 'project')
  const folder = resolveLinks(named) ?? named
  const rules = [{ ...rule, folder: rule.folder && folder, ruleId: 0, createdAt: 0 }]
  const who = { agentId: rule.agentId ?? '', folders: [folder] }
  if (rule.path === undefined || rule.command !== undefined) {
    const ruled = analyzeCommand({ commandLine: example, isShellLine: true }, [folder])
    const beyond = rule.effect === 'allow' ? ruled.command.unsure ?? findLineMismatch(rule, ruled.command, ruled.place) : undefined
    return { judgement: judge(rules, { ...who, ...ruled, kind: 'execute', paths: [], isSandboxed: rule.sandbox === true }), beyond }
  }
  const kind = rule.toolKind ?? 'edit'
  const path = resolveLinks(resolve(folder, example)) ?? resolve(folder, example)
  const isOutside = !isWithin(path, folder, process.platform)
  const access = kind === 'read' || kind === 'search' ? 'read' : 'write'
  const isNever = isProtected(isOutside ? path : relative(folder, path), access)
  const alwaysAsk = isNever ? 'it can change what runs later or holds secrets' : undefined
  const beyond = rule.effect !== 'allow' ? undefined : isOutside ? 'it is outside the folder' : `it does not match ${rule.path}`
  return { judgement: judge(rules, { ...who, kind, paths: [path], isOutside, alwaysAsk }), beyond }
}
