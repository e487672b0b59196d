import type { ResourceLink } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../terminalView'
import { z } from 'zod'
import { maxLookups, maxPathCharacters, maxWatchedFolders } from '../../files/fileLimits'
import { method } from '../method'

/** A file's git status. */
export type FileMark = 'modified' | 'added' | 'deleted' | 'untracked' | 'conflict'

/** A directory entry. */
export interface FolderEntry {
  readonly name: string
  /** Links have the kind of their target; `other` cannot be opened. */
  readonly kind: 'file' | 'folder' | 'other'
  /** Matched by an ignore file. */
  readonly isIgnored: boolean
}

/** Entries of a folder: folders first, then by name. */
export interface FolderListing {
  /** The folder's real path. */
  readonly path: string
  readonly entries: readonly FolderEntry[]
  /** The list is truncated. */
  readonly isCut: boolean
}

/** A matching line of a file search. */
export interface LineMatch {
  /** 1-based. */
  readonly line: number
  /** The line, possibly truncated. */
  readonly text: string
  /** The matches in `text`: start and end, in UTF-16 units. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** Matches in one file; more of the same file may follow. */
export interface FileMatches {
  /** Absolute. */
  readonly path: string
  readonly lines: readonly LineMatch[]
}

/** How a search in files ended. */
export interface FileSearchEnd {
  readonly files: number
  readonly matches: number
  /** The matches are truncated. */
  readonly isCut: boolean
  readonly isStopped: boolean
  /** Why the search failed, such as a fault in the pattern. */
  readonly problem?: string
}

const threadId = z.string()
const path = z.string().min(1).max(maxPathCharacters)
const searchId = z.string().min(1).max(100)

/** An editor to choose from. */
interface EditorListing {
  readonly id: string
  readonly name: string
}

/** Which editors and file managers are available. */
export interface EditorView {
  /** Programs can open windows; false on a server without a display. */
  readonly canOpen: boolean
  /** The file manager can reveal a file. */
  readonly canReveal: boolean
  readonly found: readonly EditorListing[]
  /** The person's choice, even if no longer installed; without an id it is a custom command. */
  readonly chosen?: { readonly id?: string, readonly name: string }
}

/** The result of opening a file. With `no_choice` and `no_display` nothing was opened. */
export type OpenOutcome = 'opened' | 'no_choice' | 'no_display'

/** A line or column of a link. Larger numbers do not denote positions. */
const position = z.number().int().min(1).max(9_999_999).optional()

/** A chunk of the files and folders that can be mentioned in a thread. */
export interface PathChunk {
  /** Identifies the listing; a different id means a new listing from its start. */
  readonly listingId: string
  /** Relative to the thread's folder, or absolute within its additional folders; folders end with a slash. */
  readonly paths: readonly string[]
  /** This is the last chunk. */
  readonly isDone: boolean
  /** The listing reached its limit. */
  readonly isCut: boolean
}

/** A mentioned file or folder in its current state. */
export interface MentionedPath {
  /** As in `PathChunk`. */
  readonly path: string
  readonly link: ResourceLink
  /** The file's text, if it was requested, is short, and the name does not suggest secrets. */
  readonly text?: string
}

/** The content of a mentioned file or folder, for display. */
export interface PathPreview {
  readonly text: string
  /** A picture, sound or PDF document as base64, in place of the text. */
  readonly blob?: string
  /** The content is truncated. */
  readonly isCut: boolean
}

const place = z.object({ threadId: z.string(), path: z.string().min(1).max(4_096) })

/** The folder at a typed path. */
export interface FolderInfo {
  /** The resolved path. */
  readonly path: string
  readonly state: 'folder' | 'missing' | 'unusable'
  /** The current branch, or an abbreviated commit. */
  readonly branch?: string
  /** Why the folder cannot be used, or a warning about using it. */
  readonly note?: string
  /** Completions, as absolute paths. */
  readonly folders: readonly string[]
}

const typed = z.string().max(4_096)

/** Methods for files in a thread's folders: tree, search, editors, mentions, attachments. */
export const fileMethods = {
  /** Lists a folder; without a path, the thread's folder. */
  listFolder: method(z.object({ threadId, path: path.optional() })).returns<FolderListing>(),
  /** Sets the folders that this window watches; `filesChanged` reports changes in them. */
  watchFolders: method(z.object({ threadId, paths: z.array(path).max(maxWatchedFolders) })).returns<void>(),
  /** The git status of files in the thread's folders, by absolute path; empty without git. */
  listFileMarks: method(z.object({ threadId })).returns<{ path: string, mark: FileMark }[]>(),
  /** The current branch of the thread's folder, or an abbreviated commit; `undefined` outside a repository. */
  currentBranch: method(z.object({ threadId })).returns<string | undefined>(),
  /** Starts a search. Resolves when it ends; matches arrive as `fileMatches` events. */
  searchFiles: method(z.object({
    threadId,
    searchId,
    text: z.string().min(1).max(1_000),
    isRegex: z.boolean(),
    matchCase: z.boolean(),
    wholeWord: z.boolean(),
    /** Restricts the search to files that match a glob such as `*.ts` or `src/**`. */
    include: z.string().max(1_000).optional(),
  })).returns<FileSearchEnd>(),
  stopFileSearch: method(z.object({ searchId })).returns<void>(),

  /**
   * For each path that names a regular file in the thread's folders, returns its path with links resolved, otherwise
   * `null`. Paths that are lexically outside these folders are not looked up.
   */
  findPaths: method(z.object({ threadId, paths: z.array(path).max(maxLookups) })).returns<(string | null)[]>(),
  /** The editors on this machine, except those inside the thread's folders. */
  editors: method(z.object({ threadId: threadId.optional() })).returns<EditorView>(),
  /** Stores the choice in `settings.json`; without an id, files open in Parley. */
  chooseEditor: method(z.object({ id: z.string().max(100).optional() })).returns<void>(),
  /** Opens a regular file of the thread in the chosen editor. */
  openInEditor: method(z.object({ threadId, path, line: position, column: position })).returns<OpenOutcome>(),
  /** Reveals a regular file of the thread in the file manager. */
  revealPath: method(z.object({ threadId, path })).returns<void>(),

  /**
   * Returns the paths after `from` of the listing with that id, as soon as there are some. If that listing is complete
   * and files may have changed since, returns the first paths of a new listing.
   */
  listPaths: method(
    z.object({ threadId: z.string(), listingId: z.string().optional(), from: z.number().int().min(0) }),
  ).returns<PathChunk>(),
  /** `listPaths` for a folder without a thread. */
  listFolderPaths: method(
    z.object({ folder: path, listingId: z.string().optional(), from: z.number().int().min(0) }),
  ).returns<PathChunk>(),
  /** A file or folder of the thread by its path, even if it is not listed; `undefined` if it does not exist. */
  mentionPath: method(place.extend({ withText: z.boolean().optional() })).returns<MentionedPath | undefined>(),
  /** A snapshot of a terminal, without subscribing to its output. */
  readTerminal: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<TerminalView | undefined>(),
  previewPath: method(place).returns<PathPreview>(),

  /**
   * Stores a base64 file of unknown origin and gives the thread access to the copy. Returns a URI to send as a link.
   */
  keepAttachment: method(z.object({
    threadId,
    name: z.string().min(1).max(1000),
    data: z.string().max(28_000_000),
  })).returns<{
    uri: string
  }>(),
  /** Lets the thread's agent read a local file, in its current state, without asking. Desktop only. */
  lendFile: method(z.object({ threadId, path: z.string().min(1).max(32_767) })).returns<{
    uri: string
    size: number
  }>(),
  /** Revokes access given by `lendFile` or `keepAttachment` for a file that is not sent after all. */
  takeBackFile: method(z.object({ threadId, uri: z.string().max(100_000) })).returns<void>(),
  /** Shows the save dialog and writes a base64 file; `undefined` if cancelled. Desktop only. */
  saveFile: method(z.object({
    name: z.string().max(1000),
    data: z.string().max(28_000_000),
  })).returns<string | undefined>(),

  /** Resolves a typed path and completes it. Hidden folders are suggested only once their dot has been typed. */
  lookAtFolder: method(z.object({ typed })).returns<FolderInfo>(),
  /** Creates the folder and missing parents. Fails with `folder_not_found` if that is impossible. */
  createFolder: method(z.object({ typed })).returns<{ path: string }>(),

  /** Creates an empty file or a folder, with missing parents, in the thread's folders. Fails if the name is taken. */
  createInTree: method(z.object({ threadId, path, kind: z.enum(['file', 'folder']) })).returns<{ path: string }>(),
  /** Renames or moves a file or folder in the thread's folders. Fails if the name is taken or text is unsaved. */
  renameInTree: method(z.object({ threadId, path, to: path })).returns<{ path: string }>(),
  /** Deletes a file, or a folder with its contents, permanently. Fails if text is unsaved. */
  deleteInTree: method(z.object({ threadId, path })).returns<void>(),
}
