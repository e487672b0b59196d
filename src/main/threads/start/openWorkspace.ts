import { realpath } from 'node:fs/promises'
import { HostError } from '../../../shared/errors'
import { type GuardedFolders, Workspace } from '../../workspace/workspace'

/** Opens what a thread's agent may touch. Throws `folder_not_found`. */
export async function openWorkspace(folders: readonly string[], guard: GuardedFolders): Promise<Workspace> {
  const workspace = await Workspace.open(folders, guard)
  for (const folder of folders) {
    const now = await realpath(folder)
    if (now !== folder) {
      throw new HostError(
        'folder_not_found',
        `The folder "${folder}" has become a link to "${now}". Start a new thread there if that is what you want.`,
      )
    }
  }
  return workspace
}

/**
 * True where a folder is there as it was chosen. Its links were followed then: one that is there now would lead the agent somewhere else.
 */
export async function isStillThere(folder: string): Promise<boolean> {
  try {
    return await realpath(folder) === folder
  }
  catch {
    return false // a folder that cannot be reached is not there
  }
}
