import type { KnownFolder } from './knownFolder'
import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { systemCode } from '../../../shared/errors'

/** Changes within this time are reported together. */
const pauseMs = 100
/** On Linux, watching a whole tree would watch each file in it; other systems watch a tree as one. */
const isOneByOne = process.platform !== 'darwin' && process.platform !== 'win32'

/** Hears in which folders something may have changed. Only a hint: what is missed is found by looking at everything. */
export class FolderWatch {
  readonly #onHeard: () => void
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #heard = new Set<string>()
  readonly #lost = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isDeaf = false

  constructor(onHeard: () => void) {
    this.#onHeard = onHeard
  }

  /** The system refuses to watch more: folders have to be looked at unasked. */
  get isDeaf(): boolean {
    return this.#isDeaf
  }

  follow({ path, absolute }: KnownFolder): void {
    if (this.#isDeaf || this.#watchers.has(path) || (!isOneByOne && path !== ''))
      return
    try {
      const watcher = watch(absolute, { persistent: false, recursive: !isOneByOne }, (event, name) => {
        // It was deleted or moved itself, or what has its name in it was.
        if (isOneByOne && event === 'rename' && name === basename(absolute))
          this.#lost.add(path)
        this.hear(isOneByOne ? path : folderOf(name ?? ''))
      })
      watcher.on('error', () => this.leave(path)) // Windows reports a folder that was deleted so
      this.#watchers.set(path, watcher)
    }
    catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) // gone or closed to this person: nothing to watch
        this.#turnDeaf()
    }
  }

  leave(path: string): void {
    this.#watchers.get(path)?.close()
    this.#watchers.delete(path)
    this.#lost.delete(path)
  }

  /** Something may have changed in that folder. */
  hear(path: string): void {
    this.#heard.add(path)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#onHeard()
    }, pauseMs)
  }

  /** The folders in which changes were reported since the last call. */
  take(): ReadonlySet<string> {
    const heard = new Set(this.#heard)
    this.#heard.clear()
    return heard
  }

  /** The folders that may be others by now than those that are watched. */
  get lost(): readonly string[] {
    return [...this.#lost]
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const watcher of this.#watchers.values())
      watcher.close()
    this.#watchers.clear()
  }

  #turnDeaf(): void {
    this.#isDeaf = true
    this.close()
  }
}

function folderOf(name: string): string {
  const folder = dirname(name.replaceAll('\\', '/'))
  return folder === '.' ? '' : folder
}
