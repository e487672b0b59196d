import type Database from 'better-sqlite3'
import type { LedgerDatabase } from './ledgerDatabase'
import { Buffer } from 'node:buffer'
import { hash as digestOf } from 'node:crypto'
import { LargeContents } from './largeContents'
import { packed, unpacked, type Unpacked } from './packs'

/** Each call to compress has a fixed cost, and reading one content unpacks its whole pack (0.3 ms at this size). */
const packBytes = 256 * 1024
/** Larger ones are files of their own: copied without reading where the file system can, and unlinked when they go. */
export const maxPackedBytes = 1024 * 1024
/** Packs that were just read, 16 MB of them: what changed together was kept together, and a review reads all of it. */
const maxOpenPacks = 64

interface Place {
  /** `null`: a file of its own. */
  readonly pack: number | null
  readonly start: number | null
  readonly size: number
}

/** What files held, each content once, by its SHA-256. */
export class Contents {
  readonly large: LargeContents
  readonly #place: Database.Statement<[Buffer], Place>
  readonly #addPlace: Database.Statement<[Buffer, number | null, number | null, number]>
  readonly #addPack: Database.Statement<[Buffer]>
  readonly #pack: Database.Statement<[number], Buffer>
  readonly #storedBytes: Database.Statement<[], number>
  /** Kept, but not yet in a pack: where they are in the next one. */
  readonly #waiting = new Map<string, { readonly start: number, readonly length: number }>()
  /** The next pack. There is always room for one more content; nothing is allocated for each. */
  readonly #next = Buffer.allocUnsafeSlow(packBytes + maxPackedBytes)
  #waitingBytes = 0
  readonly #open = new Map<number, Unpacked>()

  constructor({ sql, largeFolder }: Pick<LedgerDatabase, 'sql' | 'largeFolder'>) {
    this.large = new LargeContents(largeFolder)
    this.#place = sql.prepare('SELECT pack, start, size FROM contents WHERE hash = ?')
    this.#addPlace = sql.prepare('INSERT OR REPLACE INTO contents (hash, pack, start, size) VALUES (?, ?, ?, ?)')
    this.#addPack = sql.prepare('INSERT INTO packs (bytes) VALUES (?)')
    this.#pack = sql.prepare<[number], Buffer>('SELECT bytes FROM packs WHERE id = ?').pluck()
    // Neither goes through the contents, which a look at ten files could not afford.
    this.#storedBytes = sql.prepare<[], number>(`
      SELECT (SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size)
        + (SELECT coalesce(sum(size), 0) FROM contents WHERE pack IS NULL)`).pluck()
  }

  /** Keeps bytes and returns their hash. They are on the disk once `flush` and the transaction around it are done. */
  keep(bytes: Buffer): string {
    if (bytes.length <= maxPackedBytes)
      return this.keepRead(into => bytes.copy(into))
    const hash = hashOf(bytes)
    if (!this.has(hash)) {
      this.large.write(hash, bytes)
      this.#addPlace.run(asKey(hash), null, null, bytes.length)
    }
    return hash
  }

  /** The same for one that is no larger than `maxPackedBytes`: `read` writes it where it is to be, and returns how long it is. */
  keepRead(read: (into: Buffer) => number): string {
    const start = this.#waitingBytes
    const length = read(this.#next.subarray(start, start + maxPackedBytes))
    const hash = hashOf(this.#next.subarray(start, start + length))
    if (this.has(hash))
      return hash
    this.#waiting.set(hash, { start, length })
    this.#waitingBytes += length
    if (this.#waitingBytes >= packBytes)
      this.flush()
    return hash
  }

  /** The same for a large file that lies at `path`, which is copied rather than read. */
  keepLarge(path: string): { hash: string, size: number } {
    const { hash, size } = this.large.copy(path)
    this.#addPlace.run(asKey(hash), null, null, size)
    return { hash, size }
  }

  has(hash: string): boolean {
    if (this.#waiting.has(hash))
      return true
    const place = this.#place.get(asKey(hash))
    return place !== undefined && (place.pack !== null || this.large.has(hash, place.size))
  }

  /** What was kept, or `undefined` where it is lost, damaged, was given up, or is longer than that. */
  read(hash: string, maxBytes = Number.POSITIVE_INFINITY): Buffer | undefined {
    const waiting = this.#waiting.get(hash)
    if (waiting !== undefined)
      return Buffer.from(this.#next.subarray(waiting.start, waiting.start + waiting.length))
    const place = this.#place.get(asKey(hash))
    if (place === undefined || place.size > maxBytes)
      return undefined
    const { pack, start, size } = place
    const whole = pack === null ? undefined : this.#unpack(pack)
    const bytes = pack === null ? this.large.read(hash) : whole?.bytes.subarray(start ?? 0, (start ?? 0) + size)
    return bytes !== undefined && (whole?.isChecked || hashOf(bytes) === hash) ? bytes : undefined
  }

  /** Its length, without reading it. */
  sizeOf(hash: string): number | undefined {
    return this.#waiting.get(hash)?.length ?? this.#place.get(asKey(hash))?.size
  }

  /** Writes the waiting contents as a pack. */
  flush(): void {
    if (this.#waiting.size === 0)
      return
    const { lastInsertRowid } = this.#addPack.run(packed(this.#next.subarray(0, this.#waitingBytes)))
    for (const [hash, { start, length }] of this.#waiting)
      this.#addPlace.run(asKey(hash), Number(lastInsertRowid), start, length)
    this.forgetWaiting()
  }

  /** To be called after a failed transaction: forgets what waited, which is kept again when it is needed. */
  forgetWaiting(): void {
    this.#waiting.clear()
    this.#waitingBytes = 0
  }

  /** To be called after packs were rewritten. */
  forgetOpen(): void {
    this.#open.clear()
  }

  /** On the disk, with all that is noted of the folder. */
  storedBytes(): number {
    return this.#storedBytes.get() ?? 0
  }

  #unpack(pack: number): Unpacked | undefined {
    const open = this.#open.get(pack)
    this.#open.delete(pack) // the one that was used last is the last to go
    if (open !== undefined) {
      this.#open.set(pack, open)
      return open
    }
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
  return digestOf('sha256', bytes, 'hex')
}

/** As the table has it: half as long. */
function asKey(hash: string): Buffer {
  return Buffer.from(hash, 'hex')
}
