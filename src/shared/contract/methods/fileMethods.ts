import type { ResourceLink } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../terminalView'
import { z } from 'zod'
import { maxLookups, maxPathCharacters, maxWatchedFolders } from '../../files/fileLimits'
import { method } from '../method'

/** What git says of a file. */
export type FileMark = 'modified' | 'added' | 'deleted' | 'untracked' | 'conflict'

/** A file or folder of a folder. */
export interface FolderEntry {
  readonly name: string
  /** Links are what they lead to; `other` cannot be opened. */
  readonly kind: 'file' | 'folder' | 'other'
  /** Ignore files name it. */
  readonly isIgnored: boolean
}

/** Some entries of a folder: folders first, each kind by name. */
export interface FolderListing {
  /** The folder's real path. */
  readonly path: string
  readonly entries: readonly FolderEntry[]
  /** There are more. */
  readonly isCut: boolean
}

/** A line that matches a search in files. */
export interface LineMatch {
  /** Counted from 1. */
  readonly line: number
  /** The line, or as much of it as is shown. */
  readonly text: string
  /** Where in `text` the matches are: start and end, in UTF-16 units. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** The matches of one file; more of the same file may follow. */
export interface FileMatches {
  /** Absolute. */
  readonly path: string
  readonly lines: readonly LineMatch[]
}

/** How a search in files ended. */
export interface FileSearchEnd {
  readonly files: number
  readonly matches: number
  /** There are more matches than are shown. */
  readonly isCut: boolean
  readonly isStopped: boolean
  /** Why nothing could be searched, such as a fault in the pattern. */
  readonly problem?: string
}

const threadId = z.string()
const path = z.string().min(1).max(maxPathCharacters)
const searchId = z.string().min(1).max(100)

/** An editor that can be chosen. */
interface EditorListing {
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

/** The result of opening a file: without a choice or a display nothing happened. */
export type OpenOutcome = 'opened' | 'no_choice' | 'no_display'

/** Where a link may lead; longer lines and columns are none. */
const position = z.number().int().min(1).max(9_999_999).optional()

/** A part of the files and folders that a person can mention in a thread. */
export interface PathChunk {
  /** Which listing it is from: another one starts over. */
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

/** What is at a path that a person types. */
export interface FolderLook {
  /** The whole path that is meant. */
  readonly path: string
  readonly state: 'folder' | 'missing' | 'unusable'
  /** What is checked out there: a branch, or the first letters of a commit. */
  readonly branch?: string
  /** Why it cannot be used, or what to think about before it is. */
  readonly note?: string
  /** The folders that it may become, by their whole paths. */
  readonly folders: readonly string[]
}

const typed = z.string().max(4_096)

/** Methods about files of a thread's folders: tree, search, editors, mentions, attachments. */
export const fileMethods = {
  /** A folder's entries; without a path those of the thread's folder. */
  listFolder: method(z.object({ threadId, path: path.optional() })).returns<FolderListing>(),
  /** Which folders this window shows from now on: `filesChanged` tells when to look at them again. */
  watchFolders: method(z.object({ threadId, paths: z.array(path).max(maxWatchedFolders) })).returns<void>(),
  /** What git says of the thread's folders, by absolute path; nothing without git. */
  listFileMarks: method(z.object({ threadId })).returns<{ path: string, mark: FileMark }[]>(),
  /**
   * What is checked out in the thread's folder: a branch, or the first letters of a commit; `undefined` outside a
   * repository.
   */
  currentBranch: method(z.object({ threadId })).returns<string | undefined>(),
  /** Answers at the end; what is found comes in `fileMatches` meanwhile. */
  searchFiles: method(z.object({
    threadId,
    searchId,
    text: z.string().min(1).max(1_000),
    isRegex: z.boolean(),
    matchCase: z.boolean(),
    wholeWord: z.boolean(),
    /** Only files that match this pattern, such as `*.ts` or `src/**`. */
    include: z.string().max(1_000).optional(),
  })).returns<FileSearchEnd>(),
  stopFileSearch: method(z.object({ searchId })).returns<void>(),

  /**
   * Which of the paths are regular files in the thread's folders: for each where it is with links followed, or `null`.
   * What does not lie in them as it is spelled is not looked for.
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

  /**
   * The next paths after `from` of the listing with that id, as soon as there are some. Once that listing was read to
   * its end and files may have changed, the first ones of a new listing.
   */
  listPaths: method(
    z.object({ threadId: z.string(), listingId: z.string().optional(), from: z.number().int().min(0) }),
  ).returns<PathChunk>(),
  /** The same for a folder in which no thread works yet. */
  listFolderPaths: method(
    z.object({ folder: path, listingId: z.string().optional(), from: z.number().int().min(0) }),
  ).returns<PathChunk>(),
  /** A file or folder of the thread's by its path, also one that is not listed; `undefined` where there is none. */
  mentionPath: method(place.extend({ withText: z.boolean().optional() })).returns<MentionedPath | undefined>(),
  /** A terminal as it is now, without what follows. */
  readTerminal: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<TerminalView | undefined>(),
  previewPath: method(place).returns<PathPreview>(),

  /**
   * Stores a base64 file whose place is not known, and lends that copy to the thread; answers with a URI to send as a
   * link.
   */
  keepAttachment: method(z.object({ threadId, name: z.string().min(1).max(1000), data: z.string().max(28_000_000) })).returns<{
    uri: string
  }>(),
  /** Lets the thread's agent read a file of this machine, as it is now, without a question. On the desktop only. */
  lendFile: method(z.object({ threadId, path: z.string().min(1).max(32_767) })).returns<{ uri: string, size: number }>(),
  /** A file that was lent, or kept, is not sent after all. */
  takeBackFile: method(z.object({ threadId, uri: z.string().max(100_000) })).returns<void>(),
  /**
   * Asks where to save a base64 file, and saves it; `undefined` if the person does not want to. On the desktop only.
   */
  saveFile: method(z.object({ name: z.string().max(1000), data: z.string().max(28_000_000) })).returns<string | undefined>(),

  /**
   * Looks where a typed path leads, and what it may be completed to: to a hidden folder only where its dot is typed.
   */
  lookAtFolder: method(z.object({ typed })).returns<FolderLook>(),
  /** Makes the folder, with those above it that are missing. Fails with `folder_not_found` where that cannot be. */
  createFolder: method(z.object({ typed })).returns<{ path: string }>(),
}
