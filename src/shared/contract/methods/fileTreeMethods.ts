import { z } from 'zod'
import { maxPathCharacters, maxWatchedFolders } from '../../files/pathLimits'
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

/** Methods about the files of a thread's folders: tree, git's marks, search in their text. */
export const fileTreeMethods = {
  /** A folder's entries; without a path those of the thread's folder. */
  listFolder: method(z.object({ threadId, path: path.optional() })).returns<FolderListing>(),
  /** Which folders this window shows from now on: `filesChanged` tells when to look at them again. */
  watchFolders: method(z.object({ threadId, paths: z.array(path).max(maxWatchedFolders) })).returns<void>(),
  /** What git says of the thread's folders, by absolute path; nothing without git. */
  listFileMarks: method(z.object({ threadId })).returns<{ path: string, mark: FileMark }[]>(),
  /** What is checked out in the thread's folder: a branch, or the first letters of a commit; `undefined` outside a repository. */
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
}
