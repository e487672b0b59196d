import type { BufferPlace } from '../../buffers/buffers'
import type { HandlerServices } from '../handlerServices'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { HostError } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { asHostError } from '../../buffers/asHostError'
import { absentKey } from '../../changes/fileState'
import { hashBytes } from '../../changes/store/contents'
import { resolveWrittenPath } from '../../threads/mentions/threadPlaces'
import { createOutsideError } from '../../workspace/fileErrors'
import { createFile, createFolder, deleteEntry, renameEntry } from '../../workspace/files/folderEntries'

/** More files than people usually rename or delete at once during a turn. Others may be attributed to the agent. */
const maxRecorded = 1_000
/** Larger files are not read to record that they were renamed. */
const maxRecordedBytes = 10_000_000

type Host = Pick<HandlerServices, 'threads' | 'buffers'>

/** A file or folder that the person selected in the tree of a thread. */
interface TreePlace {
  readonly threadId: string
  readonly path: string
}

/** Creates an empty file or a folder. Returns its real path. */
export async function createInTree(
  host: Host,
  { kind, ...place }: TreePlace & { kind: 'file' | 'folder' },
): Promise<string> {
  const realPath = await resolveInTree(host, place)
  const contents = new Map(kind === 'file' ? [[realPath, hashBytes(new Uint8Array())]] : [])
  const create = kind === 'file' ? createFile : createFolder
  await change(host, { place, realPath, contents: async () => contents }, () => create(realPath))
  return realPath
}

/** Renames or moves a file or folder within the thread's folders. Returns its new real path. */
export async function renameInTree(host: Host, { to, ...place }: TreePlace & { to: string }): Promise<string> {
  const [realPath, target] = [await resolveInTree(host, place), await resolveInTree(host, { ...place, path: to })]
  if (target !== realPath && isWithin(target, realPath, process.platform))
    throw new HostError('invalid_params', 'A folder cannot be moved into itself.')
  refuseUnsaved(host, realPath)
  const contents = (): Promise<Map<string, string>> => hashRenamed(realPath, target)
  await change(host, { place, realPath, contents }, () => renameEntry(realPath, target))
  return target
}

/** Deletes a file, or a folder with its contents. */
export async function deleteInTree(host: Host, place: TreePlace): Promise<void> {
  const realPath = await resolveInTree(host, place)
  refuseUnsaved(host, realPath)
  const contents = async (): Promise<Map<string, string>> =>
    new Map((await listFilesBelow(realPath)).map(path => [path, absentKey]))
  await change(host, { place, realPath, contents }, () => deleteEntry(realPath))
}

/** A change of the tree. `contents`: the resulting files. */
interface TreeChange {
  readonly place: TreePlace
  readonly realPath: string
  readonly contents: () => Promise<ReadonlyMap<string, string>>
}

/** Makes the change while no other save or write of the entry is running. */
async function change(
  { threads, buffers }: Host,
  { place, realPath, contents }: TreeChange,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await buffers.use(realPath, async (file) => {
      if (file?.buffer.isUnsaved)
        throw createUnsavedError(realPath)
      await threads.get(place.threadId).review.recordOwnChange(await contents(), work)
    })
  }
  catch (error) {
    throw asHostError(error, place.path)
  }
}

async function hashRenamed(from: string, to: string): Promise<Map<string, string>> {
  const files = await listFilesBelow(from)
  const contents = new Map<string, string>(files.map(path => [path, absentKey]))
  for (const path of files) {
    const content = await hashContent(path)
    if (content !== undefined)
      contents.set(join(to, relative(from, path)), content)
  }
  return contents
}

/**
 * The real path of an entry, which may not exist yet. Its folder must pass the guard, and a link counts as itself.
 * Rejects folders that a thread works in and a repository's own files.
 */
async function resolveInTree({ threads }: Host, { threadId, path }: TreePlace): Promise<string> {
  const places = await threads.get(threadId).places()
  const written = resolveWrittenPath(path, places)
  const parent = await places.workspace.locateFolder(dirname(written))
  if (parent.kind !== 'inside')
    throw asHostError(parent.kind === 'refused' ? parent.error : createOutsideError(), path)
  // Checks the name, too: that it is valid and not a protected place.
  const entry = await places.workspace.locateFolder(written)
  if (entry.kind === 'refused' && entry.error.kind === 'invalid')
    throw asHostError(entry.error, path)
  const realPath = join(parent.realPath, basename(written))
  if (places.workspace.roots.includes(realPath) || places.workspace.reachesClosed(realPath))
    throw new HostError('unsupported', 'Parley works in this folder.')
  const root = places.workspace.roots.find(root => isWithin(realPath, root, process.platform)) ?? ''
  if (relative(root, realPath).split(sep).some(name => name.toLowerCase() === '.git'))
    throw new HostError('unsupported', 'Files in “.git” can’t be changed here.')
  return realPath
}

function refuseUnsaved({ buffers }: Host, realPath: string): void {
  const unsaved = buffers.unsaved.find(({ path }) => isWithin(path, realPath, process.platform))
  if (unsaved)
    throw createUnsavedError(unsaved.path)
}

function createUnsavedError(path: BufferPlace['realPath']): HostError {
  return new HostError('unsupported', `“${basename(path)}” has unsaved text. Save it, or close it, first.`)
}

async function listFilesBelow(realPath: string): Promise<string[]> {
  if (!(await lstat(realPath)).isDirectory())
    return [realPath]
  const files: string[] = []
  const folders = [realPath]
  for (let folder = folders.pop(); folder !== undefined && files.length < maxRecorded; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        folders.push(path)
      else if (files.length < maxRecorded)
        files.push(path)
    }
  }
  return files
}

async function hashContent(realPath: string): Promise<string | undefined> {
  const stats = await lstat(realPath)
  return stats.isFile() && stats.size <= maxRecordedBytes ? hashBytes(await readFile(realPath)) : undefined
}
