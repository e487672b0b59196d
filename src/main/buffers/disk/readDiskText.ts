import { HostError } from '../../../shared/errors'
import { notFoundError } from '../../workspace/fileErrors'
import { asHostError, busyError } from '../asHostError'
import { flatText } from '../text/flatText'
import { readDisk } from './readDisk'

/** What the file at a real path holds, as text. Throws a `HostError`. */
export async function readDiskText(realPath: string): Promise<string> {
  const found = await readDisk(realPath).catch((error: unknown) => {
    throw asHostError(error, realPath)
  })
  if (found.kind === 'gone')
    throw asHostError(notFoundError(realPath), realPath)
  if (found.kind === 'busy')
    throw busyError(realPath)
  if (found.kind === 'other')
    throw new HostError('unsupported', found.reason)
  return flatText(found.disk.text)
}
