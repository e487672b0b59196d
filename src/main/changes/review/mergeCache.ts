/** A merged text in UTF-8. */
export interface MergedText {
  readonly hash: string
  readonly bytes: Buffer
  readonly isWhole: boolean
}

/** About fifty texts of a megabyte, or thousands of average length. */
const maxBytes = 64 * 1024 * 1024
const maxCount = 10_000

/**
 * Cache of a folder's merges. The list is read after every change while an agent works, and all but the last merges of
 * each history were already made for the previous list. When full, evicts merges that the
 * current call has not used.
 */
export class MergeCache {
  readonly #merges = new Map<string, MergedText & { call: number }>()
  #bytes = 0
  #call = 0

  /** Marks the start of a call. */
  begin(): void {
    this.#call++
  }

  get(key: string): MergedText | undefined {
    const merge = this.#merges.get(key)
    if (merge)
      merge.call = this.#call
    return merge
  }

  add(key: string, merge: MergedText): void {
    if (!this.#hasRoomFor(merge)) {
      for (const [other, { call, bytes }] of this.#merges) {
        if (call === this.#call)
          continue
        this.#merges.delete(other)
        this.#bytes -= bytes.length
      }
    }
    if (!this.#hasRoomFor(merge))
      return
    this.#merges.set(key, { ...merge, call: this.#call })
    this.#bytes += merge.bytes.length
  }

  #hasRoomFor({ bytes }: MergedText): boolean {
    return this.#merges.size < maxCount && this.#bytes + bytes.length <= maxBytes
  }
}
