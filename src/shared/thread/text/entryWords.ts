import type { ContentBlock, Diff } from '@agentclientprotocol/sdk'
import type { Entry, ToolEntry } from '../transcript'
import { getOutputText } from '../../toolCall/outputText'
import { getPastedText } from './pastedText'
import { formatQuote } from './quotes'
import { getTranscriptText, isConversationSoFar } from './transcriptText'

/** The kinds of entries by which a search can be filtered. */
export const searchKinds = ['message', 'change', 'command', 'other'] as const
export type SearchKind = typeof searchKinds[number]

/** Classifies an entry for the search filter. */
export function getSearchKind(entry: Entry): SearchKind {
  if (entry.kind === 'user' || entry.kind === 'agent')
    return 'message'
  if (entry.kind !== 'tool')
    return 'other'
  const { kind, content } = entry.call
  if (entry.writes
    || content?.some(({ type }) => type === 'diff')
    || kind === 'edit'
    || kind === 'delete'
    || kind === 'move') {
    return 'change'
  }
  return kind === 'execute' || entry.terminalIds.length > 0 ? 'command' : 'other'
}

/** The searchable text of an entry, up to `characters`. */
export function getSearchableText(entry: Entry, characters: number): string {
  const words: string[] = []
  let room = characters
  for (const part of listEntryParts(entry)) {
    if (room <= 0)
      break
    if (!part)
      continue
    words.push(part.slice(0, room))
    room -= part.length + 1
  }
  return words.join('\n')
}

/** Lazy, so that the rest of a long entry is never assembled. */
function* listEntryParts(entry: Entry): Generator<string | null | undefined> {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      yield* entry.content.map(getBlockText)
      break
    case 'tool':
      yield* listToolParts(entry)
      break
    case 'plan':
      yield* entry.entries.map(({ content }) => content)
      break
    case 'permission':
      yield entry.request.toolCall.title
      yield getSubjectText(entry.request.subject)
      break
    case 'elicitation':
      yield entry.request.message
      break
    case 'notice':
      yield* [entry.notice.title, entry.notice.description]
      break
    case 'compaction':
      yield* entry.summary.map(getBlockText)
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

function* listToolParts({ call, writes = [] }: ToolEntry): Generator<string | undefined> {
  yield call.title
  yield* (call.locations ?? []).map(({ path }) => path)
  for (const item of call.content ?? []) {
    if (item.type === 'content')
      yield getBlockText(item.content)
    else if (item.type === 'diff')
      yield formatChangedLines(item)
  }
  for (const write of writes)
    yield formatChangedLines(write)
  yield typeof call.rawOutput === 'string' ? call.rawOutput : getOutputText(call)
  // For other kinds, the title, the command or the diff has the text.
  if ((call.kind ?? 'other') === 'other')
    yield* listStrings(call.rawInput)
}

/** The strings in a JSON value, as deep as tools nest them. */
function* listStrings(value: unknown, depth = 4): Generator<string> {
  if (typeof value === 'string')
    yield value
  else if (typeof value === 'object' && value !== null && depth > 0)
    yield* Object.values(value).flatMap(field => [...listStrings(field, depth - 1)])
}

/** The lines that differ between the texts, without unchanged lines. */
function formatChangedLines({ path, oldText, newText }: Diff): string {
  const before = (oldText ?? '').split('\n')
  const after = newText.split('\n')
  const [hadBefore, hasAfter] = [new Set(before), new Set(after)]
  return [path, ...after.filter(line => !hadBefore.has(line)), ...before.filter(line => !hasAfter.has(line))].join('\n')
}

function getBlockText(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource_link':
      return block.title ?? block.name
    case 'resource':
      // Already searchable in the entries above.
      return isConversationSoFar(block)
        ? undefined
        : getTranscriptText(block) ?? getPastedText(block) ?? formatQuote(block) ?? block.resource.uri
    default:
      return undefined
  }
}

function getSubjectText(subject: Extract<Entry, { kind: 'permission' }>['request']['subject']): string | undefined {
  return subject?.kind === 'command' ? subject.commandLine : subject?.path
}
