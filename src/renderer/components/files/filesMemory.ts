import type { HostConnection } from '../../../shared/rpc'
import type { PathList } from '../../composables/host/usePathList'
import type { FolderState } from './tree/fileRows'
import type { ReachedLine } from './useTreeKeys'
import { shallowRef, type ShallowRef } from 'vue'
import { createPathList } from '../../composables/host/usePathList'
import { type FileSearch, openFileSearch } from './search/fileSearch'

/** What a window knows of the files of a thread, also while it does not show them. */
export interface FilesMemory {
  /** The folders by the paths by which the tree names them. */
  readonly folders: ShallowRef<ReadonlyMap<string, FolderState>>
  readonly unfolded: ShallowRef<ReadonlySet<string>>
  readonly reached: ShallowRef<ReachedLine | undefined>
  /** What the column shows. */
  readonly view: ShallowRef<'tree' | 'search'>
  readonly search: FileSearch
  /** The files by their paths, for quick open. */
  readonly paths: PathList
  /** Files that were opened, the latest first. */
  readonly recent: ShallowRef<readonly string[]>
}

/** The state at first: nothing is known, and the thread's own folder is unfolded. */
export function newMemory({ connection, threadId, folder }: {
  connection: HostConnection
  threadId: string
  folder: string
}): FilesMemory {
  return {
    folders: shallowRef(new Map()),
    unfolded: shallowRef(new Set([folder])),
    reached: shallowRef(),
    view: shallowRef('tree'),
    search: openFileSearch(connection, threadId),
    paths: createPathList(connection.host, { threadId, keeps: path => !path.endsWith('/') }),
    recent: shallowRef([]),
  }
}
