import type { ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { ApprovedCommand, PermissionEvent, ShownChange } from '../thread/events'
import type { ClaimedChange } from '../toolCall/patchedChanges'
import { isJsonObject } from '../text/jsonObject'
import { claimedChanges, repeatsChanges } from '../toolCall/claimedChanges'
import { type CommandField, commandField, repeatsCommand, toldIn } from '../toolCall/commandField'
import { type InputFacts, inputFacts } from '../toolCall/inputFacts'
import { gradeWords, runsInSandbox } from './grade'

/** A question for permission before it has its id. */
export type PermissionRequest = Omit<PermissionEvent, 'type' | 'requestId'>

/** What a person has to know before the answer, taken from what will be done and not from how the agent puts it. */
export interface PermissionFacts extends Omit<InputFacts, 'changes'> {
  /** What it is about in a word or two, in our words. */
  readonly action: string
  /** Why no rule answers it. */
  readonly always?: string
  /** The command is read by a shell. */
  readonly isShellLine?: boolean
  /**
   * Whether the command runs in a sandbox, and what that means; absent in questions from before there were sandboxes.
   */
  readonly confinement?: string
  /** Parley itself starts the command in the sandbox. */
  readonly isSandboxed?: boolean
  readonly diffs: readonly ShownChange[]
  /** The plan, in Markdown, that the agent asks to carry out. */
  readonly plan?: string
  /** The agent's prose: its title and text. */
  readonly words: readonly string[]
  /** Why the answer approves no command, though one is shown. */
  readonly doubt?: CommandField['doubt']
  /** What Parley's own question differs from: a command that was approved in this turn. */
  readonly approved?: ApprovedCommand
  /** Only words say what will be done. */
  readonly isBlind: boolean
  /** It is for a command that it does not show; who will run it, where that is known. */
  readonly untold?: 'parley' | 'itself' | 'unknown'
  /** There is more than can be shown. */
  readonly isCut: boolean
}

/** More than these are not shown, and so cannot be allowed: a page of them is a frozen window, and no one reads it. */
const maxCharacters = 256 * 1024
const maxFurther = 10_000

/** Reads the facts out of a request; what the request leaves out is taken from the tool call as it is known. */
export function permissionFacts(request: PermissionRequest, known?: ToolCall): PermissionFacts {
  const call = merged(request.toolCall, known)
  const command = requestedCommand(request, call)
  const { changes: _, ...input } = inputFacts(requestedInput(request, call))
  const diffs = request.changes ?? requestedChanges(request, call)
  const changed = new Set(diffs.map(({ path }) => path))
  const subject = subjectFacts(request.subject)
  const hasDeed = request.from === 'parley' || (command ?? input.commandLine ?? input.url) !== undefined || diffs.length > 0
  const plan = hasDeed ? undefined : planToApprove(call)
  const facts = {
    ...input,
    ...command && { commandLine: command.commandLine, cwd: command.cwd, doubt: command.doubt },
    ...subject,
    ...plan !== undefined && { plan },
    action: plan === undefined ? actionWords(request, call) : 'carry out its plan',
    always: request.always,
    confinement: (subject.commandLine ?? command ?? input.commandLine) ? describeSandbox(request) : undefined,
    ...runsInSandbox(request) && { isSandboxed: true },
    // A diff says its path and texts itself; the folder of a command is beside it.
    paths: withoutPlainAgain(distinct([...(subject.paths ?? []), ...(call.locations ?? []).map(place), ...input.paths])).filter(
      path => path !== command?.cwd && !changed.has(path) && !changed.has(withoutLine(path)),
    ),
    further: (subject.further ?? input.further).filter(
      ({ value }) => value !== plan
        && !diffs.some(diff => value === diff.newText || value === diff.oldText)
        && !repeatsChanges(value, diffs),
    ),
    diffs,
    // The title of a question of our own is ours, and often a title is the command once more.
    words: request.from === 'parley'
      ? []
      : distinct([...words(call, request.earlier), ...input.words])
          .filter(text => command ? !repeatsCommand(text, command) : text !== input.commandLine && text !== plan)
          .filter(text => !repeatsInput(text, request)),
  }
  // A path says what a read or a write will do, not what a command will.
  const hasPlace = facts.paths.length > 0 && (request.from === 'parley' || call.kind !== 'execute')
  const isBlind
    = (facts.commandLine ?? facts.url ?? plan) === undefined && !hasPlace && facts.diffs.length === 0 && facts.further.length === 0
  return cut({ ...facts, isBlind, untold: untoldOf(request, call, facts) })
}

/** The changes of files that a request shows, as the agent tells them. */
export function requestedChanges(
  request: Pick<PermissionRequest, 'toolCall' | 'told' | 'earlier'>,
  known: ToolCallUpdate | undefined,
): ClaimedChange[] {
  const { toolCall, earlier } = request
  const call = { ...toolCall, content: toolCall.content ?? known?.content, rawInput: toolCall.rawInput ?? known?.rawInput }
  return claimedChanges(call, { input: requestedInput(request, call), earlier })
}

/** The command that an agent's request shows. */
export function requestedCommand({ from, told, folder }: PermissionRequest, call: ToolCallUpdate): CommandField | undefined {
  return from === 'agent' && folder !== undefined ? commandField(call, { told, folder }) : undefined
}

/** The raw input, or where it says nothing of a deed, what was told before. */
export function requestedInput({ told }: Pick<PermissionRequest, 'told'>, { rawInput }: ToolCallUpdate): unknown {
  return told && !hasInputDeed(rawInput) ? { ...told, ...isJsonObject(rawInput) && rawInput } : rawInput
}

/** Whether a raw input says what will be done. */
export function hasInputDeed(rawInput: unknown): boolean {
  const { commandLine, paths, url } = inputFacts(rawInput)
  return commandLine !== undefined || paths.length > 0 || url !== undefined
}

function untoldOf(
  { from, runsCommands }: PermissionRequest,
  { kind }: ToolCallUpdate,
  { commandLine }: Pick<PermissionFacts, 'commandLine'>,
): PermissionFacts['untold'] {
  return from === 'agent' && kind === 'execute' && commandLine === undefined ? runsCommands ?? 'unknown' : undefined
}

function cut(facts: Omit<PermissionFacts, 'isCut'>): PermissionFacts {
  let isCut = facts.further.length > maxFurther || facts.paths.length > maxFurther
  const short = (text: string): string => {
    if (text.length <= maxCharacters)
      return text
    isCut = true
    return `${text.slice(0, maxCharacters)}…`
  }
  const shown = {
    ...facts,
    commandLine: facts.commandLine === undefined ? undefined : short(facts.commandLine),
    ...facts.plan !== undefined && { plan: short(facts.plan) },
    paths: facts.paths.slice(0, maxFurther).map(short),
    further: facts.further.slice(0, maxFurther).map(({ name, value }) => ({ name: short(name), value: short(value) })),
    words: facts.words.map(short),
  }
  return { ...shown, isCut }
}

function merged(update: ToolCallUpdate, known: ToolCall | undefined): ToolCallUpdate {
  return {
    ...update,
    kind: update.kind ?? known?.kind,
    title: update.title ?? known?.title,
    content: update.content ?? known?.content,
    locations: update.locations ?? known?.locations,
    rawInput: update.rawInput ?? known?.rawInput,
    _meta: known?._meta ?? update._meta,
  }
}

function subjectFacts(subject: PermissionEvent['subject']): Partial<PermissionFacts> {
  switch (subject?.kind) {
    case 'command': {
      const { commandLine, shell, cwd, env, approved } = subject
      return { commandLine, isShellLine: shell, cwd, env, approved, further: [] }
    }
    case 'path':
    case 'protected_file': return { paths: [subject.path] }
    case undefined: return {}
  }
}

function actionWords({ subject }: PermissionRequest, { kind }: ToolCallUpdate): string {
  if (subject?.kind === 'command')
    return 'run this command'
  if (subject?.kind === 'protected_file')
    return 'change this protected file'
  if (subject?.kind === 'path') {
    return {
      read: 'read this file outside the folder',
      write: 'write this file outside the folder',
      cwd: 'run a command outside the folder',
    }[subject.access]
  }
  switch (kind) {
    case 'read': return 'read'
    case 'edit': return 'change files'
    case 'delete': return 'delete files'
    case 'move': return 'move files'
    case 'search': return 'search'
    case 'execute': return 'run a command'
    case 'fetch': return 'fetch from the network'
    case 'switch_mode': return 'switch its mode'
    default: return 'use a tool'
  }
}

function place({ path, line }: { path: string, line?: number | null }): string {
  return line ? `${path}:${line}` : path
}

/** Where a path is with a line and without, the line adds nothing. */
function withoutPlainAgain(paths: readonly string[]): string[] {
  const all = new Set(paths)
  return paths.filter(path => withoutLine(path) === path || !all.has(withoutLine(path)))
}

function withoutLine(place: string): string {
  return place.replace(/:\d+$/, '')
}

function words({ title, content }: ToolCallUpdate, earlier: PermissionRequest['earlier'] = []): string[] {
  return distinct([title ?? '', ...[...content ?? [], ...earlier].flatMap(wordsIn)].filter(text => text !== ''))
}

function wordsIn(item: ToolCallContent): string[] {
  if (item.type !== 'content')
    return []
  switch (item.content.type) {
    case 'text': return [item.content.text]
    case 'resource_link': return [`${item.content.name} ${item.content.uri}`]
    case 'resource': return [item.content.resource.uri, ...'text' in item.content.resource ? [item.content.resource.text] : []]
    default: return []
  }
}

/** Whether a text is the input of the call, told as such. */
function repeatsInput(text: string, { told }: PermissionRequest): boolean {
  return told !== undefined && text.startsWith('{') && JSON.stringify(toldIn(text)) === JSON.stringify(told)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** Whether the command of a question runs in a sandbox, and what that means, in words. */
function describeSandbox(
  request: Pick<PermissionEvent, 'from' | 'subject' | 'sandbox' | 'runsCommands'>,
): string | undefined {
  const { from, subject, sandbox } = request
  if (runsInSandbox(request))
    return gradeWords('sandbox', { who: '', limits: subject?.kind === 'command' ? subject.sandbox : sandbox })
  if (subject?.kind === 'command')
    return 'No sandbox: it can do whatever you can.'
  return from === 'agent' && sandbox
    ? 'Runs in the sandbox only if Parley runs it; if the agent runs it itself, the sandbox doesn’t apply.'
    : undefined
}

/** What agents call the tool that asks to leave their planning mode: as the title of its call, or in `_meta`. */
const planTools = /^(?:exit|leave|present|submit)[ _-]?plan(?:[ _-]?mode)?$|^plan[ _-]?(?:review|approval)$/i

/**
 * The plan, in Markdown, that an agent's request asks to approve: in the raw input, as Claude, Codex and Qwen send it,
 * or else the first text of the call, as Kimi does. Only for a request that shows no deed: what would be done now
 * counts for more than words about later.
 */
function planToApprove({ kind, title, content, rawInput, _meta }: ToolCallUpdate): string | undefined {
  const isNamed = [title, ...textsIn(_meta)].some(name => planTools.test(name?.trim() ?? ''))
  if (!isNamed && kind !== 'switch_mode')
    return undefined
  const told = isJsonObject(rawInput) && typeof rawInput.plan === 'string' ? rawInput.plan : ''
  if (told.trim() !== '')
    return told
  const texts = (content ?? []).flatMap(item => item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [])
  const text = texts[0] ?? ''
  // A sentence about another mode is no plan.
  return (isNamed ? text : text.includes('\n')) && text.trim() !== '' ? text : undefined
}

/** The texts in `_meta`, where agents put the tool's name. */
function textsIn(meta: unknown, depth = 0): string[] {
  if (typeof meta === 'string')
    return [meta.slice(0, 100)]
  return isJsonObject(meta) && depth <= 2 ? Object.values(meta).flatMap(value => textsIn(value, depth + 1)) : []
}
