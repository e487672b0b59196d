import type { ToolKind } from '@agentclientprotocol/sdk'
import type { PermissionRequest } from '../../../shared/permission/permissionFacts'
import type { AskedOption, PermissionSubject } from '../../../shared/thread/events'
import type { Judgement } from '../../rules/judge'
import type { PlannedWrite } from './request/comparedChanges'
import { randomUUID } from 'node:crypto'

const allowOnce: AskedOption = { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once', scope: 'Only this time' }
const denials: readonly AskedOption[] = [
  { optionId: 'deny', name: 'Deny', kind: 'reject_once', scope: 'Also if it tries again this turn' },
  { optionId: 'deny_all', name: 'Deny all for this turn', kind: 'reject_always', scope: 'Everything else Parley asks about this turn' },
]

interface Asked {
  readonly title: string
  readonly shown?: PlannedWrite
  readonly judgement?: Judgement
  readonly isScratch?: boolean
}

/**
 * A question that Parley asks on its own. `shown` is what it shows of a write, `judgement` what the rules say of it. Nothing is remembered
 * for a scratch folder.
 */
export function parleyRequest(
  subject: PermissionSubject,
  { title, shown, judgement, isScratch = false }: Asked,
): PermissionRequest {
  const isEachTime = judgement?.effect === 'ask'
  const lasting = isEachTime || subject.kind === 'protected_file' ? [] : lastingOptions(subject, { isScratch })
  const { changes, tooLong } = shown ?? {}
  const content = changes?.map(({ path, oldText, newText }) => ({ type: 'diff' as const, path, oldText, newText }))
  const rawInput = tooLong === undefined ? undefined : { 'new text': `${tooLong.toLocaleString('en')} characters, too long to be shown` }
  return {
    from: 'parley',
    toolCall: {
      toolCallId: `parley:${randomUUID()}`,
      title,
      kind: toolKindOf(subject),
      ...content && { content },
      ...rawInput && { rawInput },
    },
    // What cannot be shown cannot be allowed.
    options: [...tooLong === undefined ? [allowOnce, ...lasting] : [], ...denials],
    subject,
    ...changes?.some(({ doubt }) => doubt) && { changes },
    always: isEachTime ? reasonOf(judgement) : undefined,
  }
}

function reasonOf({ rule, why }: Extract<Judgement, { effect: 'ask' }>): string | undefined {
  return rule ? 'a rule of yours says so' : why
}

function toolKindOf(subject: PermissionSubject): ToolKind {
  switch (subject.kind) {
    case 'command': return 'execute'
    case 'path': return ({ read: 'read', write: 'edit', cwd: 'execute' } as const)[subject.access]
    case 'protected_file': return 'edit'
  }
}

/** The answers that hold for the next time too. */
function lastingOptions(
  subject: Extract<PermissionSubject, { kind: 'command' | 'path' }>,
  { isScratch }: { isScratch: boolean },
): AskedOption[] {
  const { thread, folder } = scopesOf(subject)
  const forThread: AskedOption = { optionId: 'allow_thread', name: 'Allow for this thread', kind: 'allow_always', scope: thread }
  const forFolder: AskedOption = { optionId: 'allow_folder', name: 'Always allow in this folder', kind: 'allow_always', scope: folder }
  return isScratch ? [forThread] : [forThread, forFolder]
}

function scopesOf(subject: Extract<PermissionSubject, { kind: 'command' | 'path' }>): { thread: string, folder: string } {
  switch (subject.kind) {
    case 'command': {
      const sandboxed = subject.sandbox ? ', in the sandbox' : ''
      return {
        thread: `Every command of this agent in this thread${sandboxed}, except those that are always asked about`,
        folder: `Exactly this command, in this folder${subject.sandbox ? ' and in the sandbox' : ''}, from now on`,
      }
    }
    case 'path': {
      const deed = { read: 'Reading', write: 'Writing', cwd: 'Running commands in' }[subject.access]
      return {
        thread: `${deed} everything below ${subject.access === 'cwd' ? 'it' : 'its folder'}, in this thread`,
        folder: 'Exactly this path, for work in this folder, from now on',
      }
    }
  }
}
