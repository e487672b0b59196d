import type { StartOptions } from './commandLine'
import { mkdirSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, posix, win32 } from 'node:path'
import { getSystemCode, HostError } from '../../shared/errors'

/** The data folder for this start. Throws a `HostError` if the home folder is unknown. */
export function resolveDataFolder({ dataFolder }: StartOptions): string {
  return dataFolder ?? getDefaultDataFolder({ platform: process.platform, env: process.env, home: getHomeFolder() })
}

/** The default data folder of the platform, for both shells. */
export function getDefaultDataFolder({ platform, env, home }: {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
}): string {
  switch (platform) {
    case 'darwin':
      return posix.join(home, 'Library/Application Support/Parley')
    case 'win32':
      return win32.join(env.APPDATA || win32.join(home, 'AppData\\Roaming'), 'Parley')
    default: {
      // The XDG specification requires ignoring a relative path.
      const given = env.XDG_DATA_HOME ?? ''
      return posix.join(posix.isAbsolute(given) ? given : posix.join(home, '.local/share'), 'parley')
    }
  }
}

/** Some containers and services set an empty HOME. The data folder would then be relative to the working folder. */
function getHomeFolder(): string {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : userInfo().homedir
  }
  catch (error) {
    const message = 'Parley cannot tell where your home folder is. Set the variable HOME, or choose a data folder with --data-dir.'
    throw new HostError('folder_not_found', message, { cause: error })
  }
}

/**
 * Creates the data folder and its missing parents with mode 700. Does not use Node's recursive `mkdir`, which retries
 * forever on file systems without new folders, such as /proc.
 */
export function makeDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder)
  }
  catch (error) {
    const why = folderFaults.get(getSystemCode(error) ?? '')
    if (why === undefined)
      throw error
    throw new HostError('storage', `The data folder "${dataFolder}" cannot be made: ${why}. Choose another one with --data-dir.`, {
      cause: error,
    })
  }
}

/** Reasons that `startFailure` does not cover. */
const folderFaults: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'a disk or folder on the way is not there, or a link leads nowhere'],
  ['ELOOP', 'links on the way lead in circles'],
  ['ENAMETOOLONG', 'its path is longer than the system takes'],
])

function makeFolder(folder: string, isParentCreated = false): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  }
  catch (error) {
    const code = getSystemCode(error)
    // For an existing link, report the error of its target.
    if (statSync(folder, { throwIfNoEntry: code === 'EEXIST' })?.isDirectory())
      return
    const parent = dirname(folder)
    if (code !== 'ENOENT' || isParentCreated || parent === folder)
      throw error
    makeFolder(parent)
    makeFolder(folder, true)
  }
}
