import type { Settings } from '../../../shared/settings/settings'
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { messageOf, systemCode } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { readPlainFile } from '../readPlainFile'
import { editSettings, type SettingsEdit } from './editSettings'
import { noSettings, parseSettings } from './parseSettings'

/** Editors write a file in several steps: only the last one is read. */
const settleMs = 100

/** `settings.json` in the data folder, which a person may edit by hand: read at the start and after each change. */
export class SettingsStore {
  /** Where the file is, or would be. */
  readonly path: string
  readonly #listeners = new Listeners<Settings>()
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #watchFault: string | undefined
  #settings: Settings

  constructor(dataFolder: string) {
    this.path = join(dataFolder, 'settings.json')
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
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

  /** Changes the file, keeping its comments, and notifies listeners at once. Throws a `HostError` if it cannot be changed. */
  edit(edits: readonly SettingsEdit[]): void {
    editSettings(this.path, edits)
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
    this.#watchFault = `This file cannot be watched (${messageOf(error)}). Restart Parley after changing it.`
  }

  #reload(): void {
    const settings = this.#read()
    if (JSON.stringify(settings) === JSON.stringify(this.#settings))
      return
    this.#settings = settings
    this.#listeners.emit(settings)
  }

  #read(): Settings {
    const settings = readSettings(this.path)
    return this.#watchFault === undefined ? settings : { ...settings, faults: [...settings.faults, { message: this.#watchFault }] }
  }
}

function readSettings(path: string): Settings {
  try {
    return parseSettings(readPlainFile(path))
  }
  catch (error) {
    if (systemCode(error) === 'ENOENT')
      return noSettings
    const message = `The file cannot be read: ${messageOf(error)}. Correct that, then restart Parley.`
    return { ...noSettings, sandboxes: 'unknown', faults: [{ message }] }
  }
}
