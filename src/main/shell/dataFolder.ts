import type { StartOptions } from './commandLine'
import { mkdirSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, posix, win32 } from 'node:path'
import { HostError, systemCode } from '../../shared/errors'

/** Where this start of Parley keeps everything. Throws a `HostError` where nothing tells the usual place. */
export function resolveDataFolder({ dataFolder }: StartOptions): string {
  return dataFolder ?? defaultDataFolder({ platform: process.platform, env: process.env, home: homeFolder() })
}

/** The platform's usual place for what Parley keeps; the same for both shells. */
export function defaultDataFolder({ platform, env, home }: {
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
      // The XDG rules say that a relative value is to be ignored.
      const given = env.XDG_DATA_HOME ?? ''
      return posix.join(posix.isAbsolute(given) ? given : posix.join(home, '.local/share'), 'parley')
    }
  }
}

/**
 * Some containers and services set HOME to nothing; everything would then lie in whatever folder Parley was started in.
 */
function homeFolder(): string {
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
 * Makes the data folder and those above it where they are missing, for their owner alone. Node's own way to do so tries
 * forever where a file system has no place for new folders, as /proc.
 */
export function makeDataFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder)
  }
  catch (error) {
    const why = whyNot.get(systemCode(error) ?? '')
    if (why === undefined)
      throw error
    throw new HostError('storage', `The data folder "${dataFolder}" cannot be made: ${why}. Choose another one with --data-dir.`, {
      cause: error,
    })
  }
}

/** What `startFailure` has no words for. */
const whyNot: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'a disk or folder on the way is not there, or a link leads nowhere'],
  ['ELOOP', 'links on the way lead in circles'],
  ['ENAMETOOLONG', 'its path is longer than the system takes'],
])

function makeFolder(folder: string, isAboveThere = false): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  }
  catch (error) {
    const code = systemCode(error)
    // Of a link that is there, where it leads says more.
    if (statSync(folder, { throwIfNoEntry: code === 'EEXIST' })?.isDirectory())
      return
    const above = dirname(folder)
    if (code !== 'ENOENT' || isAboveThere || above === folder)
      throw error
    makeFolder(above)
    makeFolder(folder, true)
  }
}
