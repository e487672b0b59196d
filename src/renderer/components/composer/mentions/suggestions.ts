import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Attachment } from '../../../composables/useDrafts'
import type { PathMatcher } from '../../../text/pathMatcher'
import { rankMatches } from '../../../text/match'
import { visibleName } from '../../../text/visibleText'
import { nameToken, pathToken } from './mentionTokens'
import { mentionWords as words } from './words'

/** A suggested mention. */
export interface Suggestion {
  readonly kind: 'file' | 'folder' | 'thread' | 'terminal' | 'selection'
  /** Path, title, command, or beginning of a text. */
  readonly label: string
  /** Indexes of matching characters. */
  readonly ranges?: readonly number[]
  /** Of a thread or a terminal. */
  readonly id?: string
  /** More about it. */
  readonly note?: string
}

/** Candidates other than files. */
export interface OtherSources {
  readonly selection: string
  readonly terminals: readonly Suggestion[]
  readonly threads: readonly Suggestion[]
}

/** Maximum number drawn; another letter finds the rest. */
const maxPaths = 12
const maxOthers = 3

/** Matches of a search, and the number of further files. */
export function suggestionsFor(
  search: string,
  { paths, typed, others }: { paths: PathMatcher | undefined, typed: Suggestion | undefined, others: OtherSources },
): { suggestions: Suggestion[], more: number } {
  const { matches, count } = paths?.search(search, maxPaths) ?? { matches: [], count: 0 }
  const listed = (isClear: boolean): Suggestion[] => matches
    .filter(match => match.isClear === isClear)
    .map(({ path, ranges }) => ({ kind: kindOfPath(path), label: path, ranges }))
  const files = listed(true)
  // A fully typed path counts even if it is not listed.
  const isListed = typed === undefined || matches.some(({ path }) => path === typed.label)
  const { selection, terminals, threads } = others
  const quote: Suggestion = { kind: 'selection', label: visibleName(selection, 80) }
  const besides = [
    ...selection !== '' && words.kinds.selection.toLowerCase().startsWith(search.toLowerCase()) ? [quote] : [],
    ...rankMatches(terminals, search, ({ label }) => `${words.kinds.terminal} ${label}`).slice(0, maxOthers),
    ...rankMatches(threads, search, ({ label }) => `${words.kinds.thread} ${label}`).slice(0, maxOthers),
  ]
  const suggestions = [...isListed ? [] : [typed], ...search === '' ? [...besides, ...files] : [...files, ...besides, ...listed(false)]]
  return { suggestions, more: count - matches.length }
}

/** Token for a suggestion, unique among `others`. */
export function tokenFor({ kind, label, id }: Suggestion, others: readonly Pick<Attachment, 'id' | 'mention'>[]): string {
  if (kind === 'file' || kind === 'folder')
    return pathToken(label)
  const wanted = (number: number): string => {
    const name = kind === 'selection' ? words.selectionName(number) : kind === 'terminal' ? words.outputOf(label) : label
    return nameToken(number === 1 || kind === 'selection' ? name : `${name} (${number})`)
  }
  // Titles and quotes may repeat.
  const isOther = (token: string): boolean => others.some(({ mention, id: known }) => mention === token && known !== id)
  for (let number = 1; ; number++) {
    if (!isOther(wanted(number)))
      return wanted(number)
  }
}

/** A file or folder by its path. */
export function kindOfPath(path: string): 'file' | 'folder' {
  return path.endsWith('/') ? 'folder' : 'file'
}

/** A thread's terminals, latest first. */
export function terminalsIn({ entries, head }: Transcript): Suggestion[] {
  const ofCalls = entries.flatMap(entry => entry.kind === 'tool' ? [entry] : [])
  const named = ofCalls.flatMap(({ call, terminalIds }) =>
    terminalIds.map((id): Suggestion => ({ kind: 'terminal', id, label: visibleName(call.title, 80) })))
  const loose = head.looseTerminals.map((id): Suggestion => ({ kind: 'terminal', id, label: words.unnamedTerminal }))
  return [...named, ...loose].reverse()
}

/** Other threads, latest first. */
export function threadsBesides(threadId: string, threads: readonly ThreadSummary[]): Suggestion[] {
  return threads
    .filter(thread => thread.threadId !== threadId)
    .map(({ threadId: id, title, agentName }): Suggestion => ({ kind: 'thread', id, label: visibleName(title, 80), note: agentName }))
}
