import type { ProposedCommand, Rule } from '../../../shared/settings/rules'
import type { PermissionEntry } from '../../../shared/thread/transcript'
import type { RuleDraft } from '../../composables/useDialogs'
import { permissionFacts } from '../../../shared/permission/permissionFacts'
import { ruleKinds } from '../../../shared/settings/ruleKinds'
import { pathInFolder } from '../../text/paths'

/** Longer lines are read by a person. */
const maxCommand = 16_384
const plainStar = { anyOption: false, anyPlace: false, isSandboxed: false }

/** What the form for a new rule starts with. */
export const emptyDraft: RuleDraft = { effect: 'allow', agentId: '', folder: '', kind: 'execute', pattern: '', ...plainStar }

/** The rule that a draft describes. */
export function toRule({ effect, agentId, folder, kind, pattern, anyOption, anyPlace, isSandboxed }: RuleDraft): Rule {
  const text = pattern.trim()
  const isCommand = kind === 'execute' && text !== ''
  const inSandbox = isCommand && effect === 'allow' && isSandboxed
  const hasStar = isCommand && effect === 'allow' && text.endsWith(' *') && !inSandbox
  return {
    effect,
    ...agentId !== '' && { agentId },
    ...folder.trim() !== '' && { folder: folder.trim() },
    ...kind !== '' && !isCommand && { toolKind: kind },
    ...isCommand ? { command: text } : text !== '' && { path: text },
    ...hasStar && anyOption && { anyOption },
    ...hasStar && anyPlace && { anyPlace },
    ...inSandbox && { sandbox: true },
  }
}

/** The draft with which the form edits a rule. */
export function toDraft(
  { effect, agentId = '', folder = '', toolKind, path = '', command, anyOption = false, anyPlace = false, sandbox }: Rule,
): RuleDraft {
  const kind = command === undefined ? toolKind ?? '' : 'execute'
  const isEvery = kind === 'execute' && command === undefined && path === ''
  return { effect, agentId, folder, kind, pattern: isEvery ? '*' : command ?? path, anyOption, anyPlace, isSandboxed: sandbox === true }
}

/** Whether a draft does not say yet which commands it allows: all of them have to be asked for. */
export function isOpenEnded({ effect, kind, pattern }: Pick<RuleDraft, 'effect' | 'kind' | 'pattern'>): boolean {
  return effect === 'allow' && kind === 'execute' && pattern.trim() === ''
}

/** The command of a question, for which rules are proposed. */
export function proposedCommand(
  { request, asked }: Pick<PermissionEntry, 'request' | 'asked'>,
  { agentId, folder }: { agentId: string, folder: string },
): ProposedCommand | undefined {
  const { commandLine, cwd } = permissionFacts(request, asked)
  return commandLine === undefined || commandLine.length > maxCommand ? undefined : { agentId, folder, commandLine, cwd }
}

/** Whether a rule can be about this question: a plan is approved by the person, each time. */
export function canHaveRule({ request, asked }: Pick<PermissionEntry, 'request' | 'asked'>): boolean {
  return permissionFacts(request, asked).plan === undefined
}

/** A rule for exactly this question: this agent, this folder, this command or path, and nothing wider. */
export function draftFrom(
  { request, asked }: Pick<PermissionEntry, 'request' | 'asked'>,
  { agentId, folder }: { agentId: string, folder: string },
): RuleDraft {
  const facts = permissionFacts(request, asked)
  const place = facts.diffs[0]?.path ?? facts.paths[0]?.replace(/:\d+$/, '')
  const told = kindOf(request, asked?.kind)
  const changes = facts.diffs.length > 0 && told !== 'delete' && told !== 'move'
  const kind = facts.commandLine !== undefined ? 'execute' : changes ? 'edit' : told
  return {
    effect: 'allow',
    agentId,
    folder,
    kind,
    pattern: facts.commandLine ?? (place === undefined ? '' : pathInFolder(place, folder)),
    ...plainStar,
  }
}

function kindOf({ toolCall, subject }: PermissionEntry['request'], known: string | undefined | null): RuleDraft['kind'] {
  if (subject?.kind === 'path' || subject?.kind === 'protected_file')
    return subject.access === 'read' ? 'read' : 'edit'
  return ruleKinds.find(kind => kind === (toolCall.kind ?? known)) ?? 'other'
}
