import type { ToolKind } from '@agentclientprotocol/sdk'
import type { WrittenRule } from '../../shared/settings/rules'
import type { SplitCommand } from './shell/splitCommand'
import type { CommandPlace } from './trackFolders'
import { isWithin } from '../../shared/paths'
import { createStarView, findCommandMismatch, findReachableFolders } from './match/coversCommand'
import { type Match, parseCommandPattern, touchesCommand } from './match/matchCommand'
import { isFromTop, matchesPath } from './match/matchPath'
import { namesRestrictedPath } from './namesPlace'

/** An action that an agent requests, with the facts that rules match. */
export interface Action {
  readonly agentId: string
  /** The thread's folders, its primary one first. */
  readonly folders: readonly string[]
  readonly kind: ToolKind
  readonly command?: SplitCommand
  /** Real path of the command's working folder. */
  readonly cwd?: string
  /** For resolving paths in the command. If absent, a rule's star does not match words that may be paths. */
  readonly place?: CommandPlace
  /** Real paths. */
  readonly paths: readonly string[]
  /** Real paths in the workspace that the agent reports for the command; matched only by ask and deny rules. */
  readonly touched?: readonly string[]
  /** The paths are outside the workspace, so only rules with an absolute path allow them. */
  readonly isOutside?: boolean
  /** Whether Parley runs the command in the sandbox. */
  readonly isSandboxed?: boolean
  /** Why no rule may allow the action. */
  readonly alwaysAsk?: string
}

/** The outcome of the rules. If `rule` is absent, it comes from the built-in list. */
export type Judgement
  = | { readonly effect: 'allow', readonly rule: WrittenRule }
    | { readonly effect: 'deny', readonly rule: WrittenRule }
    | { readonly effect: 'ask', readonly rule?: WrittenRule, readonly why?: string }

/** Tool kinds whose effect a command can also have. */
const commandLikeKinds: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'delete', 'move', 'search'])

/** Judges an action. The strictest answer wins: deny, ask, the built-in list, allow. */
export function judge(rules: readonly WrittenRule[], action: Action): Judgement | undefined {
  const applicable = rules.filter(rule => applies(rule, action))
  const strict = applicable
    .filter(({ effect }) => effect !== 'allow')
    .map(rule => ({ rule, match: touches(rule, action) }))
  const denied = strict.find(({ rule, match }) => rule.effect === 'deny' && match === 'yes')
  if (denied)
    return { effect: 'deny', rule: denied.rule }
  const asked = strict.find(({ match }) => match !== 'no')
  if (asked)
    return { effect: 'ask', rule: asked.rule }
  if (action.alwaysAsk !== undefined)
    return { effect: 'ask', why: action.alwaysAsk }
  const allowing = applicable.filter(({ effect }) => effect === 'allow')
  return findAllowing(allowing, action)
}

function applies({ effect, agentId, folder, toolKind, path, sandbox }: WrittenRule, action: Action): boolean {
  return (!sandbox || action.isSandboxed === true)
    && (agentId === undefined || agentId === action.agentId)
    && (folder === undefined || action.folders.includes(folder))
    && (toolKind === undefined || toolKind === action.kind
      || (effect !== 'allow' && path !== undefined && action.command !== undefined && commandLikeKinds.has(toolKind)))
}

/** Whether an ask or deny rule matches any part of the action in any of the thread's folders. */
function touches(rule: WrittenRule, action: Action): Match {
  const both = [rule.command === undefined ? 'yes' : touchesAny(rule.command, action), touchesPath(rule, action)]
  return both.includes('no') ? 'no' : both.includes('maybe') ? 'maybe' : 'yes'
}

function touchesPath(
  { path, folder, toolKind }: WrittenRule,
  { paths, touched = [], folders, command, place, kind }: Action,
): Match {
  const inFolders = folder === undefined ? folders : [folder]
  const isNamed = (real: string): boolean =>
    inFolders.some(folder => matchesPath(path!, real, { folder, ignoresCase: true }))
  if (path === undefined || [...paths, ...touched].some(isNamed))
    return path === undefined || isOfKind(toolKind, kind) ? 'yes' : 'maybe'
  if (command === undefined)
    return 'no'
  const places = place && findReachableFolders(command, place)
  if (command.unsure !== undefined || places === undefined)
    return 'maybe'
  const matches = inFolders.flatMap(folder =>
    command.parts.map(words => namesRestrictedPath(path, words, { places, place: place!, folder })),
  )
  // Parley cannot know whether a command reads, writes or deletes the paths it names.
  return matches.includes('yes') && isOfKind(toolKind, kind)
    ? 'yes'
    : matches.some(match => match !== 'no')
      ? 'maybe'
      : 'no'
}

function isOfKind(toolKind: ToolKind | undefined, kind: ToolKind): boolean {
  return toolKind === undefined || toolKind === kind
}

function touchesAny(command: string, { command: split }: Action): Match {
  const pattern = parseCommandPattern(command)
  if (split === undefined)
    return 'no'
  if (typeof pattern === 'string')
    return 'maybe' // fails closed for an invalid rule
  const matches = split.parts.map(words => touchesCommand(pattern, words))
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') || split.unsure !== undefined ? 'maybe' : 'no'
}

/** Returns the first of the rules that together allow the whole action. */
function findAllowing(
  rules: readonly WrittenRule[],
  { command, cwd, place, paths, folders, isOutside }: Action,
): Judgement | undefined {
  if (command?.unsure !== undefined)
    return undefined
  const view = createStarView(command, place)
  const ofCommands = (command?.parts ?? []).map(words =>
    rules.find(rule =>
      rule.path === undefined && holdsAt(rule, cwd, folders) && findCommandMismatch(rule, words, view) === undefined,
    ),
  )
  const ofPaths = paths.map(path => rules.find((rule) => {
    if (rule.command !== undefined || (isOutside && (rule.path === undefined || !isFromTop(rule.path))))
      return false
    if (rule.path === undefined)
      return rule.toolKind !== undefined && holdsAt(rule, path, folders)
    return (rule.folder === undefined ? folders : [rule.folder]).some(folder =>
      matchesPath(rule.path!, path, { folder }),
    )
  }))
  const all = [...ofCommands, ...ofPaths]
  // An action without a command or path is allowed by its kind alone.
  if (all.length === 0) {
    all.push(
      rules.find(
        rule => rule.toolKind !== undefined
          && holdsAt(rule, folders[0], folders)
          && rule.command === undefined
          && rule.path === undefined,
      ),
    )
  }
  const covering = all.filter(rule => rule !== undefined)
  const [first] = covering
  return first !== undefined && covering.length === all.length
    ? { effect: 'allow', rule: first }
    : undefined
}

/** A rule for one folder applies only to actions in that folder, not in the thread's other folders. */
function holdsAt({ folder }: WrittenRule, place: string | undefined, folders: readonly string[]): boolean {
  return folder === undefined
    || folders.length === 1
    || (place !== undefined && isWithin(place, folder, process.platform))
}
