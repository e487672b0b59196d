import { InstallError } from '../installError'

/** How a download is packed. */
export type ArchiveFormat = 'zip' | 'tar' | 'tar.bz2' | 'program'

/** By the end of the address. Throws for a packing that cannot be unpacked, which would else be taken for a program. */
export function archiveFormat(url: string): ArchiveFormat {
  const path = new URL(url).pathname.toLowerCase()
  if (path.endsWith('.zip'))
    return 'zip'
  if (/\.(tar|tar\.gz|tgz)$/.test(path))
    return 'tar'
  if (/\.(tar\.bz2|tbz2|tbz)$/.test(path))
    return 'tar.bz2'
  const unknown = /\.(tar\.\w+|txz|tzst|7z|rar|gz|bz2|xz|zst|dmg|pkg|msi|deb|rpm)$/.exec(path)
  if (unknown)
    throw new InstallError(`Parley cannot unpack "${unknown[0]}" files. Install the agent in its makers' way and add it to settings.json.`)
  return 'program'
}
