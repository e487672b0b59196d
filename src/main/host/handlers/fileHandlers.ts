import type { HostHandlers } from '../../../shared/contract/contract'
import type { fileMethods } from '../../../shared/contract/methods/fileMethods'
import type { HandlerServices } from '../handlerServices'
import type { Platform } from '../platform'
import type { Subscriber } from '../subscribers'
import { Buffer } from 'node:buffer'
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { errorMessage, getSystemCode, HostError } from '../../../shared/errors'
import { detectFileType } from '../../../shared/files/checkedType'
import { getSaveName } from '../../../shared/files/fileNames'
import { isWithin, removeNested } from '../../../shared/paths'
import { asHostError } from '../../buffers/asHostError'
import { readFileMarks } from '../../files/fileMarks'
import { searchFiles } from '../../files/searchFiles'
import { findRepository, readBranch } from '../../git/repository'
import { FolderWatches } from '../../system/folderWatches'
import { resolveFiles, resolveFileToOpen } from '../../threads/mentions/resolveFiles'
import { previewPath, resolveMention } from '../../threads/mentions/resolveMention'
import { resolveWrittenPath, type ThreadPlaces } from '../../threads/mentions/threadPlaces'
import { checkFolder, checkFolders, createFolder } from '../../threads/start/checkFolders'
import { listFolder } from '../../workspace/listing/listFolder'
import { isProtected } from '../../workspace/protectedNames'
import { Workspace } from '../../workspace/workspace'
import { createInTree, deleteInTree, renameInTree } from './fileTree'

/**
 * Handlers for files of a thread's folders: tree, search, editors, mentions and attachments. Everything passes the
 * thread's guard on each call. A renderer watches one thread's folders and runs one search. One table: each row is a
 * method of the contract.
 */
export function createFileHandlers(
  host: HandlerServices,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof fileMethods> {
  const { platform, threads, attachments, editors, pathLists } = host
  const { emit, disconnected } = subscriber
  let watched = ''
  const watches = new FolderWatches(() => emit('filesChanged', { threadId: watched, folders: watches.take() }))
  disconnected.signal.addEventListener('abort', () => watches.close())
  let last: { readonly searchId: string, readonly stop: AbortController } | undefined
  const threadPlaces = (threadId: string): Promise<ThreadPlaces> => threads.get(threadId).places()
  const known = (threadId: string): string => threads.get(threadId).summary.threadId
  // For folders that no thread works in yet. Agents can't call these.
  const checks = { dataFolder: host.dataFolder, environment: host.shellEnvironment.variables }
  return {
    listFolder: async ({ threadId, path }) => {
      const places = await threadPlaces(threadId)
      // A thread has at least one folder.
      const folder = path === undefined ? places.folders[0]! : resolveWrittenPath(path, places)
      try {
        return await listFolder(folder, places.workspace)
      }
      catch (error) {
        throw asHostError(error, folder)
      }
    },
    watchFolders: async ({ threadId, paths }) => {
      const { workspace, folders } = await threadPlaces(threadId)
      const located = await Promise.all(paths.map(path => workspace.locateFolder(path)))
      if (disconnected.signal.aborted)
        return
      watched = threadId
      // Includes git's folders, because commits and checkouts change the marks.
      const git = folders.flatMap(folder => findRepository(folder)?.folder ?? [])
      watches.set([
        ...located.flatMap(location => location.kind === 'inside' ? [location.realPath] : []),
        ...paths.length > 0 ? git : [],
      ])
    },
    currentBranch: async ({ threadId }) => {
      const repository = findRepository((await threadPlaces(threadId)).folders[0]!) // a thread has at least one
      return repository && readBranch(repository)
    },
    listFileMarks: async ({ threadId }) =>
      (await Promise.all((await threadPlaces(threadId)).folders.map(readFileMarks))).flat(),
    searchFiles: async ({ threadId, searchId, ...search }) => {
      last?.stop.abort()
      const stop = new AbortController()
      last = { searchId, stop }
      const { folders } = await threadPlaces(threadId)
      return searchFiles({
        search,
        folders: removeNested(folders, process.platform), // nested folders are searched with their parents
        isShown: path => !isSecret(path, folders),
        onMatches: files => emit('fileMatches', { searchId, files }),
        signal: AbortSignal.any([stop.signal, disconnected.signal]),
      })
    },
    stopFileSearch: ({ searchId }) => {
      if (last?.searchId === searchId)
        last.stop.abort()
    },

    findPaths: async ({ threadId, paths }) => resolveFiles(paths, await threadPlaces(threadId)),
    editors: async ({ threadId }) =>
      editors.view(threadId === undefined ? [] : (await threadPlaces(threadId)).workspace.roots),
    chooseEditor: ({ id }) => editors.choose(id),
    openInEditor: async ({ threadId, path, line, column }) => {
      const places = await threadPlaces(threadId)
      return editors.open({ path: await resolveFileToOpen(path, places), line, column }, places.workspace.roots)
    },
    revealPath: async ({ threadId, path }) =>
      editors.reveal(await resolveFileToOpen(path, await threadPlaces(threadId))),

    listPaths: async ({ threadId, ...from }) => pathLists.read(threadId, await threadPlaces(threadId), from),
    listFolderPaths: async ({ folder, ...from }) => {
      const { folder: path } = await checkFolders({ folder, additionalFolders: [] }, checks)
      const workspace = await Workspace.open([path], { closed: [host.dataFolder] })
      return pathLists.read(`folder:${path}`, { workspace, folders: [path] }, from)
    },
    mentionPath: async ({ threadId, ...mention }) => resolveMention(mention, await threadPlaces(threadId)),
    readTerminal: ({ threadId, terminalId }) => threads.get(threadId).terminals.view(terminalId),
    previewPath: async ({ threadId, path }) => previewPath(path, await threadPlaces(threadId)),

    keepAttachment: async ({ threadId, name, data }) => ({
      uri: await attachments.saveCopy(known(threadId), { name, data: Buffer.from(data, 'base64') }),
    }),
    lendFile: ({ threadId, path }) => {
      // Browsers don't know paths, so only a manipulated page calls this.
      if (platform.shell !== 'desktop')
        throw new HostError('unsupported', 'Files on this machine can be attached by path only in the desktop app.')
      const { folder, additionalFolders } = threads.get(threadId).summary
      return attachments.grant(threadId, path, [folder, ...additionalFolders])
    },
    takeBackFile: ({ threadId, uri }) => attachments.revoke(known(threadId), uri),
    saveFile: ({ name, data }) => saveFile(platform, { name, bytes: Buffer.from(data, 'base64') }),

    lookAtFolder: async ({ typed }) => {
      const look = await checkFolder(typed, checks)
      const repository = look.state === 'folder' ? findRepository(look.path) : undefined
      const branch = repository && readBranch(repository)
      return { ...look, ...branch !== undefined && { branch } }
    },
    createFolder: ({ typed }) => createFolder(typed, checks),
    createInTree: async place => ({ path: await createInTree(host, place) }),
    renameInTree: async place => ({ path: await renameInTree(host, place) }),
    deleteInTree: place => deleteInTree(host, place),
  }
}

/** Whether the file's name suggests secrets, which are never shown. */
function isSecret(path: string, folders: readonly string[]): boolean {
  return folders.some(folder => isWithin(path, folder, process.platform) && isProtected(relative(folder, path), 'read'))
}

const saveFaults: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name is there already',
  ELOOP: 'it is a link to another place',
}

