import type { DecidingPlace } from '../../../rules/deciding/decidingPlaces'
import type { DecidingProgram } from '../../../rules/deciding/decidingPrograms'
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { importsOf, type Taken } from '../../../rules/deciding/scriptImports'
import { plainTextOf } from '../../../system/readPlainFile'
import { lookAt } from '../rules/lookAt'
import { type DecidingFile, repositoryFiles } from './repositoryFiles'

/** The files that decide what a command runs; `unknown` names what cannot be looked at, or where they became too many. */
export interface DecidingFiles {
  readonly files: readonly DecidingFile[]
  readonly unknown?: string
}

const maxFiles = 500
const maxLooks = 10_000
/** How much of scripts is searched for what they take in, and how much one of them may name. */
const maxScriptCharacters = 8 * 1024 * 1024
const maxTaken = 2_000
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

/** How a file takes in others. */
type Taking = Pick<Extract<DecidingPlace, { kind: 'file' }>, 'program' | 'roots'>

class DecidingFileFinder implements DecidingFiles {
  unknown: string | undefined
  readonly #folders: readonly string[]
  readonly #files = new Map<string, DecidingFile>()
  readonly #names = new Map<string, ReadonlySet<string>>()
  readonly #climbed = new Set<string>()
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
        return this.#addFile(place.path, place)
      case 'script':
        return this.#addScript(place)
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

  #climb({ from, names, ...taking }: Extract<DecidingPlace, { kind: 'upwards' }>): void {
    const look = this.#isInFolders(from) ? this.#look(from) : 'none'
    if (look !== 'folder')
      return look === 'file' ? this.#climb({ ...taking, from: dirname(from), names }) : undefined
    for (let folder = from; this.#isInFolders(folder); folder = dirname(folder)) {
      // The files that a pattern stands for have the same folders above them.
      const step = JSON.stringify([folder, names])
      if (this.#climbed.has(step))
        return
      this.#climbed.add(step)
      for (const name of names.flatMap(name => name.startsWith('*') ? this.#endingIn(name.slice(1), folder) : name))
        this.#addFile(join(folder, name), taking)
      if (dirname(folder) === folder)
        return
    }
  }

  #endingIn(ending: string, folder: string): string[] {
    return [...this.#namesIn(folder)].filter(name => name.endsWith(ending))
  }

  #addFile(path: string, { program, roots }: Taking = {}): void {
    if (this.#files.has(path) || !this.#isInFolders(path) || this.#look(path) !== 'file')
      return
    this.#add({ path, aspect: 'text' })
    if (program?.includes)
      this.#addIncluded(path, { program, includes: program.includes, roots })
  }

  #addIncluded(path: string, { program, includes, roots = [] }: Taking & { program: DecidingProgram, includes: RegExp }): void {
    const lines = plainTextOf(path)?.replace(/\\\r?\n/g, ' ')
    if (lines === undefined) {
      this.unknown ??= path
      return
    }
    for (const [, names] of lines.matchAll(includes)) {
      for (const name of names!.replace(/#.*/, '').split(/\s+/).filter(Boolean)) {
        // make looks where it runs, others beside the file.
        for (const found of new Set([dirname(path), ...roots].flatMap(folder => this.#included(name, folder)))) {
          this.#addFile(found, { program, roots })
          if (this.#isInFolders(found) && this.#look(found) === 'folder')
            program.files?.forEach(file => this.#addFile(join(found, file), { program, roots }))
        }
      }
    }
  }

  /** A script with what it takes in, and what that takes in. */
  #addScript({ path, root }: { path: string, root: string }): void {
    const scripts = new Set([path])
    let searched = 0
    for (const script of scripts) {
      this.#addFile(script)
      const text = this.#files.get(script)?.aspect === 'text' ? plainTextOf(script) ?? '' : ''
      const taken = importsOf(script, { text, root })
      searched += text.length
      if (searched > maxScriptCharacters || (taken && taken.paths.length > maxTaken))
        this.unknown ??= script
      if (this.unknown !== undefined)
        return
      if (taken)
        this.#found(taken).forEach(found => scripts.add(found))
    }
  }

  #found({ paths, endings, index }: Taken): string[] {
    return paths.filter(path => this.#isInFolders(path)).flatMap((path) => {
      const names = this.#namesIn(dirname(path))
      const files = endings.map(ending => path + ending).filter(file => names.has(basename(file)))
      if (!names.has(basename(path)))
        return files
      return [...files, ...this.#look(path) === 'folder' ? endings.map(ending => join(path, index + ending)) : [path]]
    })
  }

  #included(name: string, folder: string): string[] {
    if (/[$`]/.test(name))
      return [...this.#namesIn(folder)].filter(entry => computedIncludes.test(entry)).map(entry => join(folder, entry))
    const path = resolve(folder, name)
    if (!/[*?[]/.test(name))
      return [path]
    return [...this.#namesIn(dirname(path))].filter(matcherOf(basename(path))).map(entry => join(dirname(path), entry))
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

  #namesIn(folder: string): ReadonlySet<string> {
    const known = this.#names.get(folder)
    if (known !== undefined || this.#look(folder) !== 'folder')
      return known ?? new Set()
    try {
      const names = new Set(readdirSync(folder))
      this.#names.set(folder, names)
      return names
    }
    catch {
      this.unknown ??= folder
      return new Set()
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
