import { z } from 'zod'
import { maxLookups, maxPathCharacters } from '../../files/pathLimits'
import { method } from '../method'

/** An editor that can be chosen. */
export interface EditorListing {
  readonly id: string
  readonly name: string
}

/** What can be done with files outside Parley. */
export interface EditorView {
  /** Programs can show windows here; not on a server without a display. */
  readonly canOpen: boolean
  /** The file manager can be asked to show a file. */
  readonly canReveal: boolean
  readonly found: readonly EditorListing[]
  /** The person's choice, also one that is no longer found; its id is absent where it is a program of their own. */
  readonly chosen?: { readonly id?: string, readonly name: string }
}

/** What came of opening a file: without a choice or a display nothing happened. */
export type OpenOutcome = 'opened' | 'no_choice' | 'no_display'

/** Where a link may lead; longer lines and columns are none. */
const position = z.number().int().min(1).max(9_999_999).optional()
const path = z.string().min(1).max(maxPathCharacters)
const threadId = z.string()

/** Methods about files of a thread's folders that are opened outside Parley. */
export const editorMethods = {
  /**
   * Which of the paths are regular files in the thread's folders: for each where it is with links followed, or `null`. What does not lie
   * in them as it is spelled is not looked for.
   */
  findPaths: method(z.object({ threadId, paths: z.array(path).max(maxLookups) })).returns<(string | null)[]>(),
  /** The editors of this machine; those in the thread's folders are left out. */
  editors: method(z.object({ threadId: threadId.optional() })).returns<EditorView>(),
  /** Keeps the choice in `settings.json`; without an id, files open in Parley. */
  chooseEditor: method(z.object({ id: z.string().max(100).optional() })).returns<void>(),
  /** Opens a regular file of the thread's in the chosen editor. */
  openInEditor: method(z.object({ threadId, path, line: position, column: position })).returns<OpenOutcome>(),
  /** Shows where a regular file of the thread's is, in the system's file manager. */
  revealPath: method(z.object({ threadId, path })).returns<void>(),
}
