import type { ToolCallContent, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { commandLineForDisplay } from '../text/commandLineForDisplay'
import { isJsonObject, type JsonObject } from '../text/jsonObject'
import { inputFacts, namedCommand } from './inputFacts'
import { isSameCommand, placedCommand, type PlacedCommand } from './placedCommand'

/** The one command that a request shows. Exactly this is approved. */
export interface CommandField {
  readonly commandLine: string
  readonly cwd: string
  /** As it is compared with what is run. */
  readonly placed: PlacedCommand
  /** Why an answer approves nothing, so that the command is asked about when it is known. */
  readonly doubt?: 'shortened' | 'hidden' | 'contradiction'
}

/** What a call whose words alone name a command may call itself. */
const running: readonly (ToolKind | null | undefined)[] = ['execute', 'other', null, undefined]
/** What agents write before a command, with nothing after it. */
const phrases = ['Requesting approval to Running: ', 'Requesting approval to perform: Run command ', 'Requesting approval to run ']
const ellipsis = /(?:…|\.\.\.)$/
const fence = /^```[\w-]*\n([^`]+)\n```$/
const maxJson = 256 * 1024

/**
 * The input that a call tells as text, as Kimi does just before it asks: content that is one complete JSON object with
 * a command, or with a file and what is written to it.
 */
export function toldInput(content: readonly ToolCallContent[] | null | undefined): JsonObject | undefined {
  const [only, ...others] = content ?? []
  return only?.type === 'content' && only.content.type === 'text' && others.length === 0 ? toldIn(only.content.text) : undefined
}

/** The input that a text tells. */
export function toldIn(text: string): JsonObject | undefined {
  if (!text.startsWith('{') || text.length > maxJson)
    return undefined
  try {
    const told: unknown = JSON.parse(text)
    return isJsonObject(told) && (('command' in told && namedCommand(told)) || inputFacts(told).paths.length > 0) ? told : undefined
  }
  catch (error) {
    if (error instanceof SyntaxError)
      return undefined // it is still being written, or no JSON at all
    throw error
  }
}

/**
 * The input of a request to run something whose title is known to be the whole command, where its text says that it
 * runs in the folder.
 */
export function titledInput({ kind, title, content }: ToolCallUpdate, folder: string): JsonObject | undefined {
  const [place = ''] = textsOf({ toolCallId: '', content })
  return kind === 'execute' && title && place.startsWith(`[current working directory ${folder}]`) ? { command: title } : undefined
}

/**
 * The command of a request: from its raw input, or else from what the call said before, or else from a title or text
 * that is nothing but a command. Where two of them say different things, an answer approves neither.
 */
export function commandField(call: ToolCallUpdate, { told, folder }: { told?: unknown, folder: string }): CommandField | undefined {
  const inputs = [call.rawInput, told, toldInput(call.content)].flatMap(input => fromInput(input, folder) ?? [])
  const isWord = mayClaim(call) && inputFacts(told).paths.length === 0
  const claims = inputs.length > 0 || isWord ? textsOf(call).flatMap(text => claimOf(text) ?? []) : []
  const [claim] = claims
  const field = inputs[0] ?? (claim === undefined ? undefined : fieldOf({ command: claim }, folder))
  return field && { ...field, ...doubtOf(field, inputs, claims) }
}

/** Whether a text only says the field's command once more. */
export function repeatsCommand(text: string, field: CommandField): boolean {
  return agrees(toldLine(text) ?? claimOf(text) ?? text, field)
}

function toldLine(text: string): string | undefined {
  return inputFacts(toldIn(text)).commandLine
}

function fromInput(rawInput: unknown, folder: string): Omit<CommandField, 'doubt'> | undefined {
  const named = namedCommand(rawInput)
  if (!named)
    return undefined
  const [command, ...words] = [named.command].flat()
  return fieldOf({ command: command!, args: [...words, ...named.args] }, placeIn(folder, named.cwd))
}

function fieldOf({ command, args = [] }: { command: string, args?: readonly string[] }, cwd: string): Omit<CommandField, 'doubt'> {
  return {
    commandLine: args.length === 0 ? command : commandLineForDisplay(command, args),
    cwd,
    placed: placedCommand({ command, args }, cwd),
  }
}

function placeIn(folder: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '' || cwd === '.')
    return folder
  return /^(?:[/\\]|[A-Z]:)/i.test(cwd) ? cwd : `${folder}/${cwd}`
}

function doubtOf(
  field: Omit<CommandField, 'doubt'>,
  inputs: readonly Omit<CommandField, 'doubt'>[],
  claims: readonly string[],
): Pick<CommandField, 'doubt'> {
  const { commandLine, placed } = field
  if (!inputs.every(other => isSameCommand(other.placed, placed)) || !claims.every(claim => agrees(claim, field)))
    return { doubt: 'contradiction' }
  if (holdsHidden(commandLine))
    return { doubt: 'hidden' }
  return commandLine.endsWith('…') || (inputs.length === 0 && ellipsis.test(commandLine)) ? { doubt: 'shortened' } : {}
}

/** Whether what a text claims is the command, or its beginning where it is shortened. */
function agrees(claim: string, { commandLine, placed: { line, folder } }: Omit<CommandField, 'doubt'>): boolean {
  if (placedCommand({ command: claim }, folder).line === line)
    return true
  const beginning = claim.replace(ellipsis, '')
  return beginning !== claim && (commandLine.startsWith(beginning) || line.startsWith(beginning))
}

/** Words name a command only where the raw input names nothing else that would be done. */
function mayClaim({ kind, rawInput }: ToolCallUpdate): boolean {
  const { paths, url } = inputFacts(rawInput)
  return running.includes(kind) && paths.length === 0 && url === undefined
}

/** The command that a text is: one piece of code and nothing else, or one of the phrases and all that follows. */
function claimOf(text: string): string | undefined {
  const phrase = phrases.find(phrase => text.startsWith(phrase))
  const rest = phrase === undefined ? text : text.slice(phrase.length)
  const code = fence.exec(rest)?.[1] ?? /^`([^`]+)`$/.exec(rest)?.[1]
  return code ?? (phrase === undefined || rest.trim() === '' ? undefined : rest)
}

function textsOf({ title, content }: ToolCallUpdate): string[] {
  const texts = (content ?? []).flatMap(item => item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [])
  return [...title ? [title] : [], ...texts]
}

// eslint-disable-next-line regexp/prefer-character-class -- in a class these would join the characters before them
const hidden = new RegExp([
  '[^\\P{C}\\n\\t]|[^\\P{Z} ]', // control, format and private characters; blanks of other kinds, which are letters to a shell
  '\\u034F|[\\u17B4\\u17B5]|[\\u180B-\\u180F]|[\\uFE00-\\uFE0F]|[\\u{E0100}-\\u{E01EF}]', // join what is before them
  '[\\u115F\\u1160\\u2800\\u3164\\uFFA0]', // drawn as nothing
].join('|'), 'u')

/** Whether a text holds characters that are not seen, or are seen as something else; line feeds and tabs aside. */
function holdsHidden(text: string): boolean {
  return hidden.test(text)
}
