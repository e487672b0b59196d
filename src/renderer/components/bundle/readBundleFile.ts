import { type Bundle, maxBundleBytes } from '../../../shared/bundle/bundle'
import { HostError } from '../../../shared/errors'
import { bundleWords } from './words'

/** Reads a bundle that the person chose; a `HostError` says what is wrong with it. The checks are loaded with the first one. */
export async function readBundleFile(file: File): Promise<Bundle> {
  if (file.size > maxBundleBytes)
    throw new HostError('unsupported', bundleWords.tooLarge)
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new HostError('unsupported', bundleWords.unreadable, { cause: error })
  })
  const text = decoded(bytes)
  const { parseBundle } = await import('../../../shared/bundle/parseBundle')
  await painted() // from here on the page stands still until the file is checked
  return parseBundle(text)
}

/** Bundles are written as UTF-8; decoded leniently, words would be lost in silence. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  catch (error) {
    throw new HostError('unsupported', bundleWords.notUtf8, { cause: error })
  }
}

/** What was rendered before is on the screen; a hidden window paints nothing and is not waited for long. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 200)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
