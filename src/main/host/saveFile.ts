import type { Platform } from './platform'
import { basename, dirname, join } from 'node:path'
import { HostError, messageOf, systemCode } from '../../shared/errors'
import { checkedType } from '../../shared/files/checkedType'
import { nameToSave } from '../../shared/files/fileNames'
import { saveBytes } from '../system/saveBytes'

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name is there already',
  ELOOP: 'it is a link to another place',
}

/**
 * Saves a file of an agent's where the person wants it; answers with the place, or `undefined` if they do not. Its extension is that of
 * what its bytes are, nothing can run it, and nothing opens it.
 */
export async function saveFile(platform: Platform, { name, bytes }: { name: string, bytes: Uint8Array }): Promise<string | undefined> {
  if (!platform.choosePlaceToSave)
    throw new HostError('unsupported', 'There is no dialog here that asks where to save a file.')
  const type = checkedType(bytes)
  const chosen = await platform.choosePlaceToSave(nameToSave(name, type))
  if (chosen === undefined)
    return undefined
  const path = join(dirname(chosen), nameToSave(basename(chosen), type))
  try {
    // The dialog asked whether to replace what was chosen, and nothing else.
    await saveBytes(path, bytes, { replaces: path === chosen })
    return path
  }
  catch (error) {
    const why = reasons[systemCode(error) ?? ''] ?? messageOf(error)
    throw new HostError('storage', `“${basename(path)}” was not saved: ${why}.`, { cause: error })
  }
}
