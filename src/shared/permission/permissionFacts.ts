import type { ToolCall, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { ApprovedCommand, PermissionEvent, ShownChange } from '../thread/events'
import type { ClaimedChange } from '../toolCall/patchedChanges'
import { isJsonObject } from '../text/jsonObject'
import { listClaimedChanges, repeatsChanges } from '../toolCall/claimedChanges'
import { type CommandField, findCommandField, parseToolInput, repeatsCommand } from '../toolCall/commandField'
import { getInputFacts, type InputFacts } from '../toolCall/inputFacts'
import { describeGrade, runsInSandbox } from './grade'

/** A permission request before it gets its id. */
export type PermissionRequest = Omit<PermissionEvent, 'type' | 'requestId'>

/** What a person must know before answering, derived from what will be done and not from the agent's description. */
export interface PermissionFacts extends Omit<InputFacts, 'changes'> {
  /** The action in a few words of Parley's own. */
  readonly action: string
  /** Why no rule may answer the request. */
  readonly always?: string
  /** Whether a shell interprets the command. */
  readonly isShellLine?: boolean
  /** Whether the command runs in a sandbox, and what that means; absent in requests that predate sandboxes. */
  readonly confinement?: string
  readonly isSandboxed?: boolean
  readonly diffs: readonly ShownChange[]
  /** The plan that the agent asks to carry out, in Markdown. */
  readonly plan?: string
  /** The agent's own words: its title and text. */
  readonly words: readonly string[]
  /** Why the answer does not approve a command although one is shown. */
  readonly doubt?: CommandField['doubt']
  /** For Parley's own question: a similar command that was approved in this turn. */
  readonly approved?: ApprovedCommand
  /** Whether only the agent's words describe what will be done. */
  readonly isBlind: boolean
  /** Set if the request runs a command without showing it: who will run that command. */
  readonly untold?: 'parley' | 'itself' | 'unknown'
  /** The request exceeds what can be shown. */
  readonly isCut: boolean
}

/**
 * Requests beyond these limits cannot be shown in full, and so cannot be allowed: they would block the window, and
 * nobody would read them.
 */
const maxCharacters = 256 * 1024
const maxFurther = 10_000

/** Extracts the facts from a request; missing fields are taken from the known tool call. */
export function getPermissionFacts(request: PermissionRequest, known?: ToolCall): PermissionFacts {
  const call = mergeCall(request.toolCall, known)
  const command = getRequestedCommand(request, call)
  const { changes: _, ...input } = getInputFacts(getRequestedInput(request, call))
  const diffs = request.changes ?? getRequestedChanges(request, call)
  const changed = new Set(diffs.map(({ path }) => path))
  const subject = getSubjectFacts(request.subject)
  const hasAction = request.from === 'parley'
    || (command ?? input.commandLine ?? input.url) !== undefined
    || diffs.length > 0
  const plan = hasAction ? undefined : findPlan(call)
  const facts = {
    ...input,
    ...command && { commandLine: command.commandLine, cwd: command.cwd, doubt: command.doubt },
    ...subject,
    ...plan !== undefined && { plan },
    action: plan === undefined ? describeAction(request, call) : 'carry out its plan',
    always: request.always,
    confinement: (subject.commandLine ?? command ?? input.commandLine) ? describeSandbox(request) : undefined,
    ...runsInSandbox(request) && { isSandboxed: true },
    // Diffs show their own paths and texts, and a command is shown with its folder.
    paths: dropRepeatedPaths(removeDuplicates([
      ...(subject.paths ?? []),
      ...(call.locations ?? []).map(formatLocation),
      ...input.paths,
    ])).filter(
      path => path !== command?.cwd && !changed.has(path) && !changed.has(stripLine(path)),
    ),
    further: (subject.further ?? input.further).filter(
      ({ value }) => value !== plan
        && !diffs.some(diff => value === diff.newText || value === diff.oldText)
        && !repeatsChanges(value, diffs),
    ),
    diffs,
    // Parley's own questions have Parley's title, and an agent's title often repeats the command.
    words: request.from === 'parley'
      ? []
      : removeDuplicates([...listWords(call, request.earlier), ...input.words])
          .filter(text => command ? !repeatsCommand(text, command) : text !== input.commandLine && text !== plan)
          .filter(text => !repeatsInput(text, request)),
  }
  // A path tells what a read or write affects, but not what a command does.
  const hasPlace = facts.paths.length > 0 && (request.from === 'parley' || call.kind !== 'execute')
  const isBlind
    = (facts.commandLine ?? facts.url ?? plan) === undefined
      && !hasPlace
      && facts.diffs.length === 0
      && facts.further.length === 0
  return truncate({ ...facts, isBlind, untold: detectUntold(request, call, facts) })
}

/** The file changes that a request shows, as the agent reports them. */
export function getRequestedChanges(
  request: Pick<PermissionRequest, 'toolCall' | 'told' | 'earlier'>,
  known: ToolCallUpdate | undefined,
): ClaimedChange[] {
  const { toolCall, earlier } = request
  const call = {
    ...toolCall,
    content: toolCall.content ?? known?.content,
    rawInput: toolCall.rawInput ?? known?.rawInput,
  }
  return listClaimedChanges(call, { input: getRequestedInput(request, call), earlier })
}

export function getRequestedCommand(
  { from, told, folder }: PermissionRequest,
  call: ToolCallUpdate,
): CommandField | undefined {
  return from === 'agent' && folder !== undefined ? findCommandField(call, { told, folder }) : undefined
}

/** The raw input, or, if that describes no action, the input reported earlier. */
export function getRequestedInput({ told }: Pick<PermissionRequest, 'told'>, { rawInput }: ToolCallUpdate): unknown {
  return told && !describesAction(rawInput) ? { ...told, ...isJsonObject(rawInput) && rawInput } : rawInput
}

/** Whether a raw input describes an action. */
export function describesAction(rawInput: unknown): boolean {
  const { commandLine, paths, url } = getInputFacts(rawInput)
  return commandLine !== undefined || paths.length > 0 || url !== undefined
}

function detectUntold(
  { from, runsCommands }: PermissionRequest,
  { kind }: ToolCallUpdate,
  { commandLine }: Pick<PermissionFacts, 'commandLine'>,
): PermissionFacts['untold'] {
  return from === 'agent' && kind === 'execute' && commandLine === undefined ? runsCommands ?? 'unknown' : undefined
}

function truncate(facts: Omit<PermissionFacts, 'isCut'>): PermissionFacts {
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

function mergeCall(update: ToolCallUpdate, known: ToolCall | undefined): ToolCallUpdate {
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

function getSubjectFacts(subject: PermissionEvent['subject']): Partial<PermissionFacts> {
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

function describeAction({ subject }: PermissionRequest, { kind }: ToolCallUpdate): string {
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

function formatLocation({ path, line }: { path: string, line?: number | null }): string {
  return line ? `${path}:${line}` : path
}

/** Drops `path:line` duplicates: if a path is also listed without a line, the line adds nothing. */
function dropRepeatedPaths(paths: readonly string[]): string[] {
  const all = new Set(paths)
  return paths.filter(path => stripLine(path) === path || !all.has(stripLine(path)))
}

function stripLine(place: string): string {
  return place.replace(/:\d+$/, '')
}

function listWords({ title, content }: ToolCallUpdate, earlier: PermissionRequest['earlier'] = []): string[] {
  return removeDuplicates([title ?? '', ...[...content ?? [], ...earlier].flatMap(listTexts)].filter(text => text !== ''))
}

function listTexts(item: ToolCallContent): string[] {
  if (item.type !== 'content')
    return []
  switch (item.content.type) {
    case 'text': return [item.content.text]
    case 'resource_link': return [`${item.content.name} ${item.content.uri}`]
    case 'resource': return [
      item.content.resource.uri,
      ...'text' in item.content.resource ? [item.content.resource.text] : [],
    ]
    default: return []
  }
}

/** Whether a text merely repeats the call's input as JSON. */
function repeatsInput(text: string, { told }: PermissionRequest): boolean {
  return told !== undefined && text.startsWith('{') && JSON.stringify(parseToolInput(text)) === JSON.stringify(told)
}

function removeDuplicates(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** Describes whether a request's command runs in a sandbox, and what that means. */
function describeSandbox(
  request: Pick<PermissionEvent, 'from' | 'subject' | 'sandbox' | 'runsCommands'>,
): string | undefined {
  const { from, subject, sandbox } = request
  if (runsInSandbox(request))
    return describeGrade('sandbox', { who: '', limits: subject?.kind === 'command' ? subject.sandbox : sandbox })
  if (subject?.kind === 'command')
    return 'No sandbox: it can do whatever you can.'
  return from === 'agent' && sandbox
    ? 'Runs in the sandbox only if Parley runs it; if the agent runs it itself, the sandbox doesn’t apply.'
    : undefined
}

/** Names of the tools that ask to leave planning mode, in a call's title or in `_meta`. */
const planTools = /^(?:exit|leave|present|submit)[ _-]?plan(?:[ _-]?mode)?$|^plan[ _-]?(?:review|approval)$/i

/**
 * The plan, in Markdown, that a request asks to approve: from the raw input (Claude, Codex and Qwen), or else the first
 * text of the call (Kimi). Only for requests that show no action, because an immediate action is more important than
 * words about later ones.
 */
function findPlan({ kind, title, content, rawInput, _meta }: ToolCallUpdate): string | undefined {
  const isNamed = [title, ...listStrings(_meta)].some(name => planTools.test(name?.trim() ?? ''))
  if (!isNamed && kind !== 'switch_mode')
    return undefined
  const told = isJsonObject(rawInput) && typeof rawInput.plan === 'string' ? rawInput.plan : ''
  if (told.trim() !== '')
    return told
  const texts = (content ?? []).flatMap(item =>
    item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
  )
  const text = texts[0] ?? ''
  // A single sentence about another mode is not a plan.
  return (isNamed ? text : text.includes('\n')) && text.trim() !== '' ? text : undefined
}

/** The strings in `_meta`, where agents put the tool's name. */
function listStrings(meta: unknown, depth = 0): string[] {
  if (typeof meta === 'string')
    return [meta.slice(0, 100)]
  return isJsonObject(meta) && depth <= 2 ? Object.values(meta).flatMap(value => listStrings(value, depth + 1)) : []
}
