import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { outsideError } from '../fileErrors'

/**
 * A folder that is held open, so that what is done in it reaches no other one that takes its place. It waits for the
 * disk: for workers. The caller closes it.
 */
export class HeldFolder {
  readonly #file: number
  readonly realPath: string

  private constructor(file: number, realPath: string) {
    this.#file = file
    this.realPath = realPath
  }

  /** Opens the folder at `openPath` and makes sure that it is the one at `realPath`: a link on the way is refused. */
  static open(realPath: string, openPath = realPath): HeldFolder {
    const folder = new HeldFolder(
      openSync(openPath, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)),
      realPath,
    )
    try {
      folder.ensureIsThere()
      return folder
    }
    catch (error) {
      folder.close()
      throw error
    }
  }

  /** The same; it and its parents, up to `root`, are made where they are missing. */
  static make(realPath: string, root: string): HeldFolder {
    try {
      return HeldFolder.open(realPath)
    }
    catch (error) {
      if (systemCode(error) !== 'ENOENT' || realPath === root || dirname(realPath) === realPath)
        throw error
    }
    const parent = HeldFolder.make(dirname(realPath), root)
    try {
      const path = parent.at(basename(realPath))
      try {
        mkdirSync(path)
      }
      catch (error) {
        // Something else made it at the same moment; opening it checks what it is.
        if (systemCode(error) !== 'EEXIST')
          throw error
      }
      return HeldFolder.open(realPath, path)
    }
    finally {
      parent.close()
    }
  }

  /**
   * Where a name in it is. On Linux that leads into the open folder itself; elsewhere a race of microseconds remains.
   */
  at(name: string): string {
    return join(process.platform === 'linux' ? `/proc/self/fd/${this.#file}` : this.realPath, name)
  }

  /** Throws unless the open folder still is the one at `realPath`. */
  ensureIsThere(): void {
    if (process.platform === 'linux') {
      if (readlinkSync(`/proc/self/fd/${this.#file}`) !== this.realPath)
        throw outsideError()
      return
    }
    const [opened, there] = [fstatSync(this.#file, { bigint: true }), statSync(this.realPath, { bigint: true })]
    if (realpathSync(this.realPath) !== this.realPath || opened.dev !== there.dev || opened.ino !== there.ino)
      throw outsideError()
  }

  /** Until names that were given and taken in it are on the disk. */
  sync(): void {
    try {
      fsyncSync(this.#file)
    }
    catch (error) {
      // Some file systems cannot sync a folder; the files themselves are safe.
      if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(systemCode(error) ?? ''))
        throw error
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}
