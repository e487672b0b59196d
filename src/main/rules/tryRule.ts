import type { Rule } from '../../shared/settings/rules'
import { isWithin } from '../../shared/paths'
import { type Action, judge } from './judge'
import { neverAllowed } from './neverAllowed'
import { splitCommand } from './shell/splitCommand'

/** What one rule would make of an example, in words: a command line, or a path for a rule about paths. */
export function tryRule(
  rule: Rule,
  { example, home, isProtected }: { example: string, home: string, isProtected: (path: string) => boolean },
): string {
  const folder = rule.folder ?? '/'
  const isPath = rule.path !== undefined && rule.command === undefined
  const command = isPath ? undefined : splitCommand(example)
  const place = {
    home,
    folders: [folder],
    cwd: folder,
    isInside: (path: string) => isWithin(path, folder, process.platform),
    realPath: (path: string) => path,
  }
  const never = isPath
    ? isProtected(example)
      ? 'it can change what runs later or holds secrets'
      : undefined
    : neverAllowed(command?.parts ?? [], { ...place, isProtected })
  const action: Action = {
    agentId: rule.agentId ?? '',
    folders: [folder],
    cwd: folder,
    kind: isPath ? (rule.toolKind ?? 'edit') : 'execute',
    command,
    place,
    paths: isPath ? [example.startsWith('/') ? example : `${folder}/${example}`] : [],
    never,
  }
  const judgement = judge([{ ...rule, ruleId: 0, createdAt: 0 }], action)
  switch (judgement?.effect) {
    case 'allow':
      return 'This would be allowed without asking.'
    case 'deny':
      return 'This would be denied without asking.'
    case 'ask':
      return judgement.rule ? 'You would be asked.' : `You would be asked each time: ${judgement.why}.`
    case undefined:
      return command?.unsure === undefined ? 'The rule does not apply to this.' : `You would be asked as usual: ${command.unsure}.`
  }
}
