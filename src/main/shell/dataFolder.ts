import type { StartOptions } from './commandLine'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** Where this start of Parley keeps everything. */
export function dataFolderOf({ dataFolder }: StartOptions): string {
  return dataFolder ?? defaultDataFolder({ platform: process.platform, env: process.env, home: homedir() })
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
