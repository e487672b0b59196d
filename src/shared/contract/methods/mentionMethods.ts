import type { ResourceLink } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../terminalView'
import { z } from 'zod'
import { method } from '../method'

/** A part of the files and folders that a person can mention in a thread. */
export interface PathChunk {
  /** Which listing it is from: another one begins anew. */
  readonly listingId: string
  /** Below the thread's folder, or absolute in its further folders; a folder ends with a slash. */
  readonly paths: readonly string[]
  /** Nothing follows. */
  readonly isDone: boolean
  /** There is more than a listing holds. */
  readonly isCut: boolean
}

/** A mentioned file or folder, as it is now. */
export interface MentionedPath {
  /** As in `PathChunk`. */
  readonly path: string
  readonly link: ResourceLink
  /** The file's text, where it was asked for, is short, and holds no secrets by its name. */
  readonly text?: string
}

/** What a mentioned file or folder holds, for the person to look at. */
export interface PathPreview {
  readonly text: string
  /** Instead of the text: a picture, sound or PDF document, as base64. */
  readonly blob?: string
  /** There is more than is shown. */
  readonly isCut: boolean
}

const place = z.object({ threadId: z.string(), path: z.string().min(1).max(4_096) })

/** Methods about what a person can mention in a message. */
export const mentionMethods = {
  /**
   * The next paths after `from` of the listing with that id, as soon as there are some. Once that listing was read to its end and files may
   * have changed, the first ones of a new listing.
   */
  listPaths: method(
    z.object({ threadId: z.string(), listingId: z.string().optional(), from: z.number().int().min(0) }),
  ).returns<PathChunk>(),
  /** A file or folder of the thread's by its path, also one that is not listed; `undefined` where there is none. */
  mentionPath: method(place.extend({ withText: z.boolean().optional() })).returns<MentionedPath | undefined>(),
  /** A terminal as it is now, without what follows. */
  readTerminal: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<TerminalView | undefined>(),
  previewPath: method(place).returns<PathPreview>(),
}
