import type { Settings } from '../../../shared/settings/settings'
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { messageOf, systemCode } from '../../../shared/errors'
import { readPlainFile } from '../readPlainFile'
import { editSettings, type SettingsEdit } from './editSettings'
import { noSettings, parseSettings } from './parseSettings'

/** Editors write a file in several steps: only the last one is read. */
const settleMs = 100

/** `settings.json` in the data folder, which a person edits by hand: read at once, and again whenever it changes. */
export class SettingsStore {
  /** Where the file is, or would be. */
  readonly path: string
  readonly #listeners = new Set<(settings: Settings) => void>()
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

  /** Calls `listener` with the new settings when they changed; returns a function that stops it. */
  onChange(listener: (settings: Settings) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes the file, keeping its comments, and tells of it at once. Throws a `HostError` when it cannot be changed. */
  edit(edits: readonly SettingsEdit[]): void {
    editSettings(this.path, edits)
    this.#reload()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#watcher?.close()
    this.#listeners.clear()
  }

  // The folder is watched, not the file: an editor that saves by renaming would leave us watching the old one.
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
    this.#watchFault = `Changes to this file are noticed only when Parley is started again: it cannot be watched (${messageOf(error)}).`
  }

  #reload(): void {
    const settings = this.#read()
    if (JSON.stringify(settings) === JSON.stringify(this.#settings))
      return
    this.#settings = settings
    for (const listener of [...this.#listeners])
      listener(settings)
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
    return { ...noSettings, sandboxes: 'unknown', faults: [{ message: `The file cannot be read: ${messageOf(error)}` }] }
  }
}
