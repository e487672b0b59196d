import type { Workspace } from '../workspace/workspace'
import type { Buffers } from './buffers'
import type { TextBuffer } from './textBuffer'
import { Buffer } from 'node:buffer'
import { isWithin } from '../../shared/paths'
import { createTooLargeError } from '../workspace/fileErrors'
import { ensureRange, maxTextBytes } from '../workspace/files/textFiles'
import { type LineRange, pickLines } from '../workspace/files/textRange'
import { isProtected } from '../workspace/protectedNames'
import { formatText } from './text/textFormat'

/** Read-only access to unsaved files in some folders. */
interface UnsavedReader {
  /** Lists unsaved files that may be read without permission: those outside closed folders and without secret names. */
  unsavedIn: (places: UnsavedPlaces) => Promise<readonly { readonly path: string }[]>
  /** Reads a file's unsaved text as if it were on disk; `undefined` if there is none. Throws a `FileError`. */
  readUnsaved: (path: string, range: LineRange) => Promise<string | undefined>
}

interface UnsavedPlaces {
  readonly workspace: Pick<Workspace, 'roots' | 'locate'>
}

/** Reads unsaved files from the open buffers. */
export function createUnsavedReader(buffers: Buffers): UnsavedReader {
  return {
    unsavedIn: async ({ workspace }) => {
      const near = buffers.unsaved.filter(({ path }) =>
        workspace.roots.some(root => isWithin(path, root, process.platform)),
      )
      const located = await Promise.all(near.map(({ path }) => workspace.locate(path)))
      return located.flatMap((location, place) => {
        // If the path now resolves to another file, the text belongs to that other file.
        const isReadable = location.kind === 'inside'
          && location.realPath === near[place]!.path
          && !location.relativePaths.some(name => isProtected(name, 'read'))
        return isReadable ? [{ path: location.realPath }] : []
      })
    },
    readUnsaved: (path, range) =>
      buffers.use(path, async file => file?.buffer.isUnsaved ? readUnsavedText(file.buffer, range) : undefined),
  }
}

/** Reads the range as if the text had been saved. Throws a `FileError` like a read. */
export function readUnsavedText({ text, disk: { format } }: TextBuffer, range: LineRange): string {
  ensureRange(range)
  const isWhole = range.limit === undefined || range.limit === null
  if (isWhole && text.length > maxTextBytes)
    throw createTooLargeError(text.length)
  const picked = pickLines(formatText(text, format), range)
  const size = Buffer.byteLength(picked)
  if (size > maxTextBytes)
    throw createTooLargeError(size)
  return picked
}
