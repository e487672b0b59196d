import { lstat } from 'node:fs/promises'
import { systemCode } from '../../shared/errors'

/** Whether something may be at a path, even a dangling link. What cannot be looked at counts as there: the guard fails closed. */
export async function mayExist(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  }
  catch (error) {
    const code = systemCode(error)
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
