import type { ProtectedPlaces, SecretPlace } from './sandboxPolicy'
import { type Dirent, promises as files } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { isWithin } from '../../shared/paths'
import { readLinkedFolder } from '../git/repository'
import { readPlainText } from '../system/readPlainFile'
import {
  findPathsInConfig,
  isGitData,
  isGitFolder,
  lacksHooks,
  listMissingGitFiles,
  ownCommonFolder,
  type Placeholder,
} from './gitFolder'

/** Maximum number of folders to scan before each command, which takes about a second. */
const maxFolders = 10_000
const concurrency = 32

interface ProtectedSearch {
  /** Takes paths relative to the root. */
  readonly isProtected: (path: string) => boolean
  readonly secretKind?: (path: string) => SecretPlace['kind'] | undefined
  /** Folders that are hidden from the command, so they must not be mounted. */
  readonly hidden: readonly string[]
}

/** Finds the protected places below `roots`, without following links. */
export async function findProtectedPaths(roots: readonly string[], search: ProtectedSearch): Promise<ProtectedPlaces> {
  const scans: Scan[] = []
  for (const root of roots) {
    const scan = new Scan(root, search)
    await scan.run()
    scans.push(scan)
  }
  return {
    fixed: scans.flatMap(({ fixed }) => [...fixed]),
    pinned: scans.flatMap(({ pinned }) => [...pinned]),
    empty: scans.flatMap(({ empty }) => [...empty]),
    missing: scans.flatMap(({ missing }) => [...missing.values()]),
    watched: scans.flatMap(({ watched }) => [...watched]),
    secrets: scans.flatMap(({ secrets }) => secrets),
    isComplete: scans.every(({ isComplete }) => isComplete),
  }
}

/** A scan below one root. */
class Scan {
  readonly fixed = new Set<string>()
  readonly pinned = new Set<string>()
  readonly empty = new Set<string>()
  readonly missing = new Map<string, Placeholder>()
  readonly watched = new Set<string>()
  readonly secrets: SecretPlace[] = []
  readonly #root: string
  readonly #search: ProtectedSearch
  /** Folders to scan. `isInGit`: below a git folder, where names have other meanings. */
  #folders: { readonly path: string, readonly isInGit: boolean }[]
  #scanned = 0

  constructor(root: string, search: ProtectedSearch) {
    this.#root = root
    this.#search = search
    this.#folders = [{ path: root, isInGit: false }]
  }

  get isComplete(): boolean {
    return this.#folders.length === 0
  }

