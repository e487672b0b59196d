import type { DecidingPlace } from '../../../rules/deciding/decidingPlaces'
import type { DecidingProgram } from '../../../rules/deciding/decidingPrograms'
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { plainTextOf } from '../../../system/readPlainFile'
import { lookAt } from '../rules/lookAt'
import { type DecidingFile, repositoryFiles } from './repositoryFiles'

/** What decides what a command runs; `unknown` is what cannot be looked at, or is too much. */
export interface DecidingFiles {
  readonly files: readonly DecidingFile[]
  readonly unknown?: string
}

const maxFiles = 500
const maxLooks = 10_000
/** Files that are taken in under a name that a makefile computes. */
const computedIncludes = /\.(?:mk|mak|make|inc)$/i
const pythonModule = /^[A-Z_]\w*(?:\.[\w-]+)*\.(?:pyc?|pyw|so|pyd)$/i

/** Finds the files at such places, within the thread's folders. */
export function decidingFiles(places: readonly DecidingPlace[], folders: readonly string[]): DecidingFiles {
  const finder = new DecidingFileFinder(folders)
  for (const place of places)
    finder.find(place)
  return finder
}

class DecidingFileFinder implements DecidingFiles {
  unknown: string | undefined
  readonly #folders: readonly string[]
  readonly #files = new Map<string, DecidingFile>()
  readonly #names = new Map<string, readonly string[]>()
  #looks = 0

  constructor(folders: readonly string[]) {
    this.#folders = folders
  }

  get files(): readonly DecidingFile[] {
    return [...this.#files.values()]
  }

  find(place: DecidingPlace): void {
    switch (place.kind) {
      case 'file':
        return this.#addFile(place.path, place.program)
      case 'upwards':
        return this.#climb(place)
      case 'modules':
        return this.#addModules(place.folder)
      case 'repository':
        return this.#look(place.from) === 'folder' ? repositoryFiles(place.from).forEach(file => this.#add(file)) : undefined
      case 'unknown':
        this.unknown ??= place.text
    }
  }

  #climb({ from, names, program }: Extract<DecidingPlace, { kind: 'upwards' }>): void {
    if (!this.#isInFolders(from) || this.#look(from) === 'none')
      return
    for (let folder = from; this.#isInFolders(folder); folder = dirname(folder)) {
      for (const name of names)
        this.#addFile(join(folder, name), program)
      if (dirname(folder) === folder)
        return
    }
  }

  #addFile(path: string, program: DecidingProgram | undefined): void {
    if (this.#files.has(path) || !this.#isInFolders(path) || this.#look(path) !== 'file')
      return
    this.#add({ path, aspect: 'text' })
    if (program?.includes)
      this.#addIncluded(path, { ...program, includes: program.includes })
  }

  #addIncluded(path: string, program: DecidingProgram & { includes: RegExp }): void {
    const lines = plainTextOf(path)?.replace(/\\\r?\n/g, ' ')
    if (lines === undefined) {
      this.unknown ??= path
      return
    }
    for (const [, names] of lines.matchAll(program.includes)) {
      for (const name of names!.replace(/#.*/, '').split(/\s+/).filter(Boolean)) {
        for (const found of this.#included(name, dirname(path))) {
          this.#addFile(found, program)
          if (this.#isInFolders(found) && this.#look(found) === 'folder')
            program.files?.forEach(file => this.#addFile(join(found, file), program))
        }
      }
    }
  }

  #included(name: string, folder: string): string[] {
    if (/[$`]/.test(name))
      return this.#namesIn(folder).filter(entry => computedIncludes.test(entry)).map(entry => join(folder, entry))
    const path = resolve(folder, name)
    if (!/[*?[]/.test(name))
      return [path]
    return this.#namesIn(dirname(path)).filter(matcherOf(basename(path))).map(entry => join(dirname(path), entry))
  }

  #addModules(folder: string): void {
    if (!this.#isInFolders(folder))
      return
    for (const name of this.#namesIn(folder)) {
      const initial = join(folder, name, '__init__.py')
      if (pythonModule.test(name))
        this.#add({ path: join(folder, name), aspect: 'presence' })
      else if (/^[A-Z_]\w*$/i.test(name) && lookAt(initial) === 'file') // what cannot be opened, Python cannot load
        this.#add({ path: initial, aspect: 'presence' })
    }
  }

  #add(file: DecidingFile): void {
    const known = this.#files.get(file.path)
    if (known === undefined && this.#look(file.path) !== 'none')
      this.#files.set(file.path, file)
    else if (known?.aspect === 'presence')
      this.#files.set(file.path, file)
    if (this.#files.size > maxFiles)
      this.unknown ??= file.path
  }

  #look(path: string): 'none' | 'file' | 'folder' {
    const look = ++this.#looks > maxLooks ? 'unknown' : lookAt(path)
    if (look !== 'unknown')
      return look
    this.unknown ??= path
    return 'none'
  }

  #namesIn(folder: string): readonly string[] {
    const known = this.#names.get(folder)
    if (known !== undefined || this.#look(folder) !== 'folder')
      return known ?? []
    try {
      const names = readdirSync(folder)
      this.#names.set(folder, names)
      return names
    }
    catch {
      this.unknown ??= folder
      return []
    }
  }

  #isInFolders(path: string): boolean {
    return this.#folders.some(folder => isWithin(path, folder, process.platform))
  }
}

/** The names that a pattern of a makefile means; one with many stars, which would take long, means all. */
function matcherOf(pattern: string): (name: string) => boolean {
  if (pattern.split('*').length > 4)
    return () => true
  const source = pattern.replace(/[$()+.^{|}\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')
  try {
    const expression = new RegExp(`^${source}$`)
    return name => expression.test(name)
  }
  catch {
    return () => true // an odd bracket
  }
}
