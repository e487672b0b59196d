import type { TextEncoding } from '../../../shared/text/textEncoding'
import type { FileState } from '../fileState'
import type { Contents } from '../store/contents'
import type { MergeCache, MergedText } from './mergeCache'
import { Buffer } from 'node:buffer'
import { mergeThreeWay } from '../../../shared/changes/merge3'
import {
  type DecodedText,
  decodeText,
  encodeAs,
  encodingNames,
  findCommonEncoding,
} from '../../workspace/files/textEncoding'
import { hashBytes } from '../store/contents'

/**
 * Longer texts are only reviewed as a whole, because comparing and showing their lines takes a hundred times their
 * size.
 */
const maxReviewedBytes = 4 * 1024 * 1024

/** Maximum size of merged texts per call. Beyond it, others' changes count as unmergeable. */
const maxMergedBytes = 256 * 1024 * 1024

/** The set-user-id and set-group-id bits. */
export const setIdBits = 0o6000

/** The change from `before` to `after`, to be applied to `onto`. */
interface TextChange {
  readonly before: RegularFile
  readonly after: RegularFile
  readonly onto: RegularFile
  readonly isStronger: boolean
}

type RegularFile = Extract<FileState, { kind: 'file' }>

/** The texts of states, including merged ones that are not stored yet. Use one per call: it never evicts. */
export class Texts {
  readonly #contents: Contents
  readonly #merges: MergeCache
  readonly #merged = new Map<string, Buffer>()
  #mergedBytes = 0

  constructor(contents: Contents, merges: MergeCache) {
    this.#contents = contents
    this.#merges = merges
    merges.begin()
  }

  /**
   * Decodes the texts of states; empty for a missing file. `undefined` if one is unavailable, too long, a link or not
   * text, or if the encodings differ, so that lines cannot be compared.
   */
  decode(...states: readonly FileState[]): readonly string[] | undefined {
    return this.#decodeCommon(states)?.texts
  }

  /** Display names of the texts' encodings, if they differ. */
  differingEncodings(...states: readonly FileState[]): readonly string[] | undefined {
    const all = this.#decodeAll(states)
    return all && findCommonEncoding(all) === undefined ? all.map(({ encoding }) => encodingNames[encoding]) : undefined
  }

  #decodeCommon(states: readonly FileState[]): { texts: readonly string[], encoding: TextEncoding } | undefined {
    const all = this.#decodeAll(states)
    const encoding = all && findCommonEncoding(all)
    return encoding && { texts: all.map(({ text }) => text), encoding }
  }

  #decodeAll(states: readonly FileState[]): readonly DecodedText[] | undefined {
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

  /** Whether the state's content is available, so that it can be restored. */
  isKept(state: FileState): boolean {
    switch (state.kind) {
      case 'absent': return true
      case 'unkept': return false
      case 'file':
      case 'link': return this.#merged.has(state.hash) || this.#contents.has(state.hash)
    }
  }

  read(hash: string): Buffer | undefined {
    return this.#merged.get(hash) ?? this.#contents.read(hash)
  }

  #bytes(hash: string): Buffer | undefined {
    return this.#merged.get(hash) ?? this.#contents.read(hash, maxReviewedBytes)
  }

  /** Whether any texts were merged. */
  get isUsed(): boolean {
    return this.#merged.size > 0
  }

  get isFull(): boolean {
    return this.#mergedBytes > maxMergedBytes
  }

  /**
   * Creates a file state from lines of `parts`, which share an encoding. Clears set-user-id. `keep` stores the content.
   */
  make(text: string, { parts, mode }: { parts: readonly FileState[], mode: number }): FileState {
    const bytes = encodeText(text, this.#decodeCommon(parts)?.encoding)
    return toRegularFile(this.#remember({ hash: hashBytes(bytes), bytes }), mode)
  }

  /**
   * Applies a change to another text and returns the file state, like `make`. `isWhole`: the whole change could be
   * applied. `isStronger`: on conflict, the lines of the change win. `undefined` if a text is unavailable.
   */
  merge({ before, after, onto, isStronger }: TextChange, mode: number): { state: FileState, isWhole: boolean } | undefined {
    const key = [before.hash, after.hash, onto.hash, isStronger].join(' ')
    const known = this.#merges.get(key)
    if (known) {
      this.#merged.set(known.hash, known.bytes)
      return { state: toRegularFile(known.hash, mode), isWhole: known.isWhole }
    }
    const { texts, encoding } = this.#decodeCommon([before, after, onto]) ?? {}
    if (!texts)
      return undefined
    const [base, theirs, ours] = texts as [string, string, string] // one per state
    const { text, conflicts } = isStronger
      ? mergeThreeWay({ base, ours: theirs, theirs: ours })
      : mergeThreeWay({ base, ours, theirs })
    const bytes = encodeText(text, encoding)
    const merged = { hash: hashBytes(bytes), bytes, isWhole: conflicts.length === 0 }
    this.#merges.add(key, merged)
    return { state: toRegularFile(this.#remember(merged), mode), isWhole: merged.isWhole }
  }

  #remember({ hash, bytes }: Pick<MergedText, 'hash' | 'bytes'>): string {
    this.#merged.set(hash, bytes)
    this.#mergedBytes += bytes.length
    return hash
  }

  /** Stores the contents of merged states. Call inside a transaction. */
  keep(...states: readonly FileState[]): void {
    for (const state of states) {
      const bytes = state.kind === 'file' ? this.#merged.get(state.hash) : undefined
      if (bytes)
        this.#contents.keep(bytes)
    }
  }
}

function toRegularFile(hash: string, mode: number): FileState {
  return { kind: 'file', hash, mode: mode & ~setIdBits }
}

function encodeText(text: string, encoding: TextEncoding = 'utf-8'): Buffer {
  return Buffer.from(encodeAs(text, encoding))
}