  /** Scans breadth-first. */
  async run(): Promise<void> {
    while (this.#folders.length > 0 && this.#scanned < maxFolders) {
      const some = this.#folders.splice(0, concurrency)
      this.#scanned += some.length
      await Promise.all(some.map(({ path, isInGit }) => this.#scanFolder(path, isInGit)))
    }
  }

  async #scanFolder(folder: string, isInGit: boolean): Promise<void> {
    const entries = await readEntries(folder)
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
    if (this.#recordSecret(path, entry) === 'other' && entry.isDirectory())
      return void this.#pinAncestors(this.fixed, path).add(path)
    if (isInGit || (entry.isDirectory() && isNamedGit(path)))
      return entry.isDirectory() ? this.#enqueue(path, { isInGit }) : undefined
    if (entry.name === '.git' && entry.isFile())
      this.#scanGitFile(path)
    if (this.#search.isProtected(relative(this.#root, path) + (entry.isDirectory() ? '/' : '')))
      // Mounting a link would protect its target, which is checked separately.
      (entry.isSymbolicLink() ? this.watched : this.#pinAncestors(this.fixed, path)).add(path)
    else if (entry.isDirectory() && entry.name === 'node_modules')
      (await readEntries(join(path, '.bin'))).forEach(({ name }) => this.watched.add(join(path, '.bin', name)))
    else if (entry.isDirectory())
      this.#enqueue(path, { isInGit: false })
  }

  async #scanGit(folder: string, entries: readonly Dirent[], allNames: ReadonlySet<string>): Promise<void> {
    this.#pin(folder)
    const names = omitPlaceholder(folder, allNames)
    const run = entries.filter(({ name }) => !isGitData(name) && names.has(name))
    // A link can't be a mount point and could be replaced, so the whole folder becomes read-only.
    if (run.some(entry => entry.isSymbolicLink())) {
      this.fixed.add(folder)
      return
    }
    run.forEach(({ name }) => this.fixed.add(join(folder, name)))
    run.forEach(entry => this.#recordSecret(join(folder, entry.name), entry))
    listMissingGitFiles(names).forEach(({ name, text }) =>
      this.missing.set(join(folder, name), { path: join(folder, name), text }),
    )
    if (lacksHooks(names))
      this.empty.add(join(folder, 'hooks'))
    for (const path of [join(folder, 'worktrees'), join(folder, 'modules')]) {
      (await readEntries(path)).forEach(entry =>
        entry.isDirectory() && this.#enqueue(join(path, entry.name), { isInGit: true }),
      )
    }
    for (const name of ['config', 'config.worktree'])
      await this.#scanConfig(join(folder, name))
  }

  #scanGitFile(file: string): void {
    const folder = readLinkedFolder(file)
    if (folder !== undefined && this.#isBelow(folder))
      this.#enqueue(folder, { isInGit: true })
  }

  /** Protects hooks and config files in the working tree that git's config refers to. */
  async #scanConfig(config: string): Promise<void> {
    const folder = dirname(config)
    for (const named of findPathsInConfig(readPlainText(config) ?? '')) {
      for (const path of [resolve(folder, named), resolve(dirname(folder), named)]) {
        if (this.#isBelow(path) && !isWithin(folder, path, process.platform) && await exists(path))
          this.#pinAncestors(this.fixed, path).add(path)
      }
    }
  }

  /** Records a secret. Skips links, because their targets are checked separately. */
  #recordSecret(path: string, entry: Dirent): SecretPlace['kind'] | undefined {
    const isFolder = entry.isDirectory()
    const kind = isFolder || entry.isFile()
      ? this.#search.secretKind?.(relative(this.#root, path) + (isFolder ? '/' : ''))
      : undefined
    if (kind)
      this.secrets.push({ path, kind, isFolder })
    return kind
  }

  #enqueue(path: string, { isInGit }: { isInGit: boolean }): void {
    if (!this.#search.hidden.includes(path))
      this.#folders.push({ path, isInGit })
  }

  #isBelow(path: string): boolean {
    return path !== this.#root && isWithin(path, this.#root, process.platform)
      && !this.#search.hidden.some(hidden =>
        isWithin(path, hidden, process.platform) && !isWithin(this.#root, hidden, process.platform),
      )
  }

  /** Prevents moving and replacing a folder or any of its ancestors. */
  #pin(path: string): void {
    if (path !== this.#root)
      this.#pinAncestors(this.pinned, path).add(path)
  }

  #pinAncestors(set: Set<string>, path: string): Set<string> {
    for (let above = dirname(path); this.#isBelow(above); above = dirname(above))
      this.pinned.add(above)
    return set
  }
}

/** Ignores a placeholder that a crashed run left behind. */
function omitPlaceholder(folder: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const isPlaceholder = names.has('commondir')
    && !names.has('gitdir')
    && readPlainText(join(folder, 'commondir')) === ownCommonFolder
  return isPlaceholder ? new Set([...names].filter(name => name !== 'commondir')) : names
}

function isNamedGit(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase() === '.git'
}

async function readEntries(folder: string): Promise<Dirent[]> {
  try {
    return await files.readdir(folder, { withFileTypes: true })
  }
  catch {
    return [] // the command cannot read it either
  }
}

async function exists(path: string): Promise<boolean> {
  return files.lstat(path).then(found => !found.isSymbolicLink(), () => false)
}

/** Stamps of protected places by path, to detect changes. */
type Stamps = ReadonlyMap<string, string>

/** Reads the stamps of all protected places. Uses the ctime, which programs cannot set. */
export async function readStamps({ fixed, pinned, watched }: ProtectedPlaces): Promise<Stamps> {
  const paths = [...new Set([...fixed, ...pinned, ...watched])]
  return new Map(await Promise.all(paths.map(async path => [path, await readStamp(path)] as const)))
}

/**
 * Places that were created or changed between two readings, only the outermost. Ignores removed places, which can't
 * run, and places that Parley itself created, such as an empty hooks folder.
 */
export function findChangedPaths(before: Stamps, after: Stamps, { empty, missing }: ProtectedPlaces): string[] {
  const own = new Set([...empty, ...missing.map(({ path }) => path)])
  const isChanged = (path: string, stamp: string): boolean =>
    stamp !== 'none' && before.get(path) !== stamp && !own.has(path)
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

async function readStamp(path: string): Promise<string> {
  try {
    const found = await lstat(path)
    const { dev, ino, size, ctimeMs } = found
    return found.isDirectory() ? `${dev} ${ino}` : `${dev} ${ino} ${size} ${ctimeMs}`
  }
  catch {
    return 'none'
  }
}
