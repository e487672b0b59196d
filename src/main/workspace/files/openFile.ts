import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath, stat, statfs } from 'node:fs/promises'
import { getSystemCode } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { createNotFileError, createOutsideError } from '../fileErrors'

/**
 * Linux magic numbers of file systems that expose the kernel and its processes: proc, sysfs, cgroup (1 and 2), debugfs,
 * tracefs, securityfs, configfs, bpf.
 */
const kernelFileSystems = new Set([0x9FA0, 0x62656572, 0x27E0EB, 0x63677270, 0x64626720, 0x74726163, 0x73636673, 0x62656570, 0xCAFE4A11])

// Node leaves these undefined on Windows.
const noFollow = constants.O_NOFOLLOW ?? 0
// Without this flag, four FIFOs could block all of Node's file system threads.
const nonBlocking = constants.O_NONBLOCK ?? 0
const noTerminal = constants.O_NOCTTY ?? 0

/** Identifies a file, to detect that another one has replaced it. */
export interface FileIdentity {
  readonly device: bigint
  readonly inode: bigint
}

/**
 * Opens a regular file for reading and verifies that it is the one at `realPath` and, if given, the `allowed` one, even
 * if files are swapped meanwhile. The caller closes it.
 */
export async function openRegularFile(
  openPath: string,
  realPath: string,
  allowed?: FileIdentity,
): Promise<{ handle: FileHandle, status: Stats }> {
  // Opening some devices has side effects, so check first. Only the check after opening is authoritative.
  if (!isRegularOrLink(await lstat(openPath)))
    throw createNotFileError(realPath)
  const handle = await open(openPath, constants.O_RDONLY | noFollow | nonBlocking | noTerminal)
  try {
    const status = await handle.stat()
    if (!status.isFile())
      throw createNotFileError(realPath)
    await ensureIsAt(handle, realPath)
    if (allowed && !isSameFile(await getFileIdentity(handle), allowed))
      throw createOutsideError()
    if (await isKernelFile(handle))
      throw createOutsideError()
    return { handle, status }
  }
  catch (error) {
    await handle.close()
    throw error
  }
}

/** The identity of an open file. */
export async function getFileIdentity(handle: FileHandle): Promise<FileIdentity> {
  const { dev: device, ino: inode } = await handle.stat({ bigint: true })
  return { device, inode }
}

/** Whether the file is currently at `realPath`. */
export async function isFileAt(realPath: string, file: FileIdentity): Promise<boolean> {
  try {
    const { dev: device, ino: inode } = await lstat(realPath, { bigint: true })
    return isSameFile({ device, inode }, file)
  }
  catch {
    return false // an unreadable path does not count
  }
}

/** Opens the folder and verifies that it is the one at `realPath`. The caller closes it. */
export async function openFolder(openPath: string, realPath: string): Promise<FileHandle> {
  const handle = await open(openPath, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | noFollow)
  try {
    await ensureIsAt(handle, realPath)
    return handle
  }
  catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * A path to an open folder. On Linux it refers to the open folder itself, so replacing the folder with a link has no
 * effect. Node cannot do this on other systems, where a race of microseconds remains.
 */
export function resolveInFolder(folder: FileHandle, realPath: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : realPath
}

/** Throws unless the open file is at `realPath`, which the workspace has checked. */
export async function ensureIsAt(handle: FileHandle, realPath: string): Promise<void> {
  if (process.platform === 'linux') {
    const actual = await readlink(`/proc/self/fd/${handle.fd}`)
    // An atomic write has just replaced it: the open file was at this path.
    if (actual !== realPath && actual !== `${realPath} (deleted)`)
      throw createOutsideError()
    return
  }
  try {
    const [opened, there] = [await handle.stat({ bigint: true }), await stat(realPath, { bigint: true })]
    if (await realpath(realPath) === realPath && opened.dev === there.dev && opened.ino === there.ino)
      return
  }
  catch (error) {
    if (getSystemCode(error) !== 'ENOENT')
      throw error
  }
  throw createOutsideError()
}

function isRegularOrLink(status: Stats): boolean {
  // Accepts links: opening them with O_NOFOLLOW fails with an error that shows that files are being swapped.
  return status.isFile() || status.isSymbolicLink()
}

function isSameFile(left: FileIdentity, right: FileIdentity): boolean {
  return left.device === right.device && left.inode === right.inode
}

/**
 * Whether the path is in a kernel file system. These expose Parley's own state (`/proc/self`, `/dev/fd`) instead of the
 * agent's, or other files under different paths. Agents have no good reason to read them.
 */
export function isKernelPath(path: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32')
    return false
  // macOS ignores case, and opens files by inode number below /.vol.
  return platform === 'darwin'
    ? /^\/(?:dev|\.vol)(?:\/|$)/i.test(path)
    : /^\/(?:proc|sys|dev)(?:\/|$)/.test(path) && !isWithin(path, '/dev/shm', platform)
}

/**
 * Whether an open file is in a kernel file system. These can be mounted anywhere, such as in a workspace that contains
 * a root file system.
 */
async function isKernelFile(handle: FileHandle): Promise<boolean> {
  if (process.platform !== 'linux')
    return false
  const { type } = await statfs(`/proc/self/fd/${handle.fd}`)
  return kernelFileSystems.has(Number(type))
}
