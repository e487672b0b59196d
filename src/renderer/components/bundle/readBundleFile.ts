import { maxBundleBytes, type Bundle } from '../../../shared/bundle/bundle'
import { HostError } from '../../../shared/errors'

/** Reads a bundle that the person chose; a `HostError` says what is wrong with it. The checks are loaded with the first one. */
export async function readBundleFile(file: File): Promise<Bundle> {
  if (file.size > maxBundleBytes)
    throw new HostError('unsupported', 'The file is larger than 64 MB.')
  const { parseBundle } = await import('../../../shared/bundle/parseBundle')
  return parseBundle(await file.text())
}
