import type { SeenFile } from '../store/fileTable'
import { Worker } from 'node:worker_threads'
import { clockGrainMs } from './fileStamp'
import { forEachFile, type KnownFile, type KnownFolder } from './knownFolder'

/** With fewer files, a second worker costs more than it saves. */
const minFiles = 5_000
/** The walk and the worker meet somewhere beyond this share of the files. */
const ownShare = 0.4
/** Number of stats per file that show whether it is unchanged. */
export const stampNumbers = 4

/** A task for the worker. Both buffers are shared. */
export interface PrefetchTask {
  /** Absolute paths separated by NUL; if absent, the same as before. */
  readonly paths?: string
  /** Room for the numbers of each path. */
  readonly stamps: SharedArrayBuffer
  /** Positions of the walk and, counting backwards, of the worker. */
  readonly marks: SharedArrayBuffer
}

/**
 * Stats known files in a second worker, from the last one backwards, while the walk starts with the first: most of a
 * full scan is spent waiting for stats. The walk never waits; it stats files itself if there is no result yet.
 */
export class StatsPrefetch {
  readonly #programPath: string | undefined
  readonly #minFiles: number
  #worker: Worker | undefined
  #isBroken = false
  /** Indexes of the files that the worker knows; absent if it needs a new list. */
  #places: ReadonlyMap<KnownFile, number> | undefined
  #stamps: Float64Array = none
  /** Positions of the walk and, counting backwards, of the worker. */
  #marks: Int32Array = new Int32Array(2)

  /** `programPath`: the worker's program. Without it, the walk stats all files itself. */
  constructor(programPath: string | undefined, fewest = minFiles) {
    this.#programPath = programPath
    this.#minFiles = fewest
  }

  /** Starts a scan and invalidates earlier results. */
  begin(root: KnownFolder): void {
    this.#stamps = none
    if (this.#programPath === undefined || this.#isBroken)
      return
    let paths: string | undefined
    if (this.#places === undefined) {
      const files = listFilesToPrefetch(root, this.#minFiles)
      this.#places = new Map(files.map((file, place) => [file, place]))
      paths = files.map(({ absolute }) => absolute).join('\0')
    }
    const { size } = this.#places
    if (size === 0)
      return
    const stamps = new SharedArrayBuffer(size * stampNumbers * Float64Array.BYTES_PER_ELEMENT)
    const marks = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
    this.#stamps = new Float64Array(stamps)
    this.#marks = new Int32Array(marks)
    this.#marks.set([-1, size])
    this.#worker ??= this.#start(this.#programPath)
    this.#worker.postMessage({ stamps, marks, ...paths !== undefined && { paths } } satisfies PrefetchTask)
  }

  /** Whether the worker found the file unchanged. Must be called in the order of the walk. */
  isUnchanged(file: KnownFile, seen: SeenFile): boolean {
    const place = this.#stamps.length === 0 ? undefined : this.#places?.get(file)
    if (place === undefined)
      return false
    Atomics.store(this.#marks, 0, place)
    if (place < Atomics.load(this.#marks, 1))
      return false
    const at = place * stampNumbers
    const stamps = this.#stamps
    return stamps[at] === seen.mtime && stamps[at + 1] === seen.ctime && stamps[at + 2] === seen.size && stamps[at + 3] === seen.inode
      && seen.looked - seen.ctime > clockGrainMs
  }

  /** Ends the scan. */
  end(): void {
    Atomics.store(this.#marks, 0, this.#places?.size ?? 0)
    this.#stamps = none
  }

  /** Invalidates the worker's list after files were added or removed. */
  forget(): void {
    this.#places = undefined
  }

  close(): void {
    this.#worker?.terminate().catch(() => this.#isBroken = true) // it exits with its parent anyway
    this.#worker = undefined
  }

  #start(programPath: string): Worker {
    const worker = new Worker(programPath, { workerData: 'prefetch', name: 'ledger prefetch' })
    worker.on('error', () => this.#isBroken = true) // the walk stats files itself from now on
    worker.unref()
    return worker
  }
}

const none = new Float64Array()

/** The files in the order of the walk, without those that it reaches first. */
function listFilesToPrefetch(root: KnownFolder, fewest: number): KnownFile[] {
  const files: KnownFile[] = []
  forEachFile(root, file => files.push(file))
  return files.length < fewest ? [] : files.slice(Math.floor(files.length * ownShare))
}
