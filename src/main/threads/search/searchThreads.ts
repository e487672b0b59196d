import type { Params } from '../../../shared/contract/contract'
import type { EntryMatch, SearchResult, ThreadMatches } from '../../../shared/contract/methods/searchMethods'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { IndexMatch, SearchReader } from '../../store/search/searchReader'
import { setImmediate as turn } from 'node:timers/promises'
import { makeExcerpt } from '../../../shared/search/excerpt'
import { findMarks, parseSearch, type SearchTerm } from '../../../shared/search/searchTerms'

/** Maximum matches ranked by text, the latest first. */
const maxRanked = 400
const maxRankedPerThread = 40
const batchSize = 10
/** Maximum results per thread. */
const maxResults = 20
const excerptCharacters = 180
/** Further hits in an entry don't raise its score. */
const maxHits = 12
const dayMs = 24 * 60 * 60 * 1000

interface Ranked {
  readonly match: IndexMatch
  readonly text: string
  readonly score: number
}

/** Searches all entries of these threads. */
export async function searchThreads(
  { search, agentId, folder, since = 0, kind, limit }: Params<'searchThreads'>,
  { reader, threads, signal, now = Date.now() }: {
    reader: SearchReader
    threads: readonly ThreadSummary[]
    signal: AbortSignal
    now?: number
  },
): Promise<SearchResult> {
  const terms = parseSearch(search)
  const wanted = new Set(threads
    .filter(thread =>
      (agentId === undefined || thread.agentId === agentId) && (folder === undefined || thread.folder === folder),
    )
    .map(({ threadId }) => threadId))
  const { matches, isCut } = await reader.find(terms, {
    passes: match => wanted.has(match.threadId) && match.at >= since && (kind === undefined || match.kind === kind),
    signal,
  })
  await turn()
  const byThread = groupBy(matches, ({ threadId }) => threadId)
  await turn()
  const candidates = pickLatest(byThread)
  const ranked: Ranked[] = []
  for (let from = 0; from < candidates.length && !signal.aborted; from += batchSize) {
    const part = candidates.slice(from, from + batchSize)
    const texts = reader.texts(part.map(({ id }) => id))
    ranked.push(...part.flatMap((match) => {
      const text = texts.get(match.id)
      return text === undefined ? [] : [{ match, text, score: computeScore(match, text, { terms, now }) }]
    }))
    await turn()
  }
  const best = [...groupBy(ranked.sort((a, b) => b.score - a.score), ({ match }) => match.threadId)].slice(0, limit)
  const given: ThreadMatches[] = []
  for (const [threadId, found] of best) {
    const matches = found.slice(0, maxResults).map(({ match, text }) => toEntryMatch(match, text, terms))
    given.push({ threadId, count: byThread.get(threadId)?.length ?? found.length, matches })
    await turn()
  }
  return {
    threads: given,
    matchCount: matches.length,
    threadCount: byThread.size,
    isCut,
    isIndexing: reader.isBehind,
  }
}

/** Picks the latest matches to rank, but not all from one thread. */
function pickLatest(byThread: ReadonlyMap<string, readonly IndexMatch[]>): IndexMatch[] {
  return [...byThread.values()]
    .flatMap(matches => [...matches].sort((a, b) => b.at - a.at).slice(0, maxRankedPerThread))
    .sort((a, b) => b.at - a.at)
    .slice(0, maxRanked)
}

/** Prefers many hits in short texts, messages over tool calls, and new entries. */
function computeScore(
  { kind, at }: IndexMatch,
  text: string,
  { terms, now }: { terms: readonly SearchTerm[], now: number },
): number {
  const hits = findMarks(text, terms, maxHits).length
  const density = Math.log2(1 + hits) / Math.log2(16 + text.length / 40)
  const age = Math.max(0, now - at) / dayMs
  return density + (kind === 'message' ? 0.25 : 0) + 0.5 / (1 + age / 14)
}

function toEntryMatch(
  { entryIndex, entryKind, at }: IndexMatch,
  text: string,
  terms: readonly SearchTerm[],
): EntryMatch {
  return {
    entryIndex,
    entryKind,
    at,
    excerpt: makeExcerpt(text, terms, { characters: excerptCharacters, isOneLine: true }),
  }
}

function groupBy<T>(items: readonly T[], getKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(getKey(item))
    if (group)
      group.push(item)
    else
      groups.set(getKey(item), [item])
  }
  return groups
}
