import type { TextEncoding } from '../../text/textEncoding'
import { z } from 'zod'
import { maxPathCharacters, maxSentCharacters } from '../../files/fileLimits'
import { method } from '../method'

/**
 * Who changed an open file's text, where it was not a person in a window. `disk`: another program, or a command.
 * `others`: whoever did while a window could not reach the host.
 */
export type BufferAuthor
  = | { readonly kind: 'agent', readonly threadId: string, readonly agentName: string }
    | { readonly kind: 'disk' }
    | { readonly kind: 'others' }

/** A change of an open file's text. */
export interface TextUpdate {
  /** The window that made it, as it named itself; `host` for what agents and other programs did. */
  readonly clientId: string
  /** `ChangeSet.toJSON()` of CodeMirror. */
  readonly changes: unknown
  readonly by?: BufferAuthor
}

/** Text that someone else wrote over the same lines: the person chooses. */
interface BufferConflict {
  readonly by: BufferAuthor
  /** The other's whole text. */
  readonly theirs: string
  /** Another one with each other text of theirs. */
  readonly key: string
  /** How many places both changed. */
  readonly count: number
  /** Comparing their lines would take too much: the whole texts are in conflict. */
  readonly isTooDifferent?: boolean
}

/** What an open file is besides its text; the disk says in which form saving gives it back. */
export interface BufferState {
  /** The text differs from the disk's. */
  readonly isUnsaved: boolean
  /** There is no such file on the disk any more. */
  readonly isGone: boolean
  readonly encoding: TextEncoding
  readonly lineEnding: 'lf' | 'crlf' | 'mixed'
  /** Why it cannot be edited now, in words for a person. */
  readonly readOnly?: string
  readonly conflict?: BufferConflict
}

/** A text file that is open in Parley: windows edit it together, agents read it. */
export interface BufferView extends BufferState {
  readonly kind: 'text'
  /** Its real path, by which events and calls name it. */
  readonly path: string
  /**
   * How many updates the text has seen, of those that bear this name: a text that is read again counts from the start,
   * by another one.
   */
  readonly version: number
  readonly lineage: string
  /** Lines end with line feeds; no byte order mark. Saving gives both back. */
  readonly text: string
}

/** A file that holds no text, or more than is opened. `previewPath` shows pictures and documents. */
export interface OtherFile {
  readonly kind: 'other'
  readonly path: string
  readonly size: number
  /** What it is, in words for a person. */
  readonly reason: string
  /** Another one once the file is another. */
  readonly stamp: string
}

/** A file with text that is not saved. */
export interface UnsavedFile {
  /** Its real path. */
  readonly path: string
  /** In which it was opened last; it may be deleted. */
  readonly threadId: string
}

/** The result of saving. `changed`: the file on disk has changes that this text lacks; nothing was written. */
export type SaveOutcome
  = | { readonly outcome: 'saved' }
    | { readonly outcome: 'changed', readonly theirs: string, readonly disk: string }

/** More than a person types at once; a larger paste is one update. */
const maxUpdates = 1_000
const place = z.object({ threadId: z.string(), path: z.string().min(1).max(maxPathCharacters) })
const update = z.object({ clientId: z.string().min(1).max(100), changes: z.unknown() })

/** Methods about files that are open in Parley, in a thread's folders. Throw what the guard says of a path. */
export const bufferMethods = {
  openBuffer: method(place).returns<BufferView | OtherFile>(),
  /** A window does not show it any more. Unsaved text stays. */
  closeBuffer: method(place).returns<void>(),
  /**
   * Adds a window's updates, made at that version, on top of what came since. Not accepted: too much came; open the
   * file again.
   */
  updateBuffer: method(place.extend({ version: z.number().int().min(0), updates: z.array(update).min(1).max(maxUpdates) }))
    .returns<{ isAccepted: boolean }>(),
  /** Adds what a window made of a text that the host does not have any more: merged with what it has, three ways. */
  mergeIntoBuffer: method(place.extend({ base: z.string().max(maxSentCharacters), changes: z.unknown() })).returns<void>(),
  /** `over`: the `disk` of an earlier outcome, which the person has seen and wants to replace. */
  saveBuffer: method(place.extend({ over: z.string().max(200).optional() })).returns<SaveOutcome>(),
  /**
   * Ends the conflict with that key; throws `busy` where it is another one by now. `merge`: both versions of the lines
   * in question stay, between markers, and stay unsaved.
   */
  settleBuffer: method(place.extend({ choice: z.enum(['mine', 'theirs', 'merge']), key: z.string().max(200) })).returns<void>(),
  /** What the disk holds, as text, to compare with. */
  readDisk: method(place).returns<string>(),
  /** All files with text that is not saved, in every folder. */
  unsavedFiles: method(z.object({})).returns<UnsavedFile[]>(),
}
