import type { ToolKind } from '@agentclientprotocol/sdk'
import type { WrittenRule } from '../../shared/settings/rules'
import type { CommandPlace } from './placesReached'
import type { SplitCommand } from './shell/splitCommand'
import { isWithin } from '../../shared/paths'
import { beyondRule, reachedPlaces, starView } from './match/coversCommand'
import { commandPattern, type Match, touchesCommand } from './match/matchCommand'
import { isFromTop, matchesPath } from './match/matchPath'
import { namesPlace } from './namesPlace'

/** Something that an agent wants to do, as far as rules look at it. */
export interface Action {
  readonly agentId: string
  /** The thread's, its first before all others. */
  readonly folders: readonly string[]
  readonly kind: ToolKind
  readonly command?: SplitCommand
  /** The real path of the folder that the command runs in. */
  readonly cwd?: string
  /** What the command's words mean. Without it, no rule's star stands for a word that may be a path. */
  readonly place?: CommandPlace
  /** Real paths. */
  readonly paths: readonly string[]
  /** What the agent says that the command touches in the workspace, as real paths: for rules that ask or deny. */
  readonly touched?: readonly string[]
  /** The paths lie outside the workspace: only rules that name such a place allow them. */
  readonly isOutside?: boolean
  /** A command that Parley itself starts in the sandbox. */
  readonly isSandboxed?: boolean
  /** Why no rule may allow it. */
  readonly never?: string
}

/** What the rules say. A judgement without a rule comes from the built-in list. */
export type Judgement
  = | { readonly effect: 'allow', readonly rule: WrittenRule }
    | { readonly effect: 'deny', readonly rule: WrittenRule }
    | { readonly effect: 'ask', readonly rule?: WrittenRule, readonly why?: string }

/** What a command may also do to a path. */
const byCommands: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'delete', 'move', 'search'])

/** The most careful answer wins: deny before ask before allow, and the built-in list above every rule that allows. */
export function judge(rules: readonly WrittenRule[], action: Action): Judgement | undefined {
  const applicable = rules.filter(rule => applies(rule, action))
  const careful = applicable.filter(({ effect }) => effect !== 'allow').map(rule => ({ rule, match: touches(rule, action) }))
  const denying = careful.find(({ rule, match }) => rule.effect === 'deny' && match === 'yes')
  if (denying)
    return { effect: 'deny', rule: denying.rule }
  const asking = careful.find(({ match }) => match !== 'no')
  if (asking)
    return { effect: 'ask', rule: asking.rule }
  if (action.never !== undefined)
    return { effect: 'ask', why: action.never }
  const allowing = applicable.filter(({ effect }) => effect === 'allow')
  return covering(allowing, action)
}

function applies({ effect, agentId, folder, toolKind, path, sandbox }: WrittenRule, action: Action): boolean {
  return (!sandbox || action.isSandboxed === true)
    && (agentId === undefined || agentId === action.agentId)
    && (folder === undefined || action.folders.includes(folder))
    && (toolKind === undefined || toolKind === action.kind
      || (effect !== 'allow' && path !== undefined && action.command !== undefined && byCommands.has(toolKind)))
}

/** Whether a rule that asks or denies is about any part of the action, in any of the thread's folders. */
function touches(rule: WrittenRule, action: Action): Match {
  const both = [rule.command === undefined ? 'yes' : touchesAny(rule.command, action), touchesPath(rule, action)]
  return both.includes('no') ? 'no' : both.includes('maybe') ? 'maybe' : 'yes'
}

function touchesPath({ path, folder, toolKind }: WrittenRule, { paths, touched = [], folders, command, place, kind }: Action): Match {
  const inFolders = folder === undefined ? folders : [folder]
  const isNamed = (real: string): boolean => inFolders.some(folder => matchesPath(path!, real, { folder, ignoresCase: true }))
  if (path === undefined || [...paths, ...touched].some(isNamed))
    return path === undefined || isOfKind(toolKind, kind) ? 'yes' : 'maybe'
  if (command === undefined)
    return 'no'
  const places = place && reachedPlaces(command, place)
  if (command.unsure !== undefined || places === undefined)
    return 'maybe'
  const matches = inFolders.flatMap(folder => command.parts.map(words => namesPlace(path, words, { places, place: place!, folder })))
  // Whether a command reads, writes or deletes what it names cannot be told.
  return matches.includes('yes') && isOfKind(toolKind, kind) ? 'yes' : matches.some(match => match !== 'no') ? 'maybe' : 'no'
}

function isOfKind(toolKind: ToolKind | undefined, kind: ToolKind): boolean {
  return toolKind === undefined || toolKind === kind
}

function touchesAny(command: string, { command: split }: Action): Match {
  const pattern = commandPattern(command)
  if (split === undefined)
    return 'no'
  if (typeof pattern === 'string')
    return 'maybe' // a rule that cannot be read is no reason to let anything pass
  const matches = split.parts.map(words => touchesCommand(pattern, words))
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') || split.unsure !== undefined ? 'maybe' : 'no'
}

/** The rules that together allow the whole action; the first of them is named. */
function covering(rules: readonly WrittenRule[], { command, cwd, place, paths, folders, isOutside }: Action): Judgement | undefined {
  if (command?.unsure !== undefined)
    return undefined
  const view = starView(command, place)
  const ofCommands = (command?.parts ?? []).map(words =>
    rules.find(rule => rule.path === undefined && holdsAt(rule, cwd, folders) && beyondRule(rule, words, view) === undefined),
  )
  const ofPaths = paths.map(path => rules.find((rule) => {
    if (rule.command !== undefined || (isOutside && (rule.path === undefined || !isFromTop(rule.path))))
      return false
    if (rule.path === undefined)
      return rule.toolKind !== undefined && holdsAt(rule, path, folders)
    return (rule.folder === undefined ? folders : [rule.folder]).some(folder => matchesPath(rule.path!, path, { folder }))
  }))
  const all = [...ofCommands, ...ofPaths]
  // What names neither a command nor a path is allowed by its kind alone.
  if (all.length === 0) {
    all.push(
      rules.find(
        rule => rule.toolKind !== undefined && holdsAt(rule, folders[0], folders) && rule.command === undefined && rule.path === undefined,
      ),
    )
  }
  const covering = all.filter(rule => rule !== undefined)
  const [first] = covering
  return first !== undefined && covering.length === all.length
    ? { effect: 'allow', rule: first }
    : undefined
}

/**
 * What a rule allows for one folder it allows for what is done there, not for the other folders of a thread that has
 * several.
 */
function holdsAt({ folder }: WrittenRule, place: string | undefined, folders: readonly string[]): boolean {
  return folder === undefined || folders.length === 1 || (place !== undefined && isWithin(place, folder, process.platform))
}
