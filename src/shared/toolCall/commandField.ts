import type { ToolCallContent, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { formatCommandLine } from '../text/commandLineForDisplay'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { getInputFacts, getNamedCommand } from './inputFacts'
import { isSameCommand, type PlacedCommand, toPlacedCommand } from './placedCommand'

/** The one command that a request shows and that its approval covers. */
export interface CommandField {
  readonly commandLine: string
  readonly cwd: string
  /** Normalized, for comparison with the command that runs. */
  readonly placed: PlacedCommand
  /** Why an approval does not count, so that Parley asks again when the command is known. */
  readonly doubt?: 'shortened' | 'hidden' | 'contradiction'
}

/** Kinds of calls in which a text alone may state the command. */
const claimingKinds: readonly (ToolKind | null | undefined)[] = ['execute', 'other', null, undefined]
/** Agents' phrases before a command; nothing follows the command. */
const phrases = [
  'Requesting approval to Running: ',
  'Requesting approval to perform: Run command ',
  'Requesting approval to run ',
]
const ellipsis = /(?:…|\.\.\.)$/
const fence = /^```[\w-]*\n([^`]+)\n```$/
const maxJson = 256 * 1024

/**
 * The input that a call reports as text, like Kimi does just before it asks: a single complete JSON object with a
 * command, or with a file and its new content.
 */
export function parseInputInContent(content: readonly ToolCallContent[] | null | undefined): JsonObject | undefined {
  const [only, ...others] = content ?? []
  return only?.type === 'content' && only.content.type === 'text' && others.length === 0
    ? parseToolInput(only.content.text)
    : undefined
}

/** The tool input in a JSON text. */
export function parseToolInput(text: string): JsonObject | undefined {
  if (!text.startsWith('{') || text.length > maxJson)
    return undefined
  try {
    const told: unknown = JSON.parse(text)
    return isJsonObject(told) && (('command' in told && getNamedCommand(told)) || getInputFacts(told).paths.length > 0)
      ? told
      : undefined
  }
  catch (error) {
    if (error instanceof SyntaxError)
      return undefined // incomplete, or not JSON
    throw error
  }
}

/**
 * The input of an `execute` request if the title is known to be the whole command and the text states that it runs in
 * the folder.
 */
export function parseInputFromTitle({ kind, title, content }: ToolCallUpdate, folder: string): JsonObject | undefined {
  const [place = ''] = listTexts({ toolCallId: '', content })
  return kind === 'execute' && title && place.startsWith(`[current working directory ${folder}]`)
    ? { command: title }
    : undefined
}

/**
 * The command of a request: from its raw input, or else from what the call reported earlier, or else from a title or
 * text that is nothing but a command. If two of them differ, an approval covers neither.
 */
export function findCommandField(
  call: ToolCallUpdate,
  { told, folder }: { told?: unknown, folder: string },
): CommandField | undefined {
  const inputs = [call.rawInput, told, parseInputInContent(call.content)].flatMap(input =>
    getFieldFromInput(input, folder) ?? [],
  )
  const canClaim = mayClaim(call) && getInputFacts(told).paths.length === 0
  const claims = inputs.length > 0 || canClaim ? listTexts(call).flatMap(text => parseClaim(text) ?? []) : []
  const [claim] = claims
  const field = inputs[0] ?? (claim === undefined ? undefined : makeField({ command: claim }, folder))
  return field && { ...field, ...findDoubt(field, inputs, claims) }
}

/** Whether a text only repeats the field's command. */
export function repeatsCommand(text: string, field: CommandField): boolean {
  return matchesClaim(findCommandInText(text) ?? parseClaim(text) ?? text, field)
}

function findCommandInText(text: string): string | undefined {
  return getInputFacts(parseToolInput(text)).commandLine
}

function getFieldFromInput(rawInput: unknown, folder: string): Omit<CommandField, 'doubt'> | undefined {
  const named = getNamedCommand(rawInput)
  if (!named)
    return undefined
  const [command, ...words] = [named.command].flat()
  return makeField({ command: command!, args: [...words, ...named.args] }, resolveCwd(folder, named.cwd))
}

function makeField(
  { command, args = [] }: { command: string, args?: readonly string[] },
  cwd: string,
): Omit<CommandField, 'doubt'> {
  return {
    commandLine: args.length === 0 ? command : formatCommandLine(command, args),
    cwd,
    placed: toPlacedCommand({ command, args }, cwd),
  }
}

function resolveCwd(folder: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '' || cwd === '.')
    return folder
  return /^(?:[/\\]|[A-Z]:)/i.test(cwd) ? cwd : `${folder}/${cwd}`
}

function findDoubt(
  field: Omit<CommandField, 'doubt'>,
  inputs: readonly Omit<CommandField, 'doubt'>[],
  claims: readonly string[],
): Pick<CommandField, 'doubt'> {
  const { commandLine, placed } = field
  if (!inputs.every(other => isSameCommand(other.placed, placed)) || !claims.every(claim => matchesClaim(claim, field)))
    return { doubt: 'contradiction' }
  if (hasHiddenCharacters(commandLine))
    return { doubt: 'hidden' }
  return commandLine.endsWith('…') || (inputs.length === 0 && ellipsis.test(commandLine)) ? { doubt: 'shortened' } : {}
}

/** Whether a claimed command equals the field's or is a truncated form of it. */
function matchesClaim(claim: string, { commandLine, placed: { line, folder } }: Omit<CommandField, 'doubt'>): boolean {
  if (toPlacedCommand({ command: claim }, folder).line === line)
    return true
  const beginning = claim.replace(ellipsis, '')
  return beginning !== claim && (commandLine.startsWith(beginning) || line.startsWith(beginning))
}

/** A text may state the command only if the raw input names no other action. */
function mayClaim({ kind, rawInput }: ToolCallUpdate): boolean {
  const { paths, url } = getInputFacts(rawInput)
  return claimingKinds.includes(kind) && paths.length === 0 && url === undefined
}

/** The command in a text that is nothing but a code span or block, or that starts with one of the phrases. */
function parseClaim(text: string): string | undefined {
  const phrase = phrases.find(phrase => text.startsWith(phrase))
  const rest = phrase === undefined ? text : text.slice(phrase.length)
  const code = fence.exec(rest)?.[1] ?? /^`([^`]+)`$/.exec(rest)?.[1]
  return code ?? (phrase === undefined || rest.trim() === '' ? undefined : rest)
}

function listTexts({ title, content }: ToolCallUpdate): string[] {
  const texts = (content ?? []).flatMap(item =>
    item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
  )
  return [...title ? [title] : [], ...texts]
}

// eslint-disable-next-line regexp/prefer-character-class -- in a class these would combine with the preceding characters
const hidden = new RegExp([
  '[^\\P{C}\\n\\t]|[^\\P{Z} ]', // control, format and private characters; blanks of other kinds, which are letters to a shell
  '\\u034F|[\\u17B4\\u17B5]|[\\u180B-\\u180F]|[\\uFE00-\\uFE0F]|[\\u{E0100}-\\u{E01EF}]',
  '[\\u115F\\u1160\\u2800\\u3164\\uFFA0]', // drawn as nothing
].join('|'), 'u')

/** Whether a text contains invisible or misleading characters; line feeds and tabs are fine. */
function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text)
}
