import type { ProtectedPlaces, SecretPlace } from './sandboxPolicy'
import { type Dirent, promises as files } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { isWithin } from '../../shared/paths'
import { linkedFolder } from '../git/repository'
import { readPlainText } from '../system/readPlainFile'
import {
  isGitData,
  isGitFolder,
  lacksHooks,
  missingGitFiles,
  ownCommonFolder,
  type Placeholder,
  placesNamedInConfig,
} from './gitFolder'

/** In how many folders to look before each command: a second's work. */
const maxFolders = 10_000
const atOnce = 32

/** What to look for. */
interface ProtectedSearch {
  /** Gets paths relative to their root. */
  readonly isProtected: (path: string) => boolean
  readonly secretKind?: (path: string) => SecretPlace['kind'] | undefined
  /** Folders that the command does not see, so nothing in them is to be shown to it. */
  readonly hidden: readonly string[]
}

/** The protected places below `roots`. Links are not followed. */
export async function protectedPlaces(roots: readonly string[], search: ProtectedSearch): Promise<ProtectedPlaces> {
  const looks: Look[] = []
  for (const root of roots) {
    const look = new Look(root, search)
    await look.look()
    looks.push(look)
  }
  return {
    fixed: looks.flatMap(({ fixed }) => [...fixed]),
    pinned: looks.flatMap(({ pinned }) => [...pinned]),
    empty: looks.flatMap(({ empty }) => [...empty]),
    missing: looks.flatMap(({ missing }) => [...missing.values()]),
    watched: looks.flatMap(({ watched }) => [...watched]),
    secrets: looks.flatMap(({ secrets }) => secrets),
    isComplete: looks.every(({ isComplete }) => isComplete),
  }
}

/** The search below one root. */
class Look {
  readonly fixed = new Set<string>()
  readonly pinned = new Set<string>()
  readonly empty = new Set<string>()
  readonly missing = new Map<string, Placeholder>()
  readonly watched = new Set<string>()
  readonly secrets: SecretPlace[] = []
  readonly #root: string
  readonly #search: ProtectedSearch
  /** What is still to be looked at; `isInGit`: below a git folder, where names mean something else. */
  #folders: { readonly path: string, readonly isInGit: boolean }[]
  #looked = 0

  constructor(root: string, search: ProtectedSearch) {
    this.#root = root
    this.#search = search
    this.#folders = [{ path: root, isInGit: false }]
  }

  get isComplete(): boolean {
    return this.#folders.length === 0
  }

