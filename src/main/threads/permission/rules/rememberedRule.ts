import type { RememberedRule } from '../../../../shared/settings/rules'
import type { PermissionSubject } from '../../../../shared/thread/events'
import type { PermissionRule, StoredRule } from '../../../store/tables/ruleTable'

type Remembered = Pick<PermissionRule, 'kind' | 'subject' | 'access'>

/**
 * What "Always allow in this folder" remembers, exactly: the same command with the same environment, in a sandbox or not, or the same
 * access to the same path.
 */
export function rememberedRule(subject: PermissionSubject): Remembered {
  return subject.kind === 'command'
    ? {
        kind: 'command',
        subject: JSON.stringify([subject.commandLine, subject.shell, subject.cwd, subject.env, ...(subject.sandbox ? ['sandbox'] : [])]),
      }
    : { kind: 'path', subject: subject.path, access: subject.access }
}

/** A remembered answer in words, for the person who may take it back. */
export function describeRememberedRule(
  { ruleId, folder, agentId, createdAt, ...rule }: StoredRule,
  agentName: string | undefined,
): RememberedRule {
  return { ruleId, folder, agentName: agentName ?? agentId, createdAt, ...wordsOf(rule) }
}

function wordsOf({ kind, subject, access }: Remembered): { what: string, detail?: string } {
  if (kind === 'path')
    return { what: `${{ read: 'Read', write: 'Write', cwd: 'Run commands in' }[access ?? 'read']} ${subject}` }
  // written by rememberedRule
  const [commandLine, , cwd, env, sandbox] = JSON.parse(subject) as [string, boolean, string, { name: string, value: string }[], 'sandbox'?]
  const detail = [`in ${cwd}`, ...(sandbox ? ['in the sandbox'] : []), ...env.map(({ name, value }) => `${name}=${value}`)].join(', ')
  return { what: `Run ${commandLine}`, detail }
}
