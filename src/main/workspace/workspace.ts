import { normalize, relative } from 'node:path'
import { HostError, systemCode } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { FileError, folderGoneError, outsideError, toFileError } from './fileErrors'
import { type FileIdentity, isKernelPath } from './files/openFile'
import { climbs, climbsInDisguise, endsAsFolder, lostShortName, pathFault } from './pathFault'
import { PathTurns } from './pathTurns'
import { ancestors, foundAbove, isSameFolder, pinFolder, type PinnedFolder, withoutEndingSlash } from './pinnedFolder'
import { resolvePath } from './resolvePath'

/** Where an agent's path leads. */
export type Location
  = | InsideLocation
  /** An ordinary path elsewhere: the person decides. */
    | PlaceOnDisk & { readonly kind: 'outside' }
  /** Refused without asking the person. */
    | { readonly kind: 'refused', readonly error: FileError }

/** A location that may be opened, once allowed. */
export type OpenableLocation = Exclude<Location, { kind: 'refused' }>

type InsideLocation = PlaceOnDisk & {
  readonly kind: 'inside'
  /** The path below its workspace folder, as requested and with links followed, for `isProtected`. */
  readonly relativePaths: readonly string[]
}

interface PlaceOnDisk {
  /** The requested path, normalised. */
  readonly path: string
  /** The same with every link followed; its last names may not exist yet. */
  readonly realPath: string
  /** Which file may be read there, where only that one was allowed. */
  readonly allowed?: FileIdentity
  /** Runs `work` after earlier work on the same file. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** Folders with rules of their own. */
export interface GuardedFolders {
  /** Nothing below them is served. */
  readonly closed?: readonly string[]
  /** Exceptions below closed folders: treated like any other place outside the workspace. */
  readonly exempt?: readonly string[]
}

/** The folders that an agent may use, and the check whether a path is in them. Fails closed. */
export class Workspace {
  /** The outermost first, as more names are protected below it. */
  readonly #roots: readonly PinnedFolder[]
  /** Never served, even inside a workspace. */
  readonly #closed: readonly PinnedFolder[]
  readonly #exempt: readonly PinnedFolder[]
  readonly #turns = new PathTurns()

  private constructor({
    roots,
    closed,
    exempt,
  }: {
    roots: readonly PinnedFolder[]
    closed: readonly PinnedFolder[]
    exempt: readonly PinnedFolder[]
  }) {
    this.#roots = roots
    this.#closed = closed
    this.#exempt = exempt
  }

  /** Pins the folders (the session's first) as they are now. Throws `folder_not_found`. */
  static async open(folders: readonly string[], { closed = [], exempt = [] }: GuardedFolders = {}): Promise<Workspace> {
    const roots = await Promise.all(folders.map(pin))
    roots.sort((left, right) => left.realPath.length - right.realPath.length)
    return new Workspace({ roots, closed: await Promise.all(closed.map(pin)), exempt: await Promise.all(exempt.map(pin)) })
  }

  /** The real paths of the folders. */
  get roots(): readonly string[] {
    return this.#roots.map(({ realPath }) => realPath)
  }

  /** Where a file's path leads. */
  async locate(path: string): Promise<Location> {
    if (typeof path === 'string' && endsAsFolder(path) && pathFault(path, process.platform) === undefined)
      return refused(new FileError('invalid', 'Invalid path: it names a folder, not a file'))
    return this.locateFolder(path)
  }

  /** Where a folder's path leads; it may end with a slash. */
  async locateFolder(path: string): Promise<Location> {
    const fault = pathFault(path, process.platform)
    if (fault !== undefined)
      return refused(new FileError('invalid', fault))
    if (climbsInDisguise(path, process.platform))
      return refused(outsideError())
    const normal = withoutEndingSlash(normalize(path))
    const lexicalRoot = this.#roots.find(root => isBelow(normal, root.path) || isBelow(normal, root.realPath))
    const resolution = await resolvePath(normal)
    if (resolution.kind === 'broken_link')
      return refused(outsideError())
    if (resolution.kind === 'failed')
      return refused(lexicalRoot && isTold(resolution.error) ? toFileError(resolution.error, path) : outsideError())

    const { realPath, existing, named } = resolution
    const isKernels = (path: string): boolean => isKernelPath(path, process.platform)
    if ((isKernels(normal) || isKernels(realPath)) && !this.#roots.some(root => isKernels(root.realPath)))
      return refused(outsideError())
    if (lostShortName(normal, realPath, process.platform))
      return refused(outsideError())
    if (await this.#isClosed(realPath, existing))
      return refused(outsideError())
    const home = await this.#homeOf(realPath, existing)
    const place: PlaceOnDisk = { path: normal, realPath, inTurn: work => this.#turns.run(realPath, work) }
    if (home !== undefined) {
      const asAsked = lexicalRoot && [relative(isBelow(normal, lexicalRoot.path) ? lexicalRoot.path : lexicalRoot.realPath, normal)]
      return { kind: 'inside', ...place, relativePaths: [...(asAsked ?? []), relative(home, realPath)] }
    }
    if (lexicalRoot && !(await isSameFolder(lexicalRoot.realPath, lexicalRoot)))
      return refused(folderGoneError(lexicalRoot.path))
    if (lexicalRoot || climbs(path) || (await this.#passesThrough(named)))
      return refused(outsideError())
    return { kind: 'outside', ...place }
  }

  /** Whether what is closed to agents lies in this folder, which is a real path. */
  reachesClosed(realPath: string): boolean {
    return this.#closed.some(folder => isBelow(folder.realPath, realPath))
  }

  async #isClosed(realPath: string, existing: string): Promise<boolean> {
    const exempt = this.#exempt.find(folder => isBelow(realPath, folder.realPath))
    if (exempt && (await isSameFolder(exempt.realPath, exempt)))
      return false
    return this.#closed.some(folder => isBelow(realPath, folder.realPath)) || (await foundAbove(existing, this.#closed)) !== undefined
  }

  /** The real path of the workspace folder that contains `realPath`. */
  async #homeOf(realPath: string, existing: string): Promise<string | undefined> {
    const named = this.#roots.find(root => isBelow(realPath, root.realPath))
    if (named)
      return (await isSameFolder(named.realPath, named)) ? named.realPath : undefined
    return foundAbove(existing, this.#roots)
  }

  /** Whether a path that ends elsewhere leads through the workspace: then a link in the workspace leads out of it. */
  async #passesThrough(path: string): Promise<boolean> {
    for (const ancestor of ancestors(path)) {
      const resolution = await resolvePath(ancestor)
      if (resolution.kind !== 'resolved' || (await this.#homeOf(resolution.realPath, resolution.existing)) !== undefined)
        return true
    }
    return false
  }
}

async function pin(folder: string): Promise<PinnedFolder> {
  let pinned: PinnedFolder | undefined
  try {
    pinned = await pinFolder(folder)
  }
  catch (error) {
    throw new HostError('folder_not_found', `The folder "${folder}" cannot be opened. Choose one that exists.`, { cause: error })
  }
  if (!pinned)
    throw new HostError('folder_not_found', `"${folder}" is not a folder. Choose a folder.`)
  return pinned
}

/** `path` is `folder` or below it. */
function isBelow(path: string, folder: string): boolean {
  return isWithin(path, folder, process.platform)
}

/** What an agent may know of a path that it names in its folder, wherever that leads. */
function isTold(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'ENAMETOOLONG'].includes(systemCode(error) ?? '')
}

function refused(error: FileError): Location {
  return { kind: 'refused', error }
}
