import type { ContentBlock, Diff } from '@agentclientprotocol/sdk'
import type { Entry, ToolEntry } from '../transcript'
import { outputText } from '../../toolCall/outputText'
import { pastedIn } from './pastedText'
import { quotedIn } from './quotes'
import { isConversationSoFar, transcriptIn } from './transcriptText'

/** By what a search can be narrowed. */
export const searchKinds = ['message', 'change', 'command', 'other'] as const
/** One of these kinds. */
export type SearchKind = typeof searchKinds[number]

/** Which of these an entry is. */
export function getSearchKind(entry: Entry): SearchKind {
  if (entry.kind === 'user' || entry.kind === 'agent')
    return 'message'
  if (entry.kind !== 'tool')
    return 'other'
  const { kind, content } = entry.call
  if (entry.writes || content?.some(({ type }) => type === 'diff') || kind === 'edit' || kind === 'delete' || kind === 'move')
    return 'change'
  return kind === 'execute' || entry.terminalIds.length > 0 ? 'command' : 'other'
}

/** What an entry says, for someone who looks for a word: at most `characters` of it. */
export function entryWords(entry: Entry, characters: number): string {
  const words: string[] = []
  let room = characters
  for (const part of partsOf(entry)) {
    if (room <= 0)
      break
    if (!part)
      continue
    words.push(part.slice(0, room))
    room -= part.length + 1
  }
  return words.join('\n')
}

/** Lazily: the rest of a long entry is not even put together. */
function* partsOf(entry: Entry): Generator<string | null | undefined> {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      yield* entry.content.map(wordsOf)
      break
    case 'tool':
      yield* toolParts(entry)
      break
    case 'plan':
      yield* entry.entries.map(({ content }) => content)
      break
    case 'permission':
      yield entry.request.toolCall.title
      yield subjectOf(entry.request.subject)
      break
    case 'elicitation':
      yield entry.request.message
      break
    case 'notice':
      yield* [entry.notice.title, entry.notice.description]
      break
    case 'compaction':
      yield* entry.summary.map(wordsOf)
      break
    case 'origin':
      yield entry.origin.title
      break
    case 'turn-end':
      yield entry.end.message
      break
    case 'unknown':
      break
  }
}

function* toolParts({ call, writes = [] }: ToolEntry): Generator<string | undefined> {
  yield call.title
  yield* (call.locations ?? []).map(({ path }) => path)
  for (const item of call.content ?? []) {
    if (item.type === 'content')
      yield wordsOf(item.content)
    else if (item.type === 'diff')
      yield changedLines(item)
  }
  for (const write of writes)
    yield changedLines(write)
  yield typeof call.rawOutput === 'string' ? call.rawOutput : outputText(call)
  // Of other kinds the title, the command or the diff says it.
  if ((call.kind ?? 'other') === 'other')
    yield* textsIn(call.rawInput)
}

/** The texts in a JSON value, as deep as tools nest them. */
function* textsIn(value: unknown, depth = 4): Generator<string> {
  if (typeof value === 'string')
    yield value
  else if (typeof value === 'object' && value !== null && depth > 0)
    yield* Object.values(value).flatMap(field => [...textsIn(field, depth - 1)])
}

/** The lines that are not in both texts: what stayed belongs to no change. */
function changedLines({ path, oldText, newText }: Diff): string {
  const before = (oldText ?? '').split('\n')
  const after = newText.split('\n')
  const [hadBefore, hasAfter] = [new Set(before), new Set(after)]
  return [path, ...after.filter(line => !hadBefore.has(line)), ...before.filter(line => !hasAfter.has(line))].join('\n')
}

function wordsOf(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource_link':
      return block.title ?? block.name
    case 'resource':
      // What is above is found there.
      return isConversationSoFar(block) ? undefined : transcriptIn(block) ?? pastedIn(block) ?? quotedIn(block) ?? block.resource.uri
    default:
      return undefined
  }
}

function subjectOf(subject: Extract<Entry, { kind: 'permission' }>['request']['subject']): string | undefined {
  return subject?.kind === 'command' ? subject.commandLine : subject?.path
}
