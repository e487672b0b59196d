import { z } from 'zod'
import { method } from '../method'

/** What is at a path that a person types. */
export interface FolderLook {
  /** The whole path that is meant. */
  readonly path: string
  readonly state: 'folder' | 'missing' | 'unusable'
  /** Why it cannot be used, or what to think about before it is. */
  readonly note?: string
  /** The folders that it may become, by their whole paths. */
  readonly folders: readonly string[]
}

const typed = z.string().max(4_096)

/** Methods about the folders that a person names for a thread. */
export const folderMethods = {
  /** Looks where a typed path leads, and what it may be completed to: to a hidden folder only where its dot is typed. */
  lookAtFolder: method(z.object({ typed })).returns<FolderLook>(),
  /** Makes the folder, with those above it that are missing. Fails with `folder_not_found` where that cannot be. */
  createFolder: method(z.object({ typed })).returns<{ path: string }>(),
}