  /** The outermost folders first. */
  async look(): Promise<void> {
    while (this.#folders.length > 0 && this.#looked < maxFolders) {
      const some = this.#folders.splice(0, atOnce)
      this.#looked += some.length
      await Promise.all(some.map(({ path, isInGit }) => this.#lookAt(path, isInGit)))
    }
  }

  async #lookAt(folder: string, isInGit: boolean): Promise<void> {
    const entries = await entriesOf(folder)
    const names = new Set(entries.map(({ name }) => name))
    if (isGitFolder(names) || isNamedGit(folder)) {
      await this.#scanGit(folder, entries, names)
    }
    else {
      for (const entry of entries)
        await this.#scanEntry(join(folder, entry.name), entry, isInGit)
    }
  }

  async #scanEntry(path: string, entry: Dirent, isInGit: boolean): Promise<void> {
    if (this.#noteSecret(path, entry) === 'other' && entry.isDirectory())
      return void this.#keep(this.fixed, path).add(path)
    if (isInGit || (entry.isDirectory() && isNamedGit(path)))
      return entry.isDirectory() ? this.#later(path, { isInGit }) : undefined
    if (entry.name === '.git' && entry.isFile())
      this.#scanGitFile(path)
    if (this.#search.isProtected(relative(this.#root, path) + (entry.isDirectory() ? '/' : '')))
      // Protecting a link would protect its target, which is judged elsewhere.
      (entry.isSymbolicLink() ? this.watched : this.#keep(this.fixed, path)).add(path)
    else if (entry.isDirectory() && entry.name === 'node_modules')
      (await entriesOf(join(path, '.bin'))).forEach(({ name }) => this.watched.add(join(path, '.bin', name)))
    else if (entry.isDirectory())
      this.#later(path, { isInGit: false })
  }

  async #scanGit(folder: string, entries: readonly Dirent[], allNames: ReadonlySet<string>): Promise<void> {
    this.#pin(folder)
    const names = withoutPlaceholder(folder, allNames)
    const run = entries.filter(({ name }) => !isGitData(name) && names.has(name))
    // A link could be replaced, as no mount holds it; so the whole folder is kept as it is.
    if (run.some(entry => entry.isSymbolicLink())) {
      this.fixed.add(folder)
      return
    }
    run.forEach(({ name }) => this.fixed.add(join(folder, name)))
    run.forEach(entry => this.#noteSecret(join(folder, entry.name), entry))
    missingGitFiles(names).forEach(({ name, text }) => this.missing.set(join(folder, name), { path: join(folder, name), text }))
    if (lacksHooks(names))
      this.empty.add(join(folder, 'hooks'))
    for (const path of [join(folder, 'worktrees'), join(folder, 'modules')])
      (await entriesOf(path)).forEach(entry => entry.isDirectory() && this.#later(join(path, entry.name), { isInGit: true }))
    for (const name of ['config', 'config.worktree'])
      await this.#scanConfig(join(folder, name))
  }

  #scanGitFile(file: string): void {
    const folder = linkedFolder(file)
    if (folder !== undefined && this.#isBelow(folder))
      this.#later(folder, { isInGit: true })
  }

  /** Hooks and configuration that lie in the working tree are no less git's. */
  async #scanConfig(config: string): Promise<void> {
    const folder = dirname(config)
    for (const named of placesNamedInConfig(readPlainText(config) ?? '')) {
      for (const path of [resolve(folder, named), resolve(dirname(folder), named)]) {
        if (this.#isBelow(path) && !isWithin(folder, path, process.platform) && await isThere(path))
          this.#keep(this.fixed, path).add(path)
      }
    }
  }

  /** Of a link, the target is judged, wherever it is. */
  #noteSecret(path: string, entry: Dirent): SecretPlace['kind'] | undefined {
    const isFolder = entry.isDirectory()
    const kind = isFolder || entry.isFile() ? this.#search.secretKind?.(relative(this.#root, path) + (isFolder ? '/' : '')) : undefined
    if (kind)
      this.secrets.push({ path, kind, isFolder })
    return kind
  }

  #later(path: string, { isInGit }: { isInGit: boolean }): void {
    if (!this.#search.hidden.includes(path))
      this.#folders.push({ path, isInGit })
  }

  #isBelow(path: string): boolean {
    return path !== this.#root && isWithin(path, this.#root, process.platform)
      && !this.#search.hidden.some(hidden => isWithin(path, hidden, process.platform) && !isWithin(this.#root, hidden, process.platform))
  }

  /** Neither it nor a folder above it can be moved away and replaced. */
  #pin(path: string): void {
    if (path !== this.#root)
      this.#keep(this.pinned, path).add(path)
  }

  #keep(set: Set<string>, path: string): Set<string> {
    for (let above = dirname(path); this.#isBelow(above); above = dirname(above))
      this.pinned.add(above)
    return set
  }
}

/** A Parley that was killed leaves its own behind. */
function withoutPlaceholder(folder: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const isPlaceholder = names.has('commondir') && !names.has('gitdir') && readPlainText(join(folder, 'commondir')) === ownCommonFolder
  return isPlaceholder ? new Set([...names].filter(name => name !== 'commondir')) : names
}

function isNamedGit(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase() === '.git'
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await files.readdir(folder, { withFileTypes: true })
  }
  catch {
    return [] // the command cannot read it either
  }
}

async function isThere(path: string): Promise<boolean> {
  return files.lstat(path).then(found => !found.isSymbolicLink(), () => false)
}

/** What runs code later, each with what tells whether it is still the same. */
type Stamps = ReadonlyMap<string, string>

/** The stamps of everything that is protected. A file's change time cannot be set by whoever changes it. */
export async function readStamps({ fixed, pinned, watched }: ProtectedPlaces): Promise<Stamps> {
  const paths = [...new Set([...fixed, ...pinned, ...watched])]
  return new Map(await Promise.all(paths.map(async path => [path, await stampOf(path)] as const)))
}

/**
 * What was made or changed between two looks, the outermost places only. What is gone cannot run, and what Parley
 * itself put there (such as the empty folder that stands for missing hooks) is not meant.
 */
export function changedPlaces(before: Stamps, after: Stamps, { empty, missing }: ProtectedPlaces): string[] {
  const own = new Set([...empty, ...missing.map(({ path }) => path)])
  const isChanged = (path: string, stamp: string): boolean => stamp !== 'none' && before.get(path) !== stamp && !own.has(path)
  const changed = new Set([...after].flatMap(([path, stamp]) => isChanged(path, stamp) ? [path] : []))
  return [...changed].filter(path => !hasAncestorIn(path, changed))
}

function hasAncestorIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    if (paths.has(above))
      return true
  }
  return false
}

async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, ctimeMs, isDirectory } = await lstat(path).then(found => ({ ...found, isDirectory: found.isDirectory() }))
    return isDirectory ? `${dev} ${ino}` : `${dev} ${ino} ${size} ${ctimeMs}`
  }
  catch {
    return 'none'
  }
}
