import type { OpenableLocation } from '../workspace'
import { fileErrorOf, tooLargeError } from '../fileErrors'
import { openRegularFile } from './openFile'

/** The bytes of a file of at most that size, whatever it holds. Throws `FileError`. */
export async function readWholeFile(path: string, location: OpenableLocation, maxBytes: number): Promise<Uint8Array> {
  try {
    const { handle, status } = await openRegularFile(location.realPath, location.realPath, location.allowed)
    try {
      if (status.size > maxBytes)
        throw tooLargeError(status.size)
      // As many as it had: some files grow while they are read.
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(status.size), 0, status.size, 0)
      return buffer.subarray(0, bytesRead)
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    throw fileErrorOf(error, path)
  }
}
