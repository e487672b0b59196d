import type { Settings, SettingsFault } from '../../../shared/settings/settings'
import { chmodSync, copyFileSync, type FSWatcher, mkdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { errorMessage, getSystemCode, HostError } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { readPlainFile } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'
import { restrictToOwner } from '../privateFile'
import { editSettings, resolveTarget, type SettingsEdit } from './editSettings'
import { emptySettings, parseSettings } from './parseSettings'

/** Editors write a file in several steps. Reads only after the last one. */
const settleMs = 100

/** Plain words for system errors. */
const unreadable: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'your account may not read it'],
  ['EPERM', 'your account may not read it'],
  ['ELOOP', 'it is a link that leads in circles'],
])

/** `settings.json` in the data folder. Read at start and after each change, as people may edit it. */
export class SettingsStore {
  /** Path of the file, which may not exist. */
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

  /** Calls `listener` with the new settings after a change. Returns a function that unsubscribes. */
  onChange(listener: (settings: Settings) => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Changes the file, keeping its comments, and notifies listeners at once. Throws a `HostError` if the file can't be
   * changed.
   */
  edit(edits: readonly SettingsEdit[]): void {
    editSettings(this.path, edits)
    this.#reload()
  }

  /** Restores the last good file in place of an unreadable one. Throws a `HostError` if that fails. */
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

  // Watches the folder, as editors that save by renaming replace the file.
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
    return this.#watchFault === undefined
      ? settings
      : { ...settings, faults: [...settings.faults, { message: this.#watchFault }] }
  }

  #readFile(): Settings {
    try {
      const text = readPlainFile(this.path, { isUtf8Only: true })
      restrictToOwner(this.path) // it may hold keys, and editors recreate it
      const settings = parseSettings(text)
      if (!isWhole(settings))
        return this.#orLastGood(settings)
      this.#lastGood.keep(text)
      return settings
    }
    catch (error) {
      if (getSystemCode(error) === 'ENOENT')
        return emptySettings
      const why = unreadable.get(getSystemCode(error) ?? '') ?? errorMessage(error)
      const message = `The file cannot be read: ${why}. It is read again once that is corrected.`
      return this.#orLastGood({ ...emptySettings, sandboxes: 'unknown', faults: [{ message }] })
    }
  }

  /** Prefers the last good file to a partly read one, whose settings for sandboxes are unknown. */
  #orLastGood(read: Settings): Settings {
    const lastGood = this.#lastGood.read()
    if (!lastGood)
      return read
    const faults = read.faults.flatMap((fault): SettingsFault[] =>
      fault.key === undefined ? [{ ...fault, isRestorable: true }] : [],
    )
    // The same holds for commands that run without asking.
    const sandboxes = read.sandboxes === 'unknown' ? 'unknown' : lastGood.sandboxes
    return { ...lastGood, sandboxes, readOnlyCommands: false, faults }
  }
}

/** A copy of the last complete `settings.json`, kept beside it and used while the file itself can't be read. */
class LastGoodSettings {
  readonly #path: string
  readonly #faultyPath: string
  #text: string | undefined

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'settings.last-good.json')
    this.#faultyPath = join(dataFolder, 'settings.faulty.json')
  }

  /** Keeps a copy, except of an empty file. */
  keep(text: string): void {
    if (text.trim() === '' || text === this.#read())
      return
    this.#text = text
    try {
      replaceFileText(this.#path, text)
    }
    catch {
      // Storage reports a full or read-only disk. The copy in memory suffices for this run.
    }
  }

  read(): Settings | undefined {
    const text = this.#read()
    const settings = text === undefined ? undefined : parseSettings(text)
    return settings && isWhole(settings) ? settings : undefined
  }

  /** Replaces `settings.json` by the copy. Keeps the former as `settings.faulty.json`. */
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
      return undefined // missing or damaged; the next good file replaces it
    }
  }
}

/** Whether the whole file was read. Faults with a key concern only an entry. */
function isWhole({ faults }: Settings): boolean {
  return faults.every(({ key }) => key !== undefined)
}
