import type { LineRange } from '../workspace/files/textRange'
import type { Buffers } from './buffers'
import { relative } from 'node:path'
import { isWithin } from '../../shared/paths'
import { isProtected } from '../workspace/protectedNames'
import { unsavedText } from './unsavedText'

/** Unsaved files in some folders, for what only reads them. */
export interface UnsavedReader {
  /** Those in the folders of these places, but for names that often hold secrets. */
  unsavedIn: (places: UnsavedPlaces) => readonly { readonly path: string }[]
  /** The text of one of them as it would be on the disk; `undefined` where it has no unsaved text. Throws a `FileError`. */
  readUnsaved: (path: string, range: LineRange) => Promise<string | undefined>
}

interface UnsavedPlaces {
  readonly workspace: { readonly roots: readonly string[] }
}

export function unsavedReader(buffers: Buffers): UnsavedReader {
  return {
    unsavedIn: ({ workspace: { roots } }) => buffers.unsaved
      .filter(({ path }) => roots.some(root => isWithin(path, root, process.platform) && !isProtected(relative(root, path), 'read')))
      .map(({ path }) => ({ path })),
    readUnsaved: (path, range) => buffers.use(path, async file => file?.buffer.isUnsaved ? unsavedText(file.buffer, range) : undefined),
  }
}
