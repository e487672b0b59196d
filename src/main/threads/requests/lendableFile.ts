import type { GuardedFolders } from '../../workspace/workspace'
import type { LentFile } from './lentFiles'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { HostError, systemCode } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { realPathOrItself } from '../../system/realPathOrItself'
import { identityOf, openRegularFile } from '../../workspace/files/openFile'
import { Workspace } from '../../workspace/workspace'

/**
 * What a person gives an agent to read, as it is now: an ordinary file that they can read themselves, and none of Parley's own. Throws
 * words for the person. A link that leads out of `folders`, those of its thread, may be the agent's: the person saw another name.
 */
export async function lendableFile(
  path: string,
  guard: GuardedFolders,
  { folders = [] }: { folders?: readonly string[] } = {},
): Promise<{ file: LentFile, size: number }> {
  const name = basename(path)
  try {
    const status = await stat(path)
    if (status.isDirectory())
      throw unsupported(`“${name}” is a folder. Attach the files that matter, or name the folder in your message.`)
    if (!status.isFile())
      throw unsupported(`“${name}” was not attached: it is no ordinary file.`)
    const location = await (await Workspace.open([], guard)).locate(path)
    if (location.kind === 'refused')
      throw unsupported(`“${name}” was not attached: it lies where no agent may read.`)
    const { realPath } = location
    if (leadsOut(path, realPath, folders))
      throw unsupported(`“${name}” was not attached: it is a link that leads out of the thread’s folder. Attach the file itself.`)
    const { handle, status: { size } } = await openRegularFile(realPath, realPath)
    try {
      return { file: { realPath, ...await identityOf(handle) }, size }
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    throw new HostError('unsupported', `“${name}” was not attached: ${whyUnreadable(error)}.`, { cause: error })
  }
}

function leadsOut(path: string, realPath: string, folders: readonly string[]): boolean {
  const real = folders.map(realPathOrItself)
  return [...folders, ...real].some(folder => isWithin(path, folder, process.platform))
    && !real.some(folder => isWithin(realPath, folder, process.platform))
}

function whyUnreadable(error: unknown): string {
  switch (systemCode(error)) {
    case 'ENOENT': return 'it is not there any more'
    case 'EACCES':
    case 'EPERM': return 'you may not read it'
    default: return 'it cannot be read'
  }
}

function unsupported(message: string): HostError {
  return new HostError('unsupported', message)
}
