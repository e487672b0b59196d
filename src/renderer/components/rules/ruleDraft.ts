import type { ProposedCommand, Rule } from '../../../shared/settings/rules'
import type { PermissionEntry } from '../../../shared/thread/transcript'
import type { RuleDraft } from '../../composables/useDialogs'
import { getPermissionFacts } from '../../../shared/permission/permissionFacts'
import { ruleKinds } from '../../../shared/settings/ruleKinds'
import { toRelativePath } from '../../text/paths'

/** No rules are proposed for longer commands. */
const maxCommandCharacters = 16_384
const defaultStar = { anyOption: false, anyPlace: false, isSandboxed: false }

/** Initial values of the form for a new rule. */
export const emptyDraft: RuleDraft = { effect: 'allow', agentId: '', folder: '', kind: 'execute', pattern: '', ...defaultStar }

/** Converts a draft to a rule. */
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

/** Converts a rule to a draft for the form. */
export function toDraft(
  { effect, agentId = '', folder = '', toolKind, path = '', command, anyOption = false, anyPlace = false, sandbox }: Rule,
): RuleDraft {
  const kind = command === undefined ? toolKind ?? '' : 'execute'
  const isEvery = kind === 'execute' && command === undefined && path === ''
  return { effect, agentId, folder, kind, pattern: isEvery ? '*' : command ?? path, anyOption, anyPlace, isSandboxed: sandbox === true }
}

/** Whether a draft would allow everything because it is empty. Allowing all commands must be explicit. */
export function isOpenEnded({ effect, kind, pattern }: Pick<RuleDraft, 'effect' | 'kind' | 'pattern'>): boolean {
  return effect === 'allow' && kind === 'execute' && pattern.trim() === ''
}

/** Returns the command of a question for which rules can be proposed. */
export function toProposedCommand(
  { request, asked }: Pick<PermissionEntry, 'request' | 'asked'>,
  { agentId, folder }: { agentId: string, folder: string },
): ProposedCommand | undefined {
  const { commandLine, cwd } = getPermissionFacts(request, asked)
  return commandLine === undefined || commandLine.length > maxCommandCharacters
    ? undefined
    : { agentId, folder, commandLine, cwd }
}

/** Whether a rule can cover this question. Plans always need the person's approval. */
export function canHaveRule({ request, asked }: Pick<PermissionEntry, 'request' | 'asked'>): boolean {
  return getPermissionFacts(request, asked).plan === undefined
}

/** Creates a draft for exactly this question's agent, folder, and command or path. */
export function createDraft(
  { request, asked }: Pick<PermissionEntry, 'request' | 'asked'>,
  { agentId, folder }: { agentId: string, folder: string },
): RuleDraft {
  const facts = getPermissionFacts(request, asked)
  const place = facts.diffs[0]?.path ?? facts.paths[0]?.replace(/:\d+$/, '')
  const told = deriveKind(request, asked?.kind)
  const changes = facts.diffs.length > 0 && told !== 'delete' && told !== 'move'
  const kind = facts.commandLine !== undefined ? 'execute' : changes ? 'edit' : told
  return {
    effect: 'allow',
    agentId,
    folder,
    kind,
    pattern: facts.commandLine ?? (place === undefined ? '' : toRelativePath(place, folder)),
    ...defaultStar,
  }
}

function deriveKind(
  { toolCall, subject }: PermissionEntry['request'],
  known: string | undefined | null,
): RuleDraft['kind'] {
  if (subject?.kind === 'path' || subject?.kind === 'protected_file')
    return subject.access === 'read' ? 'read' : 'edit'
  return ruleKinds.find(kind => kind === (toolCall.kind ?? known)) ?? 'other'
}
