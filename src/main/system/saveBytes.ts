import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'

/**
 * Writes what came from elsewhere to a file that nothing can run. `replaces` a file that is there, which then loses its right to be run,
 * or throws `EEXIST` for one. A link is not followed: the person saw its name, not where it leads.
 */
export async function saveBytes(path: string, bytes: Uint8Array, { replaces }: { replaces: boolean }): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(path, replaces ? flags : flags | constants.O_EXCL, 0o666)
  try {
    const status = await handle.stat()
    if (!status.isFile())
      throw new Error('it is no ordinary file')
    // Windows knows no O_NOFOLLOW.
    if ((await lstat(path)).isSymbolicLink())
      throw new Error('it is a link to another place')
    if (status.nlink > 1)
      throw new Error('the file has other names, where it would change too')
    await handle.chmod(status.mode & 0o666) // before the bytes are there
    await handle.truncate(0)
    await handle.writeFile(bytes)
  }
  finally {
    await handle.close()
  }
}
