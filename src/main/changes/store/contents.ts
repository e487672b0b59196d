import type Database from 'better-sqlite3'
import { Buffer } from 'node:buffer'
import { hash as digestOf } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as zlib from 'node:zlib'
import { getSystemCode, HostError } from '../../../shared/errors'
import { isDiskFull } from '../../store/storageError'

/**
 * Small contents share a file, called a pack. With one file for each of 50,000 sources, the first scan would take 7 s
 * instead of 1 s, and 196 MB of disk blocks instead of 43 MB. Each later scan writes its own pack.
 */
const packBytes = 256 * 1024
/** Larger contents get their own file. */
export const maxSharedBytes = 1024 * 1024
/**
 * Maximum number of cached packs, 80 MB in total. Files that changed together share a pack and are reviewed together.
 */
const maxOpenPacks = 64
/** 10% smaller than the lowest level in 20% more time. Above it, each percent takes as much time again. */
const zstdLevel = 3
/** The magic number of zstd (RFC 8878). */
const zstdMark = Buffer.from([0x28, 0xB5, 0x2F, 0xFD])
/** Value of `PRAGMA synchronous` that makes a commit wait for the disk. */
const full = 2

/** All referenced states. States of files and links end with the hash of their content. */
const states = `
  SELECT state FROM files UNION ALL SELECT before FROM versions UNION ALL SELECT after FROM versions
  UNION ALL SELECT before FROM baselines UNION ALL SELECT state FROM baselines
  UNION ALL SELECT expected FROM steps UNION ALL SELECT target FROM steps`

interface Place {
  /** Relative to the ledger's folder. */
  readonly file: string
  readonly start: number
  readonly size: number
}

interface Held extends Place {
  readonly hash: Buffer
  readonly pack: number
  readonly isUsed: number
}

/**
 * Contents of files, each stored once by its SHA-256, in compressed files that are named by the SHA-256 of their bytes.
 * A missing or damaged file loses only its own contents.
 */
export class Contents {
  readonly #sql: Database.Database
  readonly #folder: string
  readonly #place: Database.Statement<[Buffer], Place>
  readonly #addPlace: Database.Statement<[Buffer, number, number, number]>
  readonly #addFile: Database.Statement<[string, number]>
  readonly #storedBytes: Database.Statement<[], number>
  /** Contents that are not written yet, with their position in the next pack. */
  readonly #pending = new Map<string, { readonly start: number, readonly size: number }>()
  /** The next pack, with room for one more content, so that keeping one doesn't allocate. */
  readonly #next = Buffer.allocUnsafeSlow(packBytes + maxSharedBytes)
  #nextBytes = 0
  readonly #open = new Map<string, Buffer>()

