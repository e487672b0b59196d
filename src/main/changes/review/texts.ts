import type { TextEncoding } from '../../../shared/text/textEncoding'
import type { FileState } from '../fileState'
import type { Contents } from '../store/contents'
import type { MergedText, RememberedMerges } from './rememberedMerges'
import { Buffer } from 'node:buffer'
import { merge3 } from '../../../shared/changes/merge3'
import {
  commonEncoding,
  type DecodedText,
  decodeText,
  encodeAs,
  encodingNames,
} from '../../workspace/files/textEncoding'
import { hashBytes } from '../store/contents'

/** Longer texts are reviewed as a whole: comparing and showing their lines would take a hundred times their size. */
const maxReviewedBytes = 4 * 1024 * 1024

/** The most that merging may make for one call; beyond it, changes of others count as not mergeable. */
const maxMadeBytes = 256 * 1024 * 1024

/** Set-user-id and set-group-id. */
export const setIdBits = 0o6000

/** What is to be applied to a text: the change from one to another. */
interface TextChange {
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

  /**
   * The texts of states, empty where there is no file. `undefined` where one is not kept, too long, a link or no text,
   * or where they are in different encodings: lines of one are none of another.
   */
  decode(...states: readonly FileState[]): readonly string[] | undefined {
    return this.#decoded(states)?.texts
  }

  /** The encodings of texts, where these differ. */
  differingEncodings(...states: readonly FileState[]): readonly string[] | undefined {
    const all = this.#textsIn(states)
    return all && commonEncoding(all) === undefined ? all.map(({ encoding }) => encodingNames[encoding]) : undefined
  }

  #decoded(states: readonly FileState[]): { texts: readonly string[], encoding: TextEncoding } | undefined {
    const all = this.#textsIn(states)
    const encoding = all && commonEncoding(all)
    return encoding && { texts: all.map(({ text }) => text), encoding }
  }

  #textsIn(states: readonly FileState[]): readonly DecodedText[] | undefined {
    const all: DecodedText[] = []
    for (const state of states) {
      const bytes = state.kind === 'file' ? this.#bytes(state.hash) : undefined
      const decoded = bytes && bytes.length <= maxReviewedBytes ? decodeText(bytes) : undefined
      if (state.kind === 'absent')
        all.push({ text: '', encoding: 'utf-8' })
      else if (typeof decoded === 'object')
        all.push(decoded)
      else
        return undefined
    }
    return all
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

  read(hash: string): Buffer | undefined {
    return this.#made.get(hash) ?? this.#contents.read(hash)
  }

  #bytes(hash: string): Buffer | undefined {
    return this.#made.get(hash) ?? this.#contents.read(hash, maxReviewedBytes)
  }

  /** Texts were made, which it remembers. */
  get isUsed(): boolean {
    return this.#made.size > 0
  }

  get isFull(): boolean {
    return this.#madeBytes > maxMadeBytes
  }

  /**
   * A file with a text of lines of `parts`, which are in one encoding, never with set-user-id. Its content is stored
   * once its state is passed to `keep`.
   */
  make(text: string, { parts, mode }: { parts: readonly FileState[], mode: number }): FileState {
    const bytes = encodeText(text, this.#decoded(parts)?.encoding)
    return regularFile(this.#hold({ hash: hashBytes(bytes), bytes }), mode)
  }

  /**
   * A file with what was made of one text applied to another, its content as with `make`; `isWhole` where all of it
   * could be.
   * `isStronger`: where both changed the same lines, those of the change. `undefined` where one of them is no text that
   * is kept.
   */
  merge({ before, after, onto, isStronger }: TextChange, mode: number): { state: FileState, isWhole: boolean } | undefined {
    const key = [before.hash, after.hash, onto.hash, isStronger].join(' ')
    const known = this.#merges.get(key)
    if (known) {
      this.#made.set(known.hash, known.bytes)
      return { state: regularFile(known.hash, mode), isWhole: known.isWhole }
    }
    const { texts, encoding } = this.#decoded([before, after, onto]) ?? {}
    if (!texts)
      return undefined
    const [base, theirs, ours] = texts as [string, string, string] // one of each
    const { text, conflicts } = isStronger ? merge3({ base, ours: theirs, theirs: ours }) : merge3({ base, ours, theirs })
    const bytes = encodeText(text, encoding)
    const merged = { hash: hashBytes(bytes), bytes, isWhole: conflicts.length === 0 }
    this.#merges.add(key, merged)
    return { state: regularFile(this.#hold(merged), mode), isWhole: merged.isWhole }
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

function regularFile(hash: string, mode: number): FileState {
  return { kind: 'file', hash, mode: mode & ~setIdBits }
}

function encodeText(text: string, encoding: TextEncoding = 'utf-8'): Buffer {
  return Buffer.from(encodeAs(text, encoding))
}
