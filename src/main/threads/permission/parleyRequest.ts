import type { ToolKind } from '@agentclientprotocol/sdk'
import type { PermissionRequest } from '../../../shared/permission/permissionFacts'
import type { AskedOption, PermissionSubject } from '../../../shared/thread/events'
import type { Judgement } from '../../rules/judge'
import type { PlannedWrite } from './request/compareChanges'
import { randomUUID } from 'node:crypto'
import { describeGrade, type Grade } from '../../../shared/permission/grade'
import { gradeLine } from '../../rules/plainPrograms'
import { splitCommand } from '../../rules/shell/splitCommand'

const allowOnce: AskedOption = {
  optionId: 'allow_once',
  name: 'Allow once',
  kind: 'allow_once',
  scope: 'Only this time',
}
const denials: readonly AskedOption[] = [
  { optionId: 'deny', name: 'Deny', kind: 'reject_once', scope: 'Also if it tries again this turn' },
  {
    optionId: 'deny_all',
    name: 'Deny all for this turn',
    kind: 'reject_always',
    scope: 'Everything else Parley asks about this turn',
  },
]

const allowInSandbox: AskedOption = {
  optionId: 'allow_thread_in_sandbox',
  name: 'Allow for this thread, in the sandbox',
  kind: 'allow_always',
  scope: [
    'All its commands in this thread, except ones that always need approval.',
    describeGrade('sandbox', { who: '', limits: { network: false } }),
  ].join(' '),
}

interface Asked {
  readonly title: string
  readonly agentName: string
  readonly shown?: PlannedWrite
  readonly judgement?: Judgement
  readonly isScratch?: boolean
  readonly offersSandbox?: boolean
}

/**
 * Builds one of Parley's own questions. `shown` is the write to show, `judgement` the rules' result. Answers for
 * scratch folders are not remembered.
 */
export function buildParleyRequest(
  subject: PermissionSubject,
  { title, agentName, shown, judgement, isScratch = false, offersSandbox = false }: Asked,
): PermissionRequest {
  const isEachTime = judgement?.effect === 'ask'
  const lasting = isEachTime || subject.kind === 'protected_file'
    ? []
    : buildLastingOptions(subject, { agentName, isScratch })
  const { changes, tooLong } = shown ?? {}
  const content = changes?.map(({ path, oldText, newText }) => ({ type: 'diff' as const, path, oldText, newText }))
  const rawInput = tooLong === undefined
    ? undefined
    : { 'new text': `${tooLong.toLocaleString('en')} characters, too long to be shown` }
  return {
    from: 'parley',
    toolCall: {
      toolCallId: `parley:${randomUUID()}`,
      title,
      kind: toToolKind(subject),
      ...content && { content },
      ...rawInput && { rawInput },
    },
    // What cannot be shown cannot be allowed.
    options: [
      ...tooLong === undefined ? [...offersSandbox ? [allowInSandbox] : [], allowOnce, ...lasting] : [],
      ...denials,
    ],
    subject,
    ...changes?.some(({ doubt }) => doubt) && { changes },
    always: isEachTime ? getReason(judgement) : undefined,
  }
}

function getReason({ rule, why }: Extract<Judgement, { effect: 'ask' }>): string | undefined {
  return rule ? 'a rule of yours says so' : why
}

function toToolKind(subject: PermissionSubject): ToolKind {
  switch (subject.kind) {
    case 'command': return 'execute'
    case 'path': return ({ read: 'read', write: 'edit', cwd: 'execute' } as const)[subject.access]
    case 'protected_file': return 'edit'
  }
}

/** Options whose answers are remembered. */
function buildLastingOptions(
  subject: Extract<PermissionSubject, { kind: 'command' | 'path' }>,
  { agentName, isScratch }: { agentName: string, isScratch: boolean },
): AskedOption[] {
  const { thread, folder } = describeScopes(subject, agentName)
  const forThread: AskedOption = {
    optionId: 'allow_thread',
    name: 'Allow for this thread',
    kind: 'allow_always',
    scope: thread,
  }
  const forFolder: AskedOption = {
    optionId: 'allow_folder',
    name: 'Always allow in this folder',
    kind: 'allow_always',
    scope: folder,
  }
  return isScratch ? [forThread] : [forThread, forFolder]
}

function describeScopes(
  subject: Extract<PermissionSubject, { kind: 'command' | 'path' }>,
  agentName: string,
): { thread: string, folder: string } {
  switch (subject.kind) {
    case 'command': {
      const { sandbox: limits, shell, commandLine } = subject
      const grade = limits ? 'sandbox' : 'as_you'
      // Without a shell, the words are not a command line.
      const exact = limits ? 'sandbox' : shell ? gradeLine(splitCommand(commandLine)) : 'as_you'
      const withGrade = (scope: string, grade: Grade): string => {
        const words = describeGrade(grade, { who: agentName, limits })
        return words === undefined ? scope : `${scope}. ${words}`
      }
      return {
        thread: withGrade('All its commands in this thread, except ones that always need approval', grade),
        folder: withGrade('Exactly this command, in this folder, from now on', exact),
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