/**
 * Saves an agent's file where the person chooses. Returns `undefined` if cancelled. The extension matches the detected
 * type, and the file is neither executable nor opened.
 */
export async function saveFile(
  platform: Platform,
  { name, bytes }: { name: string, bytes: Uint8Array },
): Promise<string | undefined> {
  if (!platform.choosePlaceToSave)
    throw new HostError('unsupported', 'There is no save dialog here.')
  const type = detectFileType(bytes)
  const chosen = await platform.choosePlaceToSave(getSaveName(name, type))
  if (chosen === undefined)
    return undefined
  const path = join(dirname(chosen), getSaveName(basename(chosen), type))
  try {
    // The dialog has confirmed replacing exactly the chosen file.
    await saveBytes(path, bytes, { replaces: path === chosen })
    return path
  }
  catch (error) {
    const why = saveFaults[getSystemCode(error) ?? ''] ?? errorMessage(error)
    throw new HostError('storage', `“${basename(path)}” was not saved: ${why}.`, { cause: error })
  }
}

/**
 * Writes untrusted bytes to a non-executable file. Overwrites an existing file if `replaces`, otherwise throws
 * `EEXIST`. Does not follow links, because the person did not see their targets.
 */
async function saveBytes(path: string, bytes: Uint8Array, { replaces }: { replaces: boolean }): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(path, replaces ? flags : flags | constants.O_EXCL, 0o666)
  try {
    const status = await handle.stat()
    if (!status.isFile())
      throw new Error('it is no ordinary file')
    // Windows has no O_NOFOLLOW.
    if ((await lstat(path)).isSymbolicLink())
      throw new Error('it is a link to another place')
    if (status.nlink > 1)
      throw new Error('the file has other names, where it would change too')
    await handle.chmod(status.mode & 0o666) // before the bytes are written
    await handle.truncate(0)
    await handle.writeFile(bytes)
  }
  finally {
    await handle.close()
  }
}
