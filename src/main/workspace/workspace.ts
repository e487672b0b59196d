import { realpath, stat } from 'node:fs/promises'
import { dirname, normalize, relative, sep } from 'node:path'
import { HostError, systemCode } from '../../shared/errors'
import { deniedError, FileError, outsideError } from './fileErrors'
import { climbs, climbsInDisguise, endsAsFolder, pathFault } from './pathFault'
import { PathTurns } from './pathTurns'
import { resolvePath } from './resolvePath'

/** Where an agent's path really leads. */
export type Location =
  | InsideLocation
  /** An honest path elsewhere: the person decides. */
  | PlaceOnDisk & { readonly kind: 'outside' }
  /** Not served and not asked about. */
  | { readonly kind: 'refused', readonly error: FileError }

/** A location that may be opened, once allowed. */
export type OpenableLocation = Exclude<Location, { kind: 'refused' }>

type InsideLocation = PlaceOnDisk & {
  readonly kind: 'inside'
  /** The path below its workspace folder, as asked for and as it really is: what `isProtected` is asked with. */
  readonly relativePaths: readonly string[]
}

interface PlaceOnDisk {
  /** The path asked for, normalised. */
  readonly path: string
  /** The same with every link followed; its last names may not exist yet. */
  readonly realPath: string
  /** Runs `work` when earlier work on the same file is done. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** A folder that an agent may touch. Device and inode tell it from another one put in its place later. */
interface Root {
  readonly path: string
  readonly realPath: string
  readonly device: bigint
  readonly inode: bigint
}

/** The folders that an agent may touch, and the judgement whether a path lies in them. Fails closed. */
export class Workspace {
  readonly #roots: readonly Root[]
  /** Real paths that are nobody's business, though they may lie in a workspace. */
  readonly #closed: readonly string[]
  readonly #turns = new PathTurns()

  private constructor(roots: readonly Root[], closed: readonly string[]) {
    this.#roots = roots
    this.#closed = closed
  }

  /** Pins the folders (the session's first) as they are now; nothing below `closed` is served. Throws `folder_not_found`. */
  static async open(folders: readonly string[], { closed = [] }: { closed?: readonly string[] } = {}): Promise<Workspace> {
    return new Workspace(await Promise.all(folders.map(pinRoot)), await Promise.all(closed.map(folder => realpath(folder))))
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
    const lexicalRoot = this.#roots.find(root => isWithin(normal, root.path) || isWithin(normal, root.realPath))
    const resolution = await resolvePath(normal)
    if (resolution.kind === 'broken_link')
      return refused(outsideError())
    if (resolution.kind === 'failed')
      return refused(lexicalRoot && isPermission(resolution.error) ? deniedError(path, resolution.error) : outsideError())

    const { realPath, existing } = resolution
    if ((isKernelPath(normal) || isKernelPath(realPath)) && !this.#roots.some(root => isKernelPath(root.realPath)))
      return refused(outsideError())
    if (this.#closed.some(folder => isWithin(realPath, folder)))
      return refused(outsideError())
    const home = await this.#homeOf(realPath, existing)
    const place: PlaceOnDisk = { path: normal, realPath, inTurn: work => this.#turns.run(realPath, work) }
    if (home !== undefined) {
      const asAsked = lexicalRoot && [relative(isWithin(normal, lexicalRoot.path) ? lexicalRoot.path : lexicalRoot.realPath, normal)]
      return { kind: 'inside', ...place, relativePaths: [...asAsked ?? [], relative(home, realPath)] }
    }
    if (lexicalRoot || climbs(path) || await this.#passesThrough(normal))
      return refused(outsideError())
    return { kind: 'outside', ...place }
  }

  /** The real path of the folder of ours that holds `realPath`. */
  async #homeOf(realPath: string, existing: string): Promise<string | undefined> {
    // The outermost first: below it more names count as protected.
    for (const root of [...this.#roots].sort((left, right) => left.realPath.length - right.realPath.length)) {
      if (isWithin(realPath, root.realPath))
        return await isSame(root.realPath, root) ? root.realPath : undefined
    }
    // Volumes that ignore case, and bind mounts, give a folder more than one path.
    for (const ancestor of ancestorsOf(existing)) {
      for (const root of this.#roots) {
        if (await isSame(ancestor, root))
          return ancestor
      }
    }
    return undefined
  }

  /** True where a path that ends elsewhere leads through the workspace: then a link in there takes it out. */
  async #passesThrough(path: string): Promise<boolean> {
    for (const ancestor of ancestorsOf(path)) {
      const resolution = await resolvePath(ancestor)
      if (resolution.kind !== 'resolved' || await this.#homeOf(resolution.realPath, resolution.existing) !== undefined)
        return true
    }
    return false
  }
}

async function pinRoot(folder: string): Promise<Root> {
  try {
    const realPath = await realpath(folder)
    const status = await stat(realPath, { bigint: true })
    if (status.isDirectory())
      return { path: withoutEndingSlash(normalize(folder)), realPath, device: status.dev, inode: status.ino }
  }
  catch (error) {
    throw new HostError('folder_not_found', `The folder "${folder}" cannot be opened. Choose one that exists.`, { cause: error })
  }
  throw new HostError('folder_not_found', `"${folder}" is not a folder. Choose a folder.`)
}

async function isSame(path: string, root: Root): Promise<boolean> {
  try {
    const status = await stat(path, { bigint: true })
    return status.dev === root.device && status.ino === root.inode
  }
  catch {
    // What cannot be looked at is not ours.
    return false
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** `path` itself, its folder, and so on up to the top. */
function* ancestorsOf(path: string): Generator<string> {
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    yield ancestor
    if (dirname(ancestor) === ancestor)
      return
  }
}

/** Windows into the kernel show Parley's own state (`/proc/self`, `/dev/fd`), never the agent's: nobody asks for them honestly. */
function isKernelPath(path: string): boolean {
  return process.platform !== 'win32' && /^\/(?:proc|sys|dev)(?:\/|$)/.test(path) && !isWithin(path, '/dev/shm')
}

function isPermission(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(systemCode(error) ?? '')
}

function withoutEndingSlash(path: string): string {
  return path.length > 1 && path.endsWith(sep) && dirname(path) !== path ? path.slice(0, -1) : path
}

function refused(error: FileError): Location {
  return { kind: 'refused', error }
}
