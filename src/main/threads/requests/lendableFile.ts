import type { GuardedFolders } from '../../workspace/workspace'
import type { LentFile } from './lentFiles'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { HostError, systemCode } from '../../../shared/errors'
import { identityOf, openRegularFile } from '../../workspace/files/openFile'
import { Workspace } from '../../workspace/workspace'

/**
 * What a person gives an agent to read, as it is now: an ordinary file that they can read themselves, and none of Parley's own. Throws
 * words for the person.
 */
export async function lendableFile(path: string, guard: GuardedFolders): Promise<{ file: LentFile, size: number }> {
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
