import { InstallError } from '../installError'

/** The format of a download. */
export type ArchiveFormat = 'zip' | 'tar' | 'tar.bz2' | 'program'

/** The format by the end of the address. Throws for an unsupported one, which would otherwise pass for a bare program. */
export function archiveFormat(url: string): ArchiveFormat {
  const path = new URL(url).pathname.toLowerCase()
  if (path.endsWith('.zip'))
    return 'zip'
  if (/\.(?:tar|tar\.gz|tgz)$/.test(path))
    return 'tar'
  if (/\.(?:tar\.bz2|tbz2|tbz)$/.test(path))
    return 'tar.bz2'
  const unknown = /\.(?:tar\.\w+|txz|tzst|7z|rar|gz|bz2|xz|zst|dmg|pkg|msi|deb|rpm)$/.exec(path)
  if (unknown)
    throw new InstallError(`Parley cannot unpack "${unknown[0]}" files. Install the agent as its makers say, then add it to settings.json.`)
  return 'program'
}
