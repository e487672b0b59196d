import { join } from 'node:path'
import { InstallError } from '../installError'

/** The path of an archive's entry below `folder`. Throws for a name that would lead elsewhere on any platform. */
export function archivePath(folder: string, name: string): string {
  const parts = name.replaceAll('\\', '/').split('/')
  if (name.includes('\0') || name.startsWith('/') || name.startsWith('\\') || /^[a-z]:/i.test(name) || parts.includes('..'))
    throw new InstallError(`The archive is not safe: its entry "${name}" would lead out of the agent's folder. Nothing was installed.`)
  // On POSIX a backslash is part of a name, but the programs that make such archives mean a separator.
  return join(folder, ...parts)
}
