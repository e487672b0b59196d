import type Database from 'better-sqlite3'
import type { LedgerDatabase } from './ledgerDatabase'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { LargeContents } from './largeContents'
import { packed, unpacked } from './packs'

/** Compressing costs by the call, and reading one content unpacks its whole pack (0.6 ms at this size). */
const packBytes = 256 * 1024
/** Larger ones are files of their own: copied without reading where the file system can, and unlinked when they go. */
export const maxPackedBytes = 1024 * 1024
/** Packs that were just read: a review reads neighbours. */
const maxOpenPacks = 8

interface Place {
  /** `null`: a file of its own. */
  readonly pack: number | null
  readonly start: number | null
  readonly size: number
}

/** What files held, each content once, by its SHA-256. */
export class Contents {
  readonly large: LargeContents
  readonly #place: Database.Statement<[string], Place>
  readonly #addPlace: Database.Statement<[string, number | null, number | null, number]>
  readonly #addPack: Database.Statement<[Buffer]>
  readonly #pack: Database.Statement<[number], Buffer>
  readonly #storedBytes: Database.Statement<[], number>
  /** Kept, but not yet in a pack. */
  readonly #waiting = new Map<string, Buffer>()
  #waitingBytes = 0
  readonly #open = new Map<number, Buffer>()

  constructor({ sql, largeFolder }: Pick<LedgerDatabase, 'sql' | 'largeFolder'>) {
    this.large = new LargeContents(largeFolder)
    this.#place = sql.prepare('SELECT pack, start, size FROM contents WHERE hash = ?')
    this.#addPlace = sql.prepare('INSERT OR REPLACE INTO contents (hash, pack, start, size) VALUES (?, ?, ?, ?)')
    this.#addPack = sql.prepare('INSERT INTO packs (bytes) VALUES (?)')
    this.#pack = sql.prepare<[number], Buffer>('SELECT bytes FROM packs WHERE id = ?').pluck()
    this.#storedBytes = sql.prepare<[], number>(`
      SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM packs)
        + (SELECT coalesce(sum(size), 0) FROM contents WHERE pack IS NULL)`).pluck()
  }

  /** Its hash. It is on the disk once `flush` and the transaction around that are done. */
  keep(bytes: Buffer): string {
    const hash = hashOf(bytes)
    if (this.has(hash))
      return hash
    if (bytes.length > maxPackedBytes) {
      this.large.write(hash, bytes)
      this.#addPlace.run(hash, null, null, bytes.length)
      return hash
    }
    this.#waiting.set(hash, bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= packBytes)
      this.flush()
    return hash
  }

  /** The same for a large file that lies at `path`, which is copied rather than read. */
  keepLarge(path: string): { hash: string, size: number } {
    const { hash, size } = this.large.copy(path)
    this.#addPlace.run(hash, null, null, size)
    return { hash, size }
  }

  has(hash: string): boolean {
    if (this.#waiting.has(hash))
      return true
    const place = this.#place.get(hash)
    return place !== undefined && (place.pack !== null || this.large.has(hash, place.size))
  }

  /** What was kept, or `undefined` where it is lost, damaged, or was given up. */
  read(hash: string): Buffer | undefined {
    const waiting = this.#waiting.get(hash)
    if (waiting !== undefined)
      return waiting
    const place = this.#place.get(hash)
    if (place === undefined)
      return undefined
    const { pack, start, size } = place
    const bytes = pack === null ? this.large.read(hash) : this.#unpack(pack)?.subarray(start ?? 0, (start ?? 0) + size)
    return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined
  }

  /** How long it is; without reading it. */
  sizeOf(hash: string): number | undefined {
    return this.#waiting.get(hash)?.length ?? this.#place.get(hash)?.size
  }

  /** Puts what waits into a pack. */
  flush(): void {
    if (this.#waiting.size === 0)
      return
    const { lastInsertRowid } = this.#addPack.run(packed(Buffer.concat([...this.#waiting.values()])))
    let start = 0
    for (const [hash, { length }] of this.#waiting) {
      this.#addPlace.run(hash, Number(lastInsertRowid), start, length)
      start += length
    }
    this.forgetWaiting()
  }

  /** After a transaction that did not come to its end: whatever waited is kept again when it is needed. */
  forgetWaiting(): void {
    this.#waiting.clear()
    this.#waitingBytes = 0
  }

  /** After packs were rewritten. */
  forgetOpen(): void {
    this.#open.clear()
  }

  /** On the disk. */
  storedBytes(): number {
    return this.#storedBytes.get() ?? 0
  }

  #unpack(pack: number): Buffer | undefined {
    const open = this.#open.get(pack)
    if (open !== undefined)
      return open
    const bytes = this.#pack.get(pack)
    const whole = bytes && unpacked(bytes)
    if (whole === undefined)
      return undefined
    if (this.#open.size >= maxOpenPacks)
      this.#open.delete([...this.#open.keys()][0]!)
    this.#open.set(pack, whole)
    return whole
  }
}

/** SHA-256, in hexadecimal digits. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
