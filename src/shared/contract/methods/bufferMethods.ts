import type { TextEncoding } from '../../text/textEncoding'
import { z } from 'zod'
import { maxPathCharacters, maxSentCharacters } from '../../files/fileLimits'
import { method } from '../method'

/**
 * Who changed an open file's text, other than the person in this window. `disk`: another program or a command.
 * `others`: unknown, because the window was disconnected from the host at that time.
 */
export type BufferAuthor
  = | { readonly kind: 'agent', readonly threadId: string, readonly agentName: string }
    | { readonly kind: 'disk' }
    | { readonly kind: 'others' }

/** An edit of an open file's text. */
export interface TextUpdate {
  /** The client id of the editing window; `host` for edits by agents and other programs. */
  readonly clientId: string
  /** CodeMirror's `ChangeSet.toJSON()`. */
  readonly changes: unknown
  readonly by?: BufferAuthor
}

/** A conflict: another author changed the same lines, so the person must choose. */
interface BufferConflict {
  readonly by: BufferAuthor
  /** The other author's full text. */
  readonly theirs: string
  /** Changes with every new version of `theirs`. */
  readonly key: string
  /** The number of places that both authors changed. */
  readonly count: number
  /** The texts differ too much to compare line by line, so they conflict as a whole. */
  readonly isTooDifferent?: boolean
}

/** The state of an open file besides its text. Saving restores the encoding and line ending. */
export interface BufferState {
  /** The text differs from the file on disk. */
  readonly isUnsaved: boolean
  /** The file no longer exists on disk. */
  readonly isGone: boolean
  readonly encoding: TextEncoding
  readonly lineEnding: 'lf' | 'crlf' | 'mixed'
  /** Why the file is read-only, as a message for the person. */
  readonly readOnly?: string
  readonly conflict?: BufferConflict
}

/** A text file that is open in Parley. Windows edit it together; agents read it. */
export interface BufferView extends BufferState {
  readonly kind: 'text'
  /** The real path, which events and methods use to identify the file. */
  readonly path: string
  /** The number of updates applied within `lineage`. Rereading the file starts a new lineage at version 0. */
  readonly version: number
  readonly lineage: string
  /** Uses line feeds and no byte order mark; saving restores the file's own. */
  readonly text: string
}

/** A file that is not text, or is too large to open. `previewPath` shows images and documents. */
export interface OtherFile {
  readonly kind: 'other'
  readonly path: string
  readonly size: number
  /** A description for the person. */
  readonly reason: string
  /** Changes whenever the file does. */
  readonly stamp: string
}

/** A file with unsaved text. */
export interface UnsavedFile {
  /** The file's real path. */
  readonly path: string
  /** The thread in which it was last opened; the thread may be deleted. */
  readonly threadId: string
}

/** The result of saving. `changed`: nothing was written, because the file on disk has changes that this text lacks. */
export type SaveOutcome
  = | { readonly outcome: 'saved' }
    | { readonly outcome: 'changed', readonly theirs: string, readonly disk: string }

/** More updates than typing produces between two calls; a large paste is a single update. */
const maxUpdates = 1_000
const place = z.object({ threadId: z.string(), path: z.string().min(1).max(maxPathCharacters) })
const update = z.object({ clientId: z.string().min(1).max(100), changes: z.unknown() })

/** Methods for files that are open in Parley, within a thread's folders. They throw the path guard's errors. */
export const bufferMethods = {
  openBuffer: method(place).returns<BufferView | OtherFile>(),
  /** Reports that this window no longer shows the file. Unsaved text is kept. */
  closeBuffer: method(place).returns<void>(),
  /**
   * Rebases a window's updates, made at `version`, onto later ones. `isAccepted` is false if there were too many later
   * ones; the window must then reopen the file.
   */
  updateBuffer: method(place.extend({
    version: z.number().int().min(0),
    updates: z.array(update).min(1).max(maxUpdates),
  }))
    .returns<{ isAccepted: boolean }>(),
  /** Merges, three-way, a window's edits of a text that the host has dropped since. */
  mergeIntoBuffer: method(place.extend({
    base: z.string().max(maxSentCharacters),
    changes: z.unknown(),
  })).returns<void>(),
  /**
   * Saves the text. `over`: the `disk` value of an earlier `changed` outcome that the person saw and agreed to
   * overwrite.
   */
  saveBuffer: method(place.extend({ over: z.string().max(200).optional() })).returns<SaveOutcome>(),
  /**
   * Resolves the conflict with this key; throws `busy` if the conflict has changed. `merge` leaves both versions of the
   * conflicting lines in the text, unsaved, between conflict markers.
   */
  settleBuffer: method(place.extend({
    choice: z.enum(['mine', 'theirs', 'merge']),
    key: z.string().max(200),
  })).returns<void>(),
  /** The file on disk, decoded, for comparison. */
  readDisk: method(place).returns<string>(),
  /** Unsaved files in all folders. */
  unsavedFiles: method(z.object({})).returns<UnsavedFile[]>(),
}
