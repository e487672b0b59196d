import type { Settings, SettingsFault } from '../../../shared/settings/settings'
import { chmodSync, copyFileSync, type FSWatcher, mkdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { errorMessage, HostError, systemCode } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { readPlainFile } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'
import { closeToOthers } from '../ownerOnly'
import { editSettings, resolveTarget, type SettingsEdit } from './editSettings'
import { noSettings, parseSettings } from './parseSettings'

/** Editors write a file in several steps: only the last one is read. */
const settleMs = 100

/** In plain words, where the system's own are none. */
const unreadable: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'your account may not read it'],
  ['EPERM', 'your account may not read it'],
  ['ELOOP', 'it is a link that leads in circles'],
])

/** `settings.json` in the data folder, which a person may edit by hand: read at the start and after each change. */
export class SettingsStore {
  /** Where the file is, or would be. */
  readonly path: string
  readonly #lastGood: LastGoodSettings
  readonly #listeners = new Listeners<Settings>()
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #watchFault: string | undefined
  #settings: Settings

  constructor(dataFolder: string) {
    this.path = join(dataFolder, 'settings.json')
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    this.#lastGood = new LastGoodSettings(dataFolder)
    this.#watch(dataFolder)
    this.#settings = this.#read()
  }

  get settings(): Settings {
    return this.#settings
  }

  /** Calls `listener` with the new settings after a change; returns a function that unsubscribes. */
  onChange(listener: (settings: Settings) => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Changes the file, keeping its comments, and notifies listeners at once. Throws a `HostError` if it cannot be
   * changed.
   */
  edit(edits: readonly SettingsEdit[]): void {
    editSettings(this.path, edits)
    this.#reload()
  }

  /** Puts the last good file in the place of one that cannot be read. Throws a `HostError` if it cannot. */
  restore(): void {
    try {
      this.#lastGood.restore(this.path)
    }
    catch (error) {
      if (error instanceof HostError)
        throw error
      throw new HostError('storage', `The settings could not be restored: ${errorMessage(error)}.`, { cause: error })
    }
    this.#reload()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#watcher?.close()
    this.#listeners.clear()
  }

  // The folder is watched, not the file: after an editor saved by renaming, the old file would be watched.
  #watch(dataFolder: string): void {
    try {
      this.#watcher = watch(dataFolder, { persistent: false }, (_, name) => {
        if (name !== null && name !== 'settings.json')
          return
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#reload(), settleMs)
      })
      this.#watcher.on('error', error => this.#stopWatching(error))
    }
    catch (error) {
      this.#stopWatching(error)
    }
  }

  #stopWatching(error: unknown): void {
    this.#watcher?.close()
    this.#watchFault = `This file cannot be watched (${errorMessage(error)}). Restart Parley after changing it.`
  }

  #reload(): void {
    const settings = this.#read()
    if (JSON.stringify(settings) === JSON.stringify(this.#settings))
      return
    this.#settings = settings
    this.#listeners.emit(settings)
  }

  #read(): Settings {
    const settings = this.#readFile()
    return this.#watchFault === undefined ? settings : { ...settings, faults: [...settings.faults, { message: this.#watchFault }] }
  }

  #readFile(): Settings {
    try {
      const text = readPlainFile(this.path, { isUtf8Only: true })
      closeToOthers(this.path) // it may hold keys, and editors recreate it
      const settings = parseSettings(text)
      if (!isWhole(settings))
        return this.#orLastGood(settings)
      this.#lastGood.keep(text)
      return settings
    }
    catch (error) {
      if (systemCode(error) === 'ENOENT')
        return noSettings
      const why = unreadable.get(systemCode(error) ?? '') ?? errorMessage(error)
      const message = `The file cannot be read: ${why}. It is read again once that is corrected.`
      return this.#orLastGood({ ...noSettings, sandboxes: 'unknown', faults: [{ message }] })
    }
  }

  /** Half a file is never in force where there is a whole one; what it may say of sandboxes is not known. */
  #orLastGood(read: Settings): Settings {
    const lastGood = this.#lastGood.read()
    if (!lastGood)
      return read
    const faults = read.faults.flatMap((fault): SettingsFault[] => fault.key === undefined ? [{ ...fault, isRestorable: true }] : [])
    // Nor what it may say of commands that run unasked.
    const sandboxes = read.sandboxes === 'unknown' ? 'unknown' : lastGood.sandboxes
    return { ...lastGood, sandboxes, readOnlyCommands: false, faults }
  }
}

/**
 * A copy of the last `settings.json` that could be read as a whole, beside it: in force while the file itself cannot be
 * read.
 */
class LastGoodSettings {
  readonly #path: string
  readonly #faultyPath: string
  #text: string | undefined

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'settings.last-good.json')
    this.#faultyPath = join(dataFolder, 'settings.faulty.json')
  }

  /** An empty file is no loss to guard against, nor worth going back to. */
  keep(text: string): void {
    if (text.trim() === '' || text === this.#read())
      return
    this.#text = text
    try {
      replaceFileText(this.#path, text)
    }
    catch {
      // The storage reports a full or unwritable disk; until the end of this run the copy in memory is enough.
    }
  }

  read(): Settings | undefined {
    const text = this.#read()
    const settings = text === undefined ? undefined : parseSettings(text)
    return settings && isWhole(settings) ? settings : undefined
  }

  /** Puts it in the place of `settings.json`, which is kept as `settings.faulty.json`. */
  restore(path: string): void {
    const text = this.#read()
    if (text === undefined)
      throw new HostError('not_found', 'There is no last good settings.json to restore.')
    const target = resolveTarget(path)
    rmSync(this.#faultyPath, { force: true })
    copyFileSync(target, this.#faultyPath)
    chmodSync(this.#faultyPath, 0o600)
    replaceFileText(target, text)
  }

  #read(): string | undefined {
    try {
      return this.#text ??= readPlainFile(this.#path)
    }
    catch {
      return undefined // none yet, or not one that Parley wrote: the next good file replaces it
    }
  }
}

/** Whether the file was read from its beginning to its end: faults with a key are those of one entry. */
function isWhole({ faults }: Settings): boolean {
  return faults.every(({ key }) => key !== undefined)
}
