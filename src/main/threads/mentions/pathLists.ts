import type { PathChunk } from '../../../shared/contract/methods/fileMethods'
import type { Report } from '../../system/report'
import { randomUUID } from 'node:crypto'
import { listPaths } from '../../workspace/listing/listPaths'
import { type ThreadPlaces, toWrittenPath } from './threadPlaces'

/** Paths per chunk: a few milliseconds of work in the window. */
const chunkPaths = 5_000
/** Size of the first chunk, which should arrive quickly. */
const firstPaths = 200
/** Maximum age of a listing, because other programs don't report their changes. */
const maxAgeMs = 30_000
/** Listings kept, for the most recently used threads. A large folder's takes several megabytes. */
const maxKept = 3

/** A growing or complete listing. */
interface PathList {
  readonly listingId: string
  readonly paths: string[]
  readonly startedAt: number
  readonly abort: AbortController
  /** Files may have changed since its start. */
  isStale: boolean
  isDone: boolean
  isCut: boolean
  /** Resolves when the list has grown or is complete. */
  grown: Promise<void>
}

/**
 * Files and folders that can be mentioned, by thread. Listed on demand, sent in chunks, kept until something changes.
 */
export class PathLists {
  readonly #report: Report
  readonly #now: () => number
  readonly #lists = new Map<string, PathList>()

  constructor({ report, now = Date.now }: { report: Report, now?: () => number }) {
    this.#report = report
    this.#now = now
  }

  /** Reads the chunk after `from`; see the contract. */
  async read(
    threadId: string,
    places: ThreadPlaces,
    { listingId, from }: { listingId?: string | undefined, from: number },
  ): Promise<PathChunk> {
    let list = this.#lists.get(threadId)
    const isReading = list !== undefined && list.listingId === listingId && !(list.isDone && from >= list.paths.length)
    if (!list || (list.isDone && !isReading && this.#isExpired(list)))
      list = this.#start(threadId, places)
    this.#lists.delete(threadId)
    this.#lists.set(threadId, list) // moves it to the end, as the most recently used
    const start = list.listingId === listingId ? Math.min(from, list.paths.length) : 0
    const enough = start === 0 ? firstPaths : start + chunkPaths
    while (!list.isDone && list.paths.length < enough)
      await list.grown
    const end = Math.min(list.paths.length, start + chunkPaths)
    return {
      listingId: list.listingId,
      paths: list.paths.slice(start, end),
      isDone: list.isDone && end === list.paths.length,
      isCut: list.isCut,
    }
  }

  /** Marks all listings as stale: an agent may have changed files in any folder. */
  filesChanged(): void {
    for (const list of this.#lists.values())
      list.isStale = true
  }

  forget(threadId: string): void {
    this.#lists.get(threadId)?.abort.abort()
    this.#lists.delete(threadId)
  }

  dispose(): void {
    for (const threadId of [...this.#lists.keys()])
      this.forget(threadId)
  }

  #isExpired({ isStale, startedAt }: PathList): boolean {
    return isStale || this.#now() - startedAt > maxAgeMs
  }

  #start(threadId: string, places: ThreadPlaces): PathList {
    this.forget(threadId)
    const { promise, resolve } = createDeferred()
    const list: PathList = {
      listingId: randomUUID(),
      paths: [],
      startedAt: this.#now(),
      abort: new AbortController(),
      isStale: false,
      isDone: false,
      isCut: false,
      grown: promise,
    }
    this.#fill(list, places, resolve).catch(error => this.#report(error, 'listing the files of a thread'))
    for (const oldest of [...this.#lists.keys()].slice(0, Math.max(0, this.#lists.size + 1 - maxKept)))
      this.forget(oldest)
    return list
  }

  async #fill(list: PathList, places: ThreadPlaces, resolve: () => void): Promise<void> {
    const grow = (): void => {
      resolve()
      const next = createDeferred()
      list.grown = next.promise
      resolve = next.resolve
    }
    const { workspace, folders } = places
    const listing = listPaths({ workspace, folders, signal: list.abort.signal })
    try {
      for (let step = await listing.next(); ; step = await listing.next()) {
        if (step.done === true) {
          list.isCut = step.value
          break
        }
        for (const path of step.value)
          list.paths.push(toWrittenPath(path, places))
        grow()
      }
    }
    finally {
      list.isDone = true
      grow()
    }
  }
}

function createDeferred(): { promise: Promise<void>, resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>(done => resolve = done)
  return { promise, resolve }
}
