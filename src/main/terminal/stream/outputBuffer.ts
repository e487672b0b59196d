const firstPageBytes = 4 * 1024
const pageBytes = 64 * 1024

/**
 * Keeps the last `limitBytes` bytes without splitting a UTF-8 character. Copies bytes into pages and reuses pages
 * beyond the limit, so an append costs one copy regardless of the limit.
 */
export class OutputBuffer {
  readonly #limitBytes: number
  #pages: Buffer[] = []
  #used = 0 // bytes used of the last page
  #kept = 0 // bytes in all pages
  #total = 0
  #text: string | undefined = ''

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** Whether earlier output was discarded. */
  get truncated(): boolean {
    return this.#total > this.#limitBytes
  }

  append(bytes: Uint8Array): void {
    if (bytes.length === 0)
      return
    this.#text = undefined
    this.#total += bytes.length
    // Skip bytes that exceed the limit on their own.
    for (let start = Math.max(0, bytes.length - this.#limitBytes); start < bytes.length;) {
      const page = this.#pageWithRoom()
      const taken = Math.min(page.length - this.#used, bytes.length - start)
      page.set(bytes.subarray(start, start + taken), this.#used)
      this.#used += taken
      this.#kept += taken
      start += taken
    }
  }

  text(): string {
    this.#text ??= this.#read()
    return this.#text
  }

  #pageWithRoom(): Buffer {
    const last = this.#pages.at(-1)
    if (last && this.#used < last.length)
      return last
    const page = this.#freePage()
      ?? Buffer.allocUnsafeSlow(last ? Math.min(last.length * 2, pageBytes) : firstPageBytes)
    this.#pages.push(page)
    this.#used = 0
    return page
  }

  /** Removes pages beyond the limit and returns one for reuse, because allocating costs more than filling. */
  #freePage(): Buffer | undefined {
    let free: Buffer | undefined
    while (this.#pages.length > 0 && this.#kept - this.#pages[0]!.length >= this.#limitBytes) {
      free = this.#pages.shift()!
      this.#kept -= free.length
    }
    return free
  }

  #read(): string {
    const kept = Buffer.concat(this.#pages).subarray(0, this.#kept)
    let start = Math.max(0, kept.length - this.#limitBytes)
    // Based on the total: even at exactly the limit, the first byte may be in the middle of a character.
    if (this.truncated) {
      while (start < kept.length && (kept[start]! & 0xC0) === 0x80)
        start++
    }
    return kept.toString('utf8', start)
  }
}
