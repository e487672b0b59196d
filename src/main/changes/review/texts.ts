import type { Contents } from '../store/contents'
import type { FileState } from '../fileState'
import type { MergedText, RememberedMerges } from './rememberedMerges'
import { Buffer, isUtf8 } from 'node:buffer'
import { merge3 } from '../../../shared/changes/merge3'
import { hashOf } from '../store/contents'

/** Longer texts are reviewed as a whole: comparing and showing their lines would take a hundred times their size. */
const maxReviewedBytes = 4 * 1024 * 1024

/** The most that merging may make for one call; beyond it, changes of others count as not mergeable. */
const maxMadeBytes = 256 * 1024 * 1024

/** Set-user-id and set-group-id. */
export const setIdBits = 0o6000

/** What is to be applied to a text: the change from one to another. */
export interface TextChange {
  readonly before: RegularFile
  readonly after: RegularFile
  readonly onto: RegularFile
  readonly isStronger: boolean
}

type RegularFile = Extract<FileState, { kind: 'file' }>

/** The texts behind states, including merged ones that are not stored yet. For one call: it forgets nothing. */
export class Texts {
  readonly #contents: Contents
  readonly #merges: RememberedMerges
  readonly #made = new Map<string, Buffer>()
  #madeBytes = 0

  constructor(contents: Contents, merges: RememberedMerges) {
    this.#contents = contents
    this.#merges = merges
    merges.begin()
  }

  /** The text of a state, empty where there is no file. `undefined` where it is not kept, too long, a link, or not UTF-8 without NUL. */
  textOf(state: FileState): string | undefined {
    if (state.kind === 'absent')
      return ''
    const bytes = state.kind === 'file' ? this.#made.get(state.hash) ?? this.#contents.read(state.hash, maxReviewedBytes) : undefined
    return bytes && bytes.length <= maxReviewedBytes ? decoded(bytes) : undefined
  }

  /** Whether the state can be put back. */
  isKept(state: FileState): boolean {
    switch (state.kind) {
      case 'absent': return true
      case 'unkept': return false
      case 'file':
      case 'link': return this.#made.has(state.hash) || this.#contents.has(state.hash)
    }
  }

  bytesOf(hash: string): Buffer | undefined {
    return this.#made.get(hash) ?? this.#contents.read(hash)
  }

  /** Texts were made, which it remembers. */
  get isUsed(): boolean {
    return this.#made.size > 0
  }

  get isFull(): boolean {
    return this.#madeBytes > maxMadeBytes
  }

  /** A file with that text, never with set-user-id. Its content is stored once its state is passed to `keep`. */
  make(text: string, mode: number): FileState {
    const bytes = Buffer.from(text)
    return fileOf(this.#hold({ hash: hashOf(bytes), bytes }), mode)
  }

  /**
   * A file with what was made of one text applied to another, its content as with `make`; `isWhole` where all of it could be.
   * `isStronger`: where both changed the same lines, those of the change. `undefined` where one of them is no text that is kept.
   */
  merge({ before, after, onto, isStronger }: TextChange, mode: number): { state: FileState, isWhole: boolean } | undefined {
    const key = [before.hash, after.hash, onto.hash, isStronger].join(' ')
    const known = this.#merges.get(key)
    if (known) {
      this.#made.set(known.hash, known.bytes)
      return { state: fileOf(known.hash, mode), isWhole: known.isWhole }
    }
    const [base, theirs, ours] = [this.textOf(before), this.textOf(after), this.textOf(onto)]
    if (base === undefined || theirs === undefined || ours === undefined)
      return undefined
    const { text, conflicts } = isStronger ? merge3({ base, ours: theirs, theirs: ours }) : merge3({ base, ours, theirs })
    const bytes = Buffer.from(text)
    const merged = { hash: hashOf(bytes), bytes, isWhole: conflicts.length === 0 }
    this.#merges.add(key, merged)
    return { state: fileOf(this.#hold(merged), mode), isWhole: merged.isWhole }
  }

  #hold({ hash, bytes }: Pick<MergedText, 'hash' | 'bytes'>): string {
    this.#made.set(hash, bytes)
    this.#madeBytes += bytes.length
    return hash
  }

  /** Keeps the contents that were made here. Inside a transaction. */
  keep(...states: readonly FileState[]): void {
    for (const state of states) {
      const bytes = state.kind === 'file' ? this.#made.get(state.hash) : undefined
      if (bytes)
        this.#contents.keep(bytes)
    }
  }
}

function fileOf(hash: string, mode: number): FileState {
  return { kind: 'file', hash, mode: mode & ~setIdBits }
}

function decoded(bytes: Buffer): string | undefined {
  // A byte order mark stays: the text has to give the same bytes again. What is not UTF-8 is reviewed as a whole.
  return bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString('utf8')
}
