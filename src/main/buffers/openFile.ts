import type { BufferAuthor } from '../../shared/contract/methods/bufferMethods'
import type { Emit } from '../../shared/rpc'
import type { Merger } from './merging/merger'
import type { KnownText } from './sharedText'
import type { TextBuffer } from './textBuffer'
import { type FileStamp, refreshFromDisk } from './disk'

/** A window that shows open files. */
export interface BufferViewer {
  readonly emit: Emit
}

/** The initial state and services of an `OpenFile`. */
export interface OpenFileSetup {
  readonly buffer: TextBuffer
  readonly threadId: string
  /** Presumed author of a recent change on disk. */
  readonly findAuthor: (path: string) => BufferAuthor
  readonly stamp?: FileStamp | undefined
  readonly merger: Merger
}

/** An open file with its viewers. */
export class OpenFile {
  readonly buffer: TextBuffer
  /** The thread in which it was last opened. */
  threadId: string
  readonly merger: Merger
  readonly #findAuthor: OpenFileSetup['findAuthor']
  #stamp: FileStamp | undefined
  readonly #viewers = new Map<BufferViewer, number>()

  constructor({ buffer, threadId, findAuthor, stamp, merger }: OpenFileSetup) {
    this.buffer = buffer
    this.threadId = threadId
    this.merger = merger
    this.#findAuthor = findAuthor
    this.#stamp = stamp
  }

  get viewers(): Iterable<BufferViewer> {
    return this.#viewers.keys()
  }

  get isShown(): boolean {
    return this.#viewers.size > 0
  }

  /** Updates the buffer from disk. `known`: the text that the author started from, if known. */
  async look(by?: BufferAuthor, known?: KnownText): Promise<void> {
    const findAuthor = (): BufferAuthor => by ?? this.#findAuthor(this.buffer.path)
    this.#stamp = await refreshFromDisk(this.buffer, { seen: this.#stamp, by: findAuthor, known, merger: this.merger })
  }

  isShownBy(viewer: BufferViewer): boolean {
    return this.#viewers.has(viewer)
  }

  /** Adds a viewer. A window can show a file several times. */
  show(viewer: BufferViewer): void {
    this.#viewers.set(viewer, (this.#viewers.get(viewer) ?? 0) + 1)
  }

  hide(viewer: BufferViewer, { everywhere = false } = {}): void {
    const left = everywhere ? 0 : (this.#viewers.get(viewer) ?? 0) - 1
    if (left > 0)
      this.#viewers.set(viewer, left)
    else
      this.#viewers.delete(viewer)
  }
}
