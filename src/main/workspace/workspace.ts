import { normalize, relative } from 'node:path'
import { getSystemCode, HostError } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { createFolderGoneError, createOutsideError, FileError, toFileError } from './fileErrors'
import { type FileIdentity, isKernelPath } from './files/openFile'
import { findPathFault, hasFolderEnding, hasHiddenClimb, hasResolvedShortName, isParentSegment } from './pathFault'
import { PathQueue } from './pathQueue'
import {
  findAmongAncestors,
  isSameFolder,
  pinFolder,
  type PinnedFolder,
  stripTrailingSlash,
  walkAncestors,
} from './pinnedFolder'
import { resolvePath } from './resolvePath'

/** The location of an agent's path. */
export type Location
  = | InsideLocation
  /** A valid path outside the workspace: the person decides. */
    | PlaceOnDisk & { readonly kind: 'outside' }
  /** Rejected without asking the person. */
    | { readonly kind: 'refused', readonly error: FileError }

/** Any location except a refused one. The caller decides whether to open it. */
export type OpenableLocation = Exclude<Location, { kind: 'refused' }>

type InsideLocation = PlaceOnDisk & {
  readonly kind: 'inside'
  /** Paths relative to the workspace folder for `isProtected`: as requested, and resolved. */
  readonly relativePaths: readonly string[]
}

interface PlaceOnDisk {
  /** The normalised requested path. */
  readonly path: string
  /** The resolved path. Its last names may not exist yet. */
  readonly realPath: string
  /** The only file that may be read there, if permission is limited to one. */
  readonly allowed?: FileIdentity
  /** Runs `work` after pending work on the same file. */
  readonly enqueue: <T>(work: () => Promise<T>) => Promise<T>
}

/** Folders with special access rules. */
export interface GuardedFolders {
  /** Agents get no access below these folders. */
  readonly closed?: readonly string[]
  /** Exceptions within closed folders, treated like any other path outside the workspace. */
  readonly exempt?: readonly string[]
}

/** The folders that an agent may use. Checks whether paths are inside them, and fails closed. */
export class Workspace {
  /** Outermost first, because more names are protected relative to the outermost folder. */
  readonly #roots: readonly PinnedFolder[]
  /** No access, even inside the workspace. */
  readonly #closed: readonly PinnedFolder[]
  readonly #exempt: readonly PinnedFolder[]
  readonly #queue = new PathQueue()

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

  /** Pins the folders. Throws `folder_not_found`. */
  static async open(folders: readonly string[], { closed = [], exempt = [] }: GuardedFolders = {}): Promise<Workspace> {
    const roots = await Promise.all(folders.map(pin))
    roots.sort((left, right) => left.realPath.length - right.realPath.length)
    return new Workspace({
      roots,
      closed: await Promise.all(closed.map(pin)),
      exempt: await Promise.all(exempt.map(pin)),
    })
  }

  /** The real paths of the folders. */
  get roots(): readonly string[] {
    return this.#roots.map(({ realPath }) => realPath)
  }

  /** Locates a file. */
  async locate(path: string): Promise<Location> {
    if (typeof path === 'string' && hasFolderEnding(path) && findPathFault(path, process.platform) === undefined)
      return createRefused(new FileError('invalid', 'Invalid path: it names a folder, not a file'))
    return this.locateFolder(path)
  }

  /** Locates a folder, whose path may have a trailing slash. */
  async locateFolder(path: string): Promise<Location> {
    const fault = findPathFault(path, process.platform)
    if (fault !== undefined)
      return createRefused(new FileError('invalid', fault))
    if (hasHiddenClimb(path, process.platform))
      return createRefused(createOutsideError())
    const normal = stripTrailingSlash(normalize(path))
    const lexicalRoot = this.#roots.find(root => isBelow(normal, root.path) || isBelow(normal, root.realPath))
    const resolution = await resolvePath(normal)
    if (resolution.kind === 'broken_link')
      return createRefused(createOutsideError())
    if (resolution.kind === 'failed') {
      return createRefused(
        lexicalRoot && isRevealed(resolution.error) ? toFileError(resolution.error, path) : createOutsideError(),
      )
    }

    const { realPath, existing, named } = resolution
    const isKernel = (path: string): boolean => isKernelPath(path, process.platform)
    if ((isKernel(normal) || isKernel(realPath)) && !this.#roots.some(root => isKernel(root.realPath)))
      return createRefused(createOutsideError())
    if (hasResolvedShortName(normal, realPath, process.platform))
      return createRefused(createOutsideError())
    if (await this.#isClosed(realPath, existing))
      return createRefused(createOutsideError())
    const home = await this.#findRoot(realPath, existing)
    const place: PlaceOnDisk = { path: normal, realPath, enqueue: work => this.#queue.run(realPath, work) }
    if (home !== undefined) {
      const asRequested = lexicalRoot
        && [relative(isBelow(normal, lexicalRoot.path) ? lexicalRoot.path : lexicalRoot.realPath, normal)]
      return { kind: 'inside', ...place, relativePaths: [...(asRequested ?? []), relative(home, realPath)] }
    }
    if (lexicalRoot && !(await isSameFolder(lexicalRoot.realPath, lexicalRoot)))
      return createRefused(createFolderGoneError(lexicalRoot.path))
    if (lexicalRoot || isParentSegment(path) || (await this.#passesThrough(named)))
      return createRefused(createOutsideError())
    return { kind: 'outside', ...place }
  }

  /** Whether a folder contains a closed folder. `realPath` must be resolved. */
  reachesClosed(realPath: string): boolean {
    return this.#closed.some(folder => isBelow(folder.realPath, realPath))
  }

  async #isClosed(realPath: string, existing: string): Promise<boolean> {
    const exempt = this.#exempt.find(folder => isBelow(realPath, folder.realPath))
    if (exempt && (await isSameFolder(exempt.realPath, exempt)))
      return false
    return this.#closed.some(folder => isBelow(realPath, folder.realPath))
      || (await findAmongAncestors(existing, this.#closed)) !== undefined
  }

  /** The real path of the workspace folder that contains `realPath`. */
  async #findRoot(realPath: string, existing: string): Promise<string | undefined> {
    const named = this.#roots.find(root => isBelow(realPath, root.realPath))
    if (named)
      return (await isSameFolder(named.realPath, named)) ? named.realPath : undefined
    return findAmongAncestors(existing, this.#roots)
  }

  /** Whether a path outside passes through the workspace, because a link in the workspace leads out of it. */
  async #passesThrough(path: string): Promise<boolean> {
    for (const ancestor of walkAncestors(path)) {
      const resolution = await resolvePath(ancestor)
      if (resolution.kind !== 'resolved'
        || (await this.#findRoot(resolution.realPath, resolution.existing)) !== undefined) {
        return true
      }
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

/** Whether `path` is `folder` or below it. */
function isBelow(path: string, folder: string): boolean {
  return isWithin(path, folder, process.platform)
}

/** Whether an agent may see the error for a path that it names in its folder, wherever that path resolves to. */
function isRevealed(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'ENAMETOOLONG'].includes(getSystemCode(error) ?? '')
}

function createRefused(error: FileError): Location {
  return { kind: 'refused', error }
}
