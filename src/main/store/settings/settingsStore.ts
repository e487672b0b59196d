import type { Settings, SettingsFault } from '../../../shared/settings/settings'
import { chmodSync, copyFileSync, type FSWatcher, mkdirSync, readlinkSync, rmSync, watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { errorMessage, getSystemCode, HostError } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { readPlainFile } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'
import { restrictToOwner } from '../privateFile'
import { editSettings, resolveTarget, type SettingsEdit } from './editSettings'
import { emptySettings, parseSettings } from './parseSettings'

/** Editors write a file in several steps. The file is read after the last one. */
const settleMs = 100

/** Plain words for system errors. */
const unreadable: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'your account may not read it'],
  ['EPERM', 'your account may not read it'],
  ['ELOOP', 'it is a link that leads in circles'],
])

/** The result of a failed save. People who want no settings delete the file or write an empty object. */
const emptied = 'The file is empty. If it should hold no settings, write {} into it.'

/** `settings.json` in the data folder. Read at start and after each change, because people may edit it. */
export class SettingsStore {
  /** Path of the file, which may not exist. */
  readonly path: string
  readonly #lastGood: LastGoodSettings
  readonly #listeners = new Listeners<Settings>()
  #watcher: FSWatcher | undefined
  /** The target, if the file is a link. */
  #target: { readonly path: string, readonly watcher: FSWatcher } | undefined
  #timer: NodeJS.Timeout | undefined
  #watchFault: string | undefined
  #settings: Settings

  constructor(dataFolder: string) {
    this.path = join(dataFolder, 'settings.json')
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    this.#lastGood = new LastGoodSettings(dataFolder)
    this.#watch()
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
   * Changes the file, keeping its comments, and notifies listeners immediately. Throws a `HostError` if the file can't
   * be changed.
   */
  edit(edits: readonly SettingsEdit[]): void {
    this.#reload()
    // An edited file would become the last good one.
    if (this.#settings.faults.some(({ message }) => message === emptied))
      throw new HostError('storage', 'settings.json is empty, so it was not changed. Restore it first, then try again.')
    editSettings(this.path, edits)
    this.#reload()
  }

  /** Replaces an unreadable file with the last good one. Throws a `HostError` if that fails. */
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
    this.#target?.watcher.close()
    this.#listeners.clear()
  }

  #watch(): void {
    try {
      this.#watcher = this.#watchFile(this.path)
    }
    catch (error) {
      this.#stopWatching(error)
    }
  }

  /** Watches the file to which a link leads, because saving that changes nothing beside the link. */
  #watchTarget(): void {
    const path = readLink(this.path)
    if (path === this.#target?.path)
      return
    this.#target?.watcher.close()
    this.#target = undefined
    try {
      this.#target = path === undefined ? undefined : { path, watcher: this.#watchFile(path) }
    }
    catch {
      // Its folder is missing; reading the file reports that.
    }
  }

  // Watches the folder, because editors that save by renaming replace the file.
  #watchFile(path: string): FSWatcher {
    const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name !== null && name !== basename(path))
        return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#reload(), settleMs)
    })
    return watcher.on('error', error => this.#stopWatching(error))
  }

  #stopWatching(error: unknown): void {
    this.#watcher?.close()
    this.#target?.watcher.close()
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
    this.#watchTarget()
    try {
      const text = readPlainFile(this.path, { isUtf8Only: true })
      restrictToOwner(this.path) // it may hold keys, and editors recreate it
      const settings = parseSettings(text)
      if (!isWhole(settings))
        return this.#orLastGood(settings)
      if (isBlank(text))
        return this.#lastGood.read() ? this.#orLastGood({ ...settings, faults: [{ message: emptied }] }) : settings
      this.#lastGood.keep(text)
      return settings
    }
    catch (error) {
      const isMissing = getSystemCode(error) === 'ENOENT'
      if (isMissing && readLink(this.path) === undefined)
        return emptySettings
      const why = isMissing ? 'it is a link to a missing file' : unreadable.get(getSystemCode(error) ?? '') ?? errorMessage(error)
      const message = `The file cannot be read: ${why}. It is read again once that is corrected.`
      return this.#orLastGood({ ...emptySettings, sandboxes: 'unknown', faults: [{ message }] })
    }
  }

  /** Prefers the last good file to a partly read one in which settings for sandboxes are unknown. */
  #orLastGood(read: Settings): Settings {
    const lastGood = this.#lastGood.read()
    if (!lastGood)
      return read
    const faults = read.faults.flatMap((fault): SettingsFault[] =>
      fault.key === undefined ? [{ ...fault, isRestorable: true }] : [],
    )
    // The same applies to commands that run without asking.
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

  /** Keeps a copy. */
  keep(text: string): void {
    if (text === this.#read())
      return
    this.#text = text
    try {
      replaceFileText(this.#path, text)
    }
    catch {
      // A full or read-only disk. Storage reports it, and the copy in memory is enough for this run.
    }
  }

  read(): Settings | undefined {
    const text = this.#read()
    const settings = text === undefined ? undefined : parseSettings(text)
    return settings && isWhole(settings) ? settings : undefined
  }

  /** Replaces `settings.json` with the copy. Keeps the old file as `settings.faulty.json`. */
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
      return undefined // missing or damaged; replaced by the next good file
    }
  }
}

/** The target of a link, even if it is missing; `undefined` for anything else. */
function readLink(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path))
  }
  catch {
    return undefined
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '' // a byte order mark counts as white space
}

/** Whether the whole file was read. Faults with a key affect only one entry. */
function isWhole({ faults }: Settings): boolean {
  return faults.every(({ key }) => key !== undefined)
}
