import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getSystemCode } from '../../../shared/errors'
import { createOutsideError } from '../fileErrors'

/**
 * An open folder, so that operations in it cannot reach a folder that replaces it. Synchronous, for use in workers. The
 * caller closes it.
 */
export class HeldFolder {
  readonly #file: number
  readonly realPath: string

  private constructor(file: number, realPath: string) {
    this.#file = file
    this.realPath = realPath
  }

  /** Opens the folder at `openPath` and verifies that it is the one at `realPath`. Rejects links on the way. */
  static open(realPath: string, openPath = realPath): HeldFolder {
    const folder = new HeldFolder(
      openSync(openPath, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)),
      realPath,
    )
    try {
      folder.ensureAtPath()
      return folder
    }
    catch (error) {
      folder.close()
      throw error
    }
  }

  /**
   * Like `open`, but creates the folder and its missing parents below `root`. `modeAt`: a folder's permissions. If
   * unknown, a folder is no more open than its parent.
   */
  static make(realPath: string, { root, modeAt }: {
    root: string
    modeAt: (realPath: string) => number | undefined
  }): HeldFolder {
    try {
      return HeldFolder.open(realPath)
    }
    catch (error) {
      if (getSystemCode(error) !== 'ENOENT' || realPath === root || dirname(realPath) === realPath)
        throw error
    }
    const parent = HeldFolder.make(dirname(realPath), { root, modeAt })
    try {
      const path = parent.at(basename(realPath))
      const mode = modeAt(realPath)
      try {
        mkdirSync(path, { mode: mode === undefined ? 0o700 | (fstatSync(parent.#file).mode & 0o777) : 0o700 })
      }
      catch (error) {
        // Another program created it at the same time; opening it verifies what it is.
        if (getSystemCode(error) !== 'EEXIST')
          throw error
        return HeldFolder.open(realPath, path)
      }
      const made = HeldFolder.open(realPath, path)
      if (mode !== undefined)
        fchmodSync(made.#file, 0o700 | mode | (fstatSync(made.#file).mode & 0o7000)) // must be writable
      return made
    }
    finally {
      parent.close()
    }
  }

  /** The path of an entry. On Linux it refers to the open folder itself; elsewhere a race of microseconds remains. */
  at(name: string): string {
    return join(process.platform === 'linux' ? `/proc/self/fd/${this.#file}` : this.realPath, name)
  }

  /** Throws unless the open folder is still the one at `realPath`. */
  ensureAtPath(): void {
    if (process.platform === 'linux') {
      if (readlinkSync(`/proc/self/fd/${this.#file}`) !== this.realPath)
        throw createOutsideError()
      return
    }
    const [opened, there] = [fstatSync(this.#file, { bigint: true }), statSync(this.realPath, { bigint: true })]
    if (realpathSync(this.realPath) !== this.realPath || opened.dev !== there.dev || opened.ino !== there.ino)
      throw createOutsideError()
  }

  /** Flushes created, renamed and removed entries to disk. */
  sync(): void {
    try {
      fsyncSync(this.#file)
    }
    catch (error) {
      // Some file systems cannot sync a folder. The files themselves are safe.
      if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(getSystemCode(error) ?? ''))
        throw error
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}
