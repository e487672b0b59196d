import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Attachment } from '../../../composables/useDrafts'
import type { PathMatcher } from '../../../text/pathMatcher'
import { rankMatches } from '../../../text/match'
import { visibleName } from '../../../text/visibleText'
import { toNameToken, toPathToken } from './mentionTokens'
import { mentionWords as words } from './words'

/** A suggested mention. */
export interface Suggestion {
  readonly kind: 'file' | 'folder' | 'thread' | 'terminal' | 'selection'
  /** A path, title, command, or the start of a selection. */
  readonly label: string
  /** Indexes of matching characters. */
  readonly ranges?: readonly number[]
  /** Id of the thread or terminal. */
  readonly id?: string
  /** Further information, such as a thread's agent. */
  readonly note?: string
}

/** Candidates other than files and folders. */
export interface OtherSources {
  readonly selection: string
  readonly terminals: readonly Suggestion[]
  readonly threads: readonly Suggestion[]
}

/** Maximum suggestions shown. Typing more narrows the list. */
const maxPaths = 12
const maxOthers = 3

/** Finds suggestions for a query. `more` is the number of matching files that are not listed. */
export function findSuggestions(
  search: string,
  { paths, typed, others }: { paths: PathMatcher | undefined, typed: Suggestion | undefined, others: OtherSources },
): { suggestions: Suggestion[], more: number } {
  const { matches, count } = paths?.search(search, maxPaths) ?? { matches: [], count: 0 }
  const toSuggestions = (isClear: boolean): Suggestion[] => matches
    .filter(match => match.isClear === isClear)
    .map(({ path, ranges }) => ({ kind: getPathKind(path), label: path, ranges }))
  const files = toSuggestions(true)
  // Suggests a completely typed path even if it is not listed.
  const isListed = typed === undefined || matches.some(({ path }) => path === typed.label)
  const { selection, terminals, threads } = others
  const quote: Suggestion = { kind: 'selection', label: visibleName(selection, 80) }
  const otherMatches = [
    ...selection !== '' && words.kinds.selection.toLowerCase().startsWith(search.toLowerCase()) ? [quote] : [],
    ...rankMatches(terminals, search, ({ label }) => `${words.kinds.terminal} ${label}`).slice(0, maxOthers),
    ...rankMatches(threads, search, ({ label }) => `${words.kinds.thread} ${label}`).slice(0, maxOthers),
  ]
  const suggestions = [
    ...isListed ? [] : [typed],
    ...search === '' ? [...otherMatches, ...files] : [...files, ...otherMatches, ...toSuggestions(false)],
  ]
  return { suggestions, more: count - matches.length }
}

/** Creates a suggestion's token, unique among `others`. */
export function createToken(
  { kind, label, id }: Suggestion,
  others: readonly Pick<Attachment, 'id' | 'mention'>[],
): string {
  if (kind === 'file' || kind === 'folder')
    return toPathToken(label)
  const getCandidate = (number: number): string => {
    const name = kind === 'selection' ? words.selectionName(number) : kind === 'terminal' ? words.outputOf(label) : label
    return toNameToken(number === 1 || kind === 'selection' ? name : `${name} (${number})`)
  }
  // Several threads may have the same title.
  const isTaken = (token: string): boolean =>
    others.some(({ mention, id: otherId }) => mention === token && otherId !== id)
  for (let number = 1; ; number++) {
    if (!isTaken(getCandidate(number)))
      return getCandidate(number)
  }
}

/** Paths of folders end with a slash. */
export function getPathKind(path: string): 'file' | 'folder' {
  return path.endsWith('/') ? 'folder' : 'file'
}

/** Lists a thread's terminals, latest first. */
export function listTerminals({ entries, head }: Transcript): Suggestion[] {
  const toolCalls = entries.flatMap(entry => entry.kind === 'tool' ? [entry] : [])
  const named = toolCalls.flatMap(({ call, terminalIds }) =>
    terminalIds.map((id): Suggestion => ({ kind: 'terminal', id, label: visibleName(call.title, 80) })))
  const unnamed = head.looseTerminals.map((id): Suggestion => ({ kind: 'terminal', id, label: words.unnamedTerminal }))
  return [...named, ...unnamed].reverse()
}

/** Lists all threads but this one. */
export function listOtherThreads(threadId: string, threads: readonly ThreadSummary[]): Suggestion[] {
  return threads
    .filter(thread => thread.threadId !== threadId)
    .map(({ threadId: id, title, agentName }): Suggestion => ({ kind: 'thread', id, label: visibleName(title, 80), note: agentName }))
}
