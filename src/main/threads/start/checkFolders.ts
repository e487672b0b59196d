import type { Stats } from 'node:fs'
import type { FolderInfo } from '../../../shared/contract/methods/fileMethods'
import { mkdir, opendir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path'
import { errorMessage, HostError, type HostErrorCode } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'

/** Reason against working in Parley's own folder. */
const ownDataFault = 'Parley keeps its own data in this folder. Choose another, or none.'

/** Maximum suggestions. Beyond that, typing another letter is quicker. */
const maxFolders = 20
/** Maximum entries read per keystroke, because a folder may contain a million. */
const maxScanned = 5_000

/** Context of folder checks. */
export interface FolderChecks {
  /** Parley's data folder, in which no thread may work. */
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

interface Folder {
  readonly path: string
  readonly status: Stats
}

/**
 * Checks a new thread's folders and resolves links, because some agents accept a missing folder and fail later. Throws
 * `folder_not_found` for the first folder, `additional_folder` for others.
 */
export async function checkFolders(
  { folder, additionalFolders }: { folder: string, additionalFolders: readonly string[] },
  checks: FolderChecks,
): Promise<{ folder: string, additionalFolders: string[] }> {
  const first = await resolveFolder(folder, 'folder_not_found', checks)
  const folders = [first]
  for (const typed of additionalFolders) {
    const next = await resolveFolder(typed, 'additional_folder', checks)
    for (const known of folders)
      refuseOverlap(known, next)
    folders.push(next)
  }
  return { folder: first.path, additionalFolders: folders.slice(1).map(({ path }) => path) }
}

async function resolveFolder(
  typed: string,
  code: HostErrorCode,
  { dataFolder, environment }: FolderChecks,
): Promise<Folder> {
  const folder = parseTypedPath(typed, environment)
  const fault = checkTypedPath(folder)
  if (fault !== undefined)
    throw new HostError(code, fault)
  const status = await stat(folder).catch(() => undefined)
  if (!status)
    throw new HostError(code, `The folder "${folder}" does not exist. Create it, or choose another.`)
  if (!status.isDirectory())
    throw new HostError(code, `"${folder}" is a file. Choose a folder.`)
  const path = await realpath(folder)
  if (isWithin(path, await realpath(dataFolder), process.platform))
    throw new HostError(code, ownDataFault)
  return { path, status }
}

/** Rejects nested folders, because a file would belong to both. */
function refuseOverlap(known: Folder, next: Folder): void {
  const isSame = known.path === next.path
    || (known.status.dev === next.status.dev && known.status.ino === next.status.ino)
  if (isSame)
    throw new HostError('additional_folder', `"${next.path}" is chosen twice. Remove it once.`)
  if (isWithin(next.path, known.path, process.platform)) {
    throw new HostError(
      'additional_folder',
      `"${next.path}" lies in "${known.path}", which the agent may use already. Remove it.`,
    )
  }
  if (isWithin(known.path, next.path, process.platform)) {
    throw new HostError(
      'additional_folder',
      `"${next.path}" holds "${known.path}", which is chosen too. Choose folders that do not lie in one another.`,
    )
  }
}

/** Resolves a typed path and completes it. */
export async function checkFolder(typed: string, checks: FolderChecks): Promise<FolderInfo> {
  const path = parseTypedPath(typed, checks.environment)
  const fault = path === '' ? 'Choose a folder.' : checkTypedPath(path)
  if (fault !== undefined)
    return { path, state: 'unusable', note: fault, folders: [] }
  const folders = await completePath(path)
  const status = await stat(path).catch(() => undefined)
  if (!status)
    return { path, state: 'missing', folders }
  try {
    const { folder } = await checkFolders({ folder: path, additionalFolders: [] }, checks)
    return { path, state: 'folder', note: await warnIfWide(folder, checks), folders }
  }
  catch (error) {
    if (!(error instanceof HostError))
      throw error
    return { path, state: 'unusable', note: error.message, folders }
  }
}

/** Returns a warning if the folder contains more than a project. */
async function warnIfWide(folder: string, { environment }: FolderChecks): Promise<string | undefined> {
  if (folder === parse(folder).root)
    return 'This is the whole disk: the agent may read and change everything on it. A project’s own folder is safer.'
  const home = getHome(environment)
  const isHome = home !== undefined && await realpath(home).catch(() => home) === folder
  return isHome
    ? 'This is all of your home folder: the agent may read and change everything in it. A project’s own folder is safer.'
    : undefined
}

/**
 * Completes a path: lists the folders in it if it ends with a slash, otherwise siblings that start with its last name,
 * ignoring case. Lists hidden ones only after a typed dot, and none if the folder can't be read.
 */
async function completePath(path: string): Promise<string[]> {
  // Network shares are not contacted before the person starts there.
  if (/^[\\/]{2}/.test(path))
    return []
  const isInside = path.endsWith('/') || path.endsWith(sep)
  const folder = isInside ? path : dirname(path)
  const typed = isInside ? '' : basename(path).toLowerCase()
  const names: string[] = []
  for (const { name, mayBeFolder } of await listEntries(folder)) {
    if (mayBeFolder && name.toLowerCase().startsWith(typed) && (typed.startsWith('.') || !name.startsWith('.')))
      names.push(name)
  }
  const first = names.sort((one, other) => one.localeCompare(other))
    .slice(0, 2 * maxFolders)
    .map(name => join(folder, name))
  const found = await Promise.all(first.filter(place => place !== path).map(async place =>
    await isFolder(place) ? [place] : [],
  ))
  return found.flat().slice(0, maxFolders)
}

async function listEntries(folder: string): Promise<{ name: string, mayBeFolder: boolean }[]> {
  const entries: { name: string, mayBeFolder: boolean }[] = []
  try {
    for await (const entry of await opendir(folder)) {
      entries.push({ name: entry.name, mayBeFolder: entry.isDirectory() || entry.isSymbolicLink() })
      if (entries.length === maxScanned)
        break
    }
  }
  catch {
    // An unreadable folder has no completions. It is checked separately when a thread starts there.
  }
  return entries
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(status => status.isDirectory(), () => false)
}

/** Creates the typed folder with its parents. Throws `folder_not_found` if that fails. */
export async function createFolder(
  typed: string,
  { dataFolder, environment }: FolderChecks,
): Promise<{ path: string }> {
  const path = parseTypedPath(typed, environment)
  const fault = checkTypedPath(path)
  if (fault !== undefined)
    throw new HostError('folder_not_found', fault)
  if (isWithin(await findNearestExisting(resolve(path)), await realpath(dataFolder), process.platform))
    throw new HostError('folder_not_found', ownDataFault)
  try {
    await mkdir(path, { recursive: true, mode: 0o755 })
  }
  catch (error) {
    throw new HostError('folder_not_found', `"${path}" could not be created: ${errorMessage(error)}. Choose another.`, { cause: error })
  }
  return { path }
}

/** Returns the deepest existing ancestor of `path`, links resolved. */
async function findNearestExisting(path: string): Promise<string> {
  return realpath(path).catch(() => dirname(path) === path ? path : findNearestExisting(dirname(path)))
}

type Environment = Readonly<Record<string, string | undefined>>

/** Removes quotes from a typed or pasted path and expands `~`. */
function parseTypedPath(typed: string, environment: Environment): string {
  const unquoted = /^(["'])(.*)\1$/.exec(typed.trim())?.[2] ?? typed.trim()
  return unquoted.replace(/^~(?=$|[\\/])/, getHome(environment) ?? '~')
}

/** Returns the home folder if the environment names it. */
function getHome({ HOME, USERPROFILE }: Environment): string | undefined {
  return HOME ?? USERPROFILE
}

/** Returns why this can't be a folder's path. */
function checkTypedPath(path: string): string | undefined {
  if (path.includes('\0'))
    return 'This cannot be a path. Choose another.'
  return isAbsolute(path)
    ? undefined
    : `"${path}" is not a whole path. Give it from the top, such as /home/you/project.`
}