  /** `folder`: the ledger's folder. */
  constructor({ sql, folder }: { sql: Database.Database, folder: string }) {
    this.#sql = sql
    this.#folder = folder
    // A join would take ten times as long, even without results.
    this.#place = sql.prepare(
      'SELECT (SELECT file FROM packs WHERE id = pack) AS file, start, size FROM contents WHERE hash = ?',
    )
    this.#addPlace = sql.prepare('INSERT OR REPLACE INTO contents (hash, pack, start, size) VALUES (?, ?, ?, ?)')
    this.#addFile = sql.prepare('INSERT INTO packs (file, bytes) VALUES (?, ?)')
    this.#storedBytes = sql.prepare<[], number>(`
      SELECT (SELECT (page_count - freelist_count) * page_size
          FROM pragma_page_count, pragma_freelist_count, pragma_page_size)
        + (SELECT coalesce(sum(bytes), 0) FROM packs)`).pluck()
  }

  /** Keeps bytes and returns their hash. `flush` writes them; they persist if the transaction commits. */
  keep(bytes: Buffer): string {
    return this.keepRead(bytes.length, into => bytes.copy(into))
  }

  /** Keeps the bytes that `read` writes into a buffer of that size. `read` returns the length. */
  keepRead(size: number, read: (into: Buffer) => number): string {
    const isShared = size <= maxSharedBytes
    const start = this.#nextBytes
    const into = isShared ? this.#next.subarray(start, start + size) : Buffer.allocUnsafeSlow(size)
    const bytes = into.subarray(0, read(into))
    const hash = hashBytes(bytes)
    if (this.has(hash))
      return hash
    if (isShared) {
      this.#pending.set(hash, { start, size: bytes.length })
      this.#nextBytes += bytes.length
      if (this.#nextBytes >= packBytes)
        this.flush()
    }
    else {
      this.#addPlace.run(hashToKey(hash), this.#addPack(bytes), 0, bytes.length)
    }
    return hash
  }

  /** Whether the content is stored. Checks that its file exists, not that it is intact. */
  has(hash: string): boolean {
    if (this.#pending.has(hash))
      return true
    const place = this.#place.get(hashToKey(hash))
    return place !== undefined && statSync(join(this.#folder, place.file), { throwIfNoEntry: false })?.isFile() === true
  }

  /** The content; `undefined` if it is missing, damaged, pruned or longer than `maxBytes`. */
  read(hash: string, maxBytes = Number.POSITIVE_INFINITY): Buffer | undefined {
    const waiting = this.#pending.get(hash)
    if (waiting !== undefined)
      return Buffer.from(this.#next.subarray(waiting.start, waiting.start + waiting.size))
    const place = this.#place.get(hashToKey(hash))
    return place === undefined || place.size > maxBytes ? undefined : this.#readPlace(place)
  }

  /** The content's length, determined without reading the content. */
  sizeOf(hash: string): number | undefined {
    return this.#pending.get(hash)?.size ?? this.#place.get(hashToKey(hash))?.size
  }

  /** Writes unwritten contents as a pack. */
  flush(): void {
    if (this.#pending.size === 0)
      return
    const pack = this.#addPack(this.#next.subarray(0, this.#nextBytes))
    for (const [hash, { start, size }] of this.#pending)
      this.#addPlace.run(hashToKey(hash), pack, start, size)
    this.discardPending()
  }

  /** Discards unwritten contents after a failed transaction. */
  discardPending(): void {
    this.#pending.clear()
    this.#nextBytes = 0
  }

  /** Size on disk in bytes, including the database. */
  storedBytes(): number {
    return this.#storedBytes.get() ?? 0
  }

  /**
   * Deletes unreferenced contents for that long, inside a transaction, and rewrites packs that also contain referenced
   * ones. Returns whether there are more.
   */
  dropUnused(forMs: number): boolean {
    const until = performance.now() + forMs
    this.flush()
    this.#sql.exec(`
      CREATE TEMP TABLE IF NOT EXISTS used (hash BLOB PRIMARY KEY) WITHOUT ROWID;
      DELETE FROM used;
      INSERT OR IGNORE INTO used
        SELECT unhex(substr(state, -64)) FROM (${states}) WHERE state LIKE 'f %' OR state LIKE 'l %'`)
    const places = this.#sql.prepare<[], Held>(`
      SELECT hash, pack, file, start, size, hash IN used AS isUsed FROM contents JOIN packs ON pack = id
      WHERE pack IN (SELECT pack FROM contents WHERE hash NOT IN used) ORDER BY pack`).all()
    const remove = this.#sql.prepare<[Buffer]>('DELETE FROM contents WHERE hash = ?')
    let pack = places[0]?.pack
    let hasMore = false
    for (const place of places) {
      hasMore = place.pack !== pack && performance.now() > until
      if (hasMore)
        break
      pack = place.pack
      const bytes = place.isUsed === 1 ? this.#readPlace(place) : undefined // damaged contents are lost anyway
      remove.run(place.hash)
      if (bytes)
        this.keep(bytes)
    }
    this.flush()
    this.#sql.exec('DELETE FROM packs WHERE id NOT IN (SELECT pack FROM contents)')
    return hasMore
  }

  /** Releases freed space, which also erases deleted contents. Call it after a transaction. */
  shrink(): void {
    this.#sql.transaction(() => {
      const known = new Set(this.#sql.prepare<[], string>('SELECT file FROM packs').pluck().all())
      for (const file of listContentFiles(this.#folder).filter(file => !known.has(file)))
        rmSync(join(this.#folder, file), { force: true, recursive: true })
    }).immediate() // no other process has files whose rows are uncommitted
    this.#open.clear()
    this.#sql.pragma('incremental_vacuum')
    this.#sql.pragma('wal_checkpoint(TRUNCATE)')
  }

  #addPack(bytes: Buffer): number {
    const pack = compress(bytes)
    const isDurable = this.#sql.pragma('synchronous', { simple: true }) === full
    return Number(this.#addFile.run(writePack(this.#folder, pack, { isDurable }), pack.length).lastInsertRowid)
  }

  #readPlace({ file, start, size }: Place): Buffer | undefined {
    const whole = this.#open.get(file) ?? readPack(this.#folder, file)
    if (whole === undefined)
      return undefined
    this.#open.delete(file) // least recently used first
    if (whole.length <= packBytes + maxSharedBytes)
      this.#open.set(file, whole)
    if (this.#open.size > maxOpenPacks)
      this.#open.delete([...this.#open.keys()][0]!)
    const bytes = whole.subarray(start, start + size)
    return bytes.length === size ? bytes : undefined
  }
}

/** SHA-256 in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
  return digestOf('sha256', bytes, 'hex')
}

/**
 * Writes compressed contents and returns the file's name in the ledger's folder. Only files with a row count, so a
 * partial file is harmless.
 */
export function writePack(folder: string, pack: Buffer, { isDurable }: { isDurable: boolean }): string {
  const name = `packs/${hashBytes(pack)}`
  const path = join(folder, name)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = openSync(path, 'w', 0o600)
    try {
      writeFileSync(file, pack)
      if (isDurable)
        fsyncSync(file)
    }
    finally {
      closeSync(file)
    }
    return name
  }
  catch (error) {
    if (getSystemCode(error) === undefined || isDiskFull(error))
      throw error
    const words = `Parley cannot write "${path}". Check the permissions of its data folder.`
    throw new HostError('storage', words, { cause: error })
  }
}

/** Lists a ledger's content files. Earlier versions kept large ones uncompressed in `large`. */
export function listContentFiles(folder: string): string[] {
  return ['packs', 'large'].flatMap((name) => {
    try {
      return readdirSync(join(folder, name)).map(file => `${name}/${file}`)
    }
    catch (error) {
      if (getSystemCode(error) === undefined)
        throw error
      return [] // no contents, or the folder is inaccessible
    }
  })
}

function compress(bytes: Buffer): Buffer {
  const { constants } = zlib
  // Available since Node 22.15. Decompresses in a third of brotli's time.
  if (typeof zlib.zstdCompressSync === 'function')
    return zlib.zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } })
  // As small as zstd's lowest level at 1.4 times its CPU time. Deflate takes 2.2 times and compresses less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return zlib.brotliCompressSync(bytes, { params })
}

/** Returns `undefined` if the file is missing or damaged, or this Node cannot decompress it. */
function readPack(folder: string, file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(join(folder, file))
    if (hashBytes(bytes) !== file.slice(file.indexOf('/') + 1))
      return undefined
    if (file.startsWith('large/'))
      return bytes
    const isZstd = bytes.subarray(0, zstdMark.length).equals(zstdMark)
    return isZstd ? zlib.zstdDecompressSync(bytes) : zlib.brotliDecompressSync(bytes)
  }
  catch (error) {
    if (!(error instanceof TypeError) && getSystemCode(error) === undefined)
      throw error
    return undefined // callers treat it as no longer kept
  }
}

/** Converts a hash to the stored bytes, which are half as long. */
function hashToKey(hash: string): Buffer {
  return Buffer.from(hash, 'hex')
}
