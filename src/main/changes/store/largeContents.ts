import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../../shared/errors'

/** Read at once while hashing. */
const sliceBytes = 1024 * 1024
const temporaryEnd = '.part'

/** Contents that are files of their own, named by their SHA-256. */
export class LargeContents {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  write(hash: string, bytes: Buffer): void {
    this.#replace(hash, part => writeFileSync(part, bytes, { mode: 0o600, flag: 'wx' }))
  }

  /** A copy, which costs nothing where the file system shares blocks; named by what the copy holds. */
  copy(path: string): { hash: string, size: number } {
    const part = this.#part()
    try {
      copyFileSync(path, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      chmodSync(part, 0o600)
      const found = hashOfFile(part)
      renameSync(part, this.#at(found.hash))
      return found
    }
    catch (error) {
      rmSync(part, { force: true })
      throw error
    }
  }

  has(hash: string, size: number): boolean {
    return statSync(this.#at(hash), { throwIfNoEntry: false })?.size === size
  }

  read(hash: string): Buffer | undefined {
    try {
      return readFileSync(this.#at(hash))
    }
    catch (error) {
      if (systemCode(error) === 'ENOENT')
        return undefined
      throw error
    }
  }

  remove(hash: string): void {
    rmSync(this.#at(hash), { force: true })
  }

  /** What lies there, also what is in no table since Parley ended in between; `undefined`: the rest of a copy. */
  * all(): Generator<{ name: string, hash: string | undefined }> {
    for (const name of readdirSync(this.#folder))
      yield { name, hash: name.endsWith(temporaryEnd) ? undefined : name }
  }

  removeNamed(name: string): void {
    rmSync(join(this.#folder, name), { force: true })
  }

  #replace(hash: string, write: (part: string) => void): void {
    const part = this.#part()
    try {
      write(part)
      renameSync(part, this.#at(hash))
    }
    catch (error) {
      rmSync(part, { force: true })
      throw error
    }
  }

  #at(hash: string): string {
    return join(this.#folder, hash)
  }

  #part(): string {
    return join(this.#folder, `${randomBytes(8).toString('hex')}${temporaryEnd}`)
  }
}

function hashOfFile(path: string): { hash: string, size: number } {
  const hash = createHash('sha256')
  const slice = Buffer.allocUnsafe(sliceBytes)
  const file = openSync(path, 'r')
  try {
    let size = 0
    for (let read = readSync(file, slice, 0, sliceBytes, size); read > 0; read = readSync(file, slice, 0, sliceBytes, size)) {
      hash.update(slice.subarray(0, read))
      size += read
    }
    return { hash: hash.digest('hex'), size }
  }
  finally {
    closeSync(file)
  }
}
