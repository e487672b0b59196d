import type { RememberedRule } from '../../../../shared/settings/rules'
import type { PermissionSubject, SandboxLimits } from '../../../../shared/thread/events'
import type { PermissionRule, StoredRule } from '../../../store/tables/ruleTable'
import { describeGrade, type Grade } from '../../../../shared/permission/grade'
import { gradeLine } from '../../../rules/plainPrograms'
import { splitCommand } from '../../../rules/shell/splitCommand'

type Remembered = Pick<PermissionRule, 'kind' | 'subject' | 'access'>

/**
 * Returns what "Always allow in this folder" covers: the same command with the same environment, in a sandbox or not,
 * or the same access to the same path.
 */
export function toRememberedRule(subject: PermissionSubject): Remembered {
  return subject.kind === 'command'
    ? {
        kind: 'command',
        subject: JSON.stringify([
          subject.commandLine,
          subject.shell,
          subject.cwd,
          subject.env,
          ...(subject.sandbox ? ['sandbox'] : []),
        ]),
      }
    : { kind: 'path', subject: subject.path, access: subject.access }
}

/** Describes a remembered answer to the person, who may revoke it. */
export function describeRememberedRule(
  { ruleId, folder, agentId, createdAt, ...rule }: StoredRule,
  agentName: string | undefined,
  limits?: SandboxLimits,
): RememberedRule {
  const who = agentName ?? agentId
  const { grade, ...words } = describeSubject(rule)
  return { ruleId, folder, agentName: who, createdAt, ...words, grade: describeGrade(grade, { who, limits }) }
}

function describeSubject(
  { kind, subject, access }: Remembered,
): Pick<RememberedRule, 'what' | 'detail'> & { grade?: Grade } {
  if (kind === 'path')
    return { what: `${{ read: 'Read', write: 'Write', cwd: 'Run commands in' }[access ?? 'read']} ${subject}` }
  // written by rememberedRule
  const remembered = JSON.parse(subject) as [string, boolean, string, { name: string, value: string }[], 'sandbox'?]
  const [commandLine, isShellLine, cwd, env, sandbox] = remembered
  const detail = [
    `in ${cwd}`,
    ...(sandbox ? ['in the sandbox'] : []),
    ...env.map(({ name, value }) => `${name}=${value}`),
  ].join(', ')
  const grade = sandbox ? 'sandbox' : isShellLine ? gradeLine(splitCommand(commandLine)) : 'as_you'
  return { what: `Run ${commandLine}`, detail, grade }
}
