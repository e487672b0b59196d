import { join } from 'node:path'
import { InstallError } from '../installError'

/** Where an entry of an archive goes below `folder`. Throws for a name that would lead elsewhere, on any platform. */
export function archivePath(folder: string, name: string): string {
  const parts = name.replaceAll('\\', '/').split('/')
  if (name.includes('\0') || name.startsWith('/') || name.startsWith('\\') || /^[a-z]:/i.test(name) || parts.includes('..'))
    throw new InstallError(`The archive is not safe: its entry "${name}" would lead out of the agent's folder. Nothing was installed.`)
  // A backslash is a letter of a name on POSIX, but the programs that pack such archives mean a separator.
  return join(folder, ...parts)
}
