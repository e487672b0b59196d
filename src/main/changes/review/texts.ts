import type { FileState } from '../fileState'
import type { LedgerFolder } from '../ledgerFolder'
import { Buffer } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { hashOf } from '../../store/ledger/contents'

/** Nobody reviews a longer text line by line; comparing and showing its lines would cost a hundred times its size. Taken as a whole. */
export const maxReviewedBytes = 4 * 1024 * 1024

/** What merging makes while looking. Beyond that, changes of others count as ones that cannot be merged. */
const maxMadeBytes = 256 * 1024 * 1024

/** Set-user-id and set-group-id. */
export const setIdBits = 0o6000

/** The texts behind states, those included that were made while looking and are on no disk yet. For one call: it forgets nothing. */
export class Texts {
  readonly #folder: LedgerFolder
  readonly #made = new Map<string, Buffer>()
  #madeBytes = 0

  constructor(folder: LedgerFolder) {
    this.#folder = folder
  }

  /** UTF-8 without NUL, and not too long; the empty text where no file is. `undefined`: no such text, a link, or not kept. */
  textOf(state: FileState): string | undefined {
    if (state.kind === 'absent')
      return ''
    if (state.kind !== 'file' || (this.#sizeOf(state.hash) ?? Number.POSITIVE_INFINITY) > maxReviewedBytes)
      return undefined
    const bytes = this.bytesOf(state.hash)
    return bytes && decoded(bytes)
  }

  /** Whether what is there can be put back. */
  isKept(state: FileState): boolean {
    switch (state.kind) {
      case 'absent': return true
      case 'unkept': return false
      case 'file':
      case 'link': return this.#made.has(state.hash) || this.#folder.tables.contents.has(state.hash)
    }
  }

  bytesOf(hash: string): Buffer | undefined {
    return this.#made.get(hash) ?? this.#folder.textOf(hash)
  }

  get isFull(): boolean {
    return this.#madeBytes > maxMadeBytes
  }

  /** A file with that text, which is nobody's to run with its owner's rights. It is kept once a state that has it is. */
  make(text: string, mode: number): FileState {
    const bytes = Buffer.from(text)
    const hash = hashOf(bytes)
    this.#made.set(hash, bytes)
    this.#madeBytes += bytes.length
    return { kind: 'file', hash, mode: mode & ~setIdBits }
  }

  /** Keeps the content where it was made here. Inside a transaction. */
  keep(state: FileState): void {
    const bytes = state.kind === 'file' ? this.#made.get(state.hash) : undefined
    if (bytes)
      this.#folder.keep(bytes)
  }

  #sizeOf(hash: string): number | undefined {
    return this.#made.get(hash)?.length ?? this.#folder.tables.contents.sizeOf(hash)
  }
}

function decoded(bytes: Buffer): string | undefined {
  if (bytes.includes(0))
    return undefined
  try {
    // The mark at its beginning stays: the text has to give the same bytes again.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  }
  catch {
    return undefined // not UTF-8: taken as a whole
  }
}
