import type { ToolCall, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import type { CommandField } from '../../../../shared/toolCall/commandField'
import type { Action } from '../../../rules/judge'
import type { Workspace } from '../../../workspace/workspace'
import type { ThreadRules } from '../rules/threadRules'
import { runsInSandbox } from '../../../../shared/permission/grade'
import {
  getRequestedInput,
  type PermissionFacts,
  type PermissionRequest,
} from '../../../../shared/permission/permissionFacts'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { getInputFacts } from '../../../../shared/toolCall/inputFacts'
import { changesRepository } from '../../../workspace/gitShape'
import { isProtected } from '../../../workspace/protectedNames'

/** A request as the dialog shows it, including earlier updates of its tool call. */
export interface ShownRequest {
  readonly request: PermissionRequest
  readonly call: ToolCall
  /** The call before the request. */
  readonly before?: ToolCall
  readonly facts: PermissionFacts
  readonly command?: CommandField
}

/** Fields of a raw input that don't change the action. */
const harmlessFields = new Set([
  'description',
  'explanation',
  'reason',
  'timeout',
  'timeout_ms',
  'limit',
  'offset',
  'line',
  'content',
  'old_string',
  'new_string',
  'old_text',
  'new_text',
  'replace_all',
  'insert_line',
])
/** Names that agents use for plan exits, mode changes and questions, which only the person may answer. */
const personOnly
  = /(?:exit|enter|leave).?plan|plan.?(?:exit|mode|approval)|(?:switch|set|change).?mode|ask.?user|user.?(?:question|input)|elicit/i

/**
 * Derives the action for rules to judge. Returns `undefined` if only the person can decide, because there is no action
 * or it is not shown completely.
 */
export async function deriveAction(
  { request, call, facts, command }: ShownRequest,
  { rules, workspace }: { rules: ThreadRules, workspace: Workspace },
): Promise<Omit<Action, 'agentId' | 'folders'> | undefined> {
  const rawInput = getRequestedInput(request, call)
  const input = getInputFacts(rawInput)
  if (isPersonOnly({ ...call, rawInput }) || facts.plan !== undefined)
    return undefined
  // Fields that repeat shown facts, such as a patch next to its diff, are ignored.
  if (facts.isBlind || facts.isCut || facts.further.some(({ name }) => !isHarmlessField(name, rawInput)))
    return undefined
  if (command?.doubt !== undefined || (input.url !== undefined && command))
    return undefined
  const diffs = facts.diffs.map(({ path }) => path)
  const further = [...input.paths, ...diffs]
  const named = [...new Set([
    ...(call.locations ?? []).map(({ path }) => path),
    ...further,
    ...(input.cwd === undefined ? [] : [input.cwd]),
  ])]
  const kind = deriveKind(call.kind, { runs: command !== undefined, writes: diffs.length > 0 })
  const ruled
    = command && rules.analyzeCommand({ commandLine: command.commandLine, isShellLine: true, cwd: command.cwd })
  const places = await Promise.all(named.map(path => workspace.locateFolder(path)))
  const access = kind === 'read' || kind === 'search' ? 'read' : 'write'
  const paths: string[] = []
  let isOutside = false
  let alwaysAsk = ruled?.alwaysAsk
  for (const place of places) {
    if (place.kind === 'refused')
      return undefined
    paths.push(place.realPath)
    isOutside ||= place.kind === 'outside'
    const names = place.kind === 'inside' ? place.relativePaths : [place.realPath]
    if (names.some(path => isProtected(path, access))
      || (access === 'write' && (await changesRepository(place.realPath)))) {
      alwaysAsk ??= access === 'read' ? 'it often holds secrets' : 'it can change what runs later'
    }
  }
  // Inside the workspace, the command itself is judged, not the folder and files that the agent reports.
  const isFurther = (index: number): boolean =>
    isOutside || (named[index] !== input.cwd && (command === undefined || further.includes(named[index]!)))
  return {
    ...ruled,
    kind,
    paths: paths.filter((_, index) => isFurther(index)),
    touched: paths.filter((_, index) => !isFurther(index) && named[index] !== input.cwd),
    isOutside,
    isSandboxed: runsInSandbox(request),
    alwaysAsk,
  }
}

function isPersonOnly({ kind, title, name, rawInput, _meta }: ToolCallUpdate): boolean {
  const input = isJsonObject(rawInput) ? rawInput : {}
  return kind === 'switch_mode'
    || [title, name, ...collectMetaTexts(_meta)].some(text => typeof text === 'string' && personOnly.test(text))
    || ['plan', 'question', 'questions'].some(field => input[field] !== undefined)
}

/** Collects all names and texts in `_meta`, where some agents put the question. */
function collectMetaTexts(meta: unknown, depth = 0): string[] {
  if (typeof meta === 'string')
    return [meta]
  if (!isJsonObject(meta) || depth > 3)
    return []
  return Object.entries(meta).flatMap(([name, value]) => [name, ...collectMetaTexts(value, depth + 1)])
}

/** Derives the kind from what the call does rather than from what the agent reports. */
function deriveKind(kind: ToolKind | null | undefined, { runs, writes }: { runs: boolean, writes: boolean }): ToolKind {
  if (runs)
    return 'execute'
  if (writes && kind !== 'delete' && kind !== 'move')
    return 'edit'
  return kind ?? 'other'
}

function isHarmlessField(name: string, rawInput: unknown): boolean {
  return harmlessFields.has(name) && isJsonObject(rawInput) && typeof rawInput[name] !== 'object'
}
