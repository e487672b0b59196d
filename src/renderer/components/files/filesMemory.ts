import type { HostConnection } from '../../../shared/rpc'
import type { PathList } from '../../composables/host/usePathList'
import type { FolderState } from './tree/fileRows'
import type { TabStop } from './useTreeKeys'
import { shallowRef, type ShallowRef } from 'vue'
import { createPathList } from '../../composables/host/usePathList'
import { type FileSearch, openFileSearch } from './search/fileSearch'

/** State of a thread's files panel, kept while the panel is hidden. */
export interface FilesMemory {
  /** Folders by their paths in the tree. */
  readonly folders: ShallowRef<ReadonlyMap<string, FolderState>>
  readonly unfolded: ShallowRef<ReadonlySet<string>>
  readonly tabStop: ShallowRef<TabStop | undefined>
  /** The panel's content. */
  readonly view: ShallowRef<'tree' | 'search'>
  readonly search: FileSearch
  /** File paths for quick open. */
  readonly paths: PathList
  /** Recently opened files, latest first. */
  readonly recent: ShallowRef<readonly string[]>
}

/** Creates the initial state, with the thread's folder unfolded. */
export function createFilesMemory({ connection, threadId, folder }: {
  connection: HostConnection
  threadId: string
  folder: string
}): FilesMemory {
  return {
    folders: shallowRef(new Map()),
    unfolded: shallowRef(new Set([folder])),
    tabStop: shallowRef(),
    view: shallowRef('tree'),
    search: openFileSearch(connection, threadId),
    paths: createPathList(connection.host, { threadId, keeps: path => !path.endsWith('/') }),
    recent: shallowRef([]),
  }
}
