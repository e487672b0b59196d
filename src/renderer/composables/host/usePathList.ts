import type { HostClient } from '../../../shared/contract/contract'
import { shallowRef } from 'vue'
import { PathMatcher } from '../../text/pathMatcher'
import { useHost } from './useHost'

/** The files and folders of a thread that were read so far. */
export type PathList = ReturnType<typeof createPathList>

/** Returns the list of a thread. */
export function usePathList(threadId: string): PathList {
  return createPathList(useHost().host, { threadId })
}

/** Creates the list of a folder in which no thread works yet. */
export function createFolderPathList(host: Pick<HostClient, 'listFolderPaths'>, folder: string): PathList {
  const listPaths: HostClient['listPaths'] = ({ listingId, from }) => host.listFolderPaths({ folder, listingId, from })
  return createPathList({ listPaths }, { threadId: '' })
}

/** Creates a list, filtered by `keeps`. */
export function createPathList(
  host: Pick<HostClient, 'listPaths'>,
  { threadId, keeps = () => true }: { threadId: string, keeps?: (path: string) => boolean },
) {
  const matcher = shallowRef<PathMatcher>()
  let known: { readonly listingId: string, readonly count: number } | undefined
  let isReading = false
  const setPaths = (paths: readonly string[]): void => void (matcher.value = new PathMatcher(paths.filter(keeps)))

  /** Reads the list again if it has changed. Keeps the previous list until the new one is complete. */
  async function refresh(): Promise<void> {
    if (isReading)
      return
    isReading = true
    try {
      const paths: string[] = []
      let chunk = await host.listPaths({ threadId, listingId: known?.listingId, from: known?.count ?? 0 })
      if (chunk.listingId === known?.listingId)
        return // unchanged
      paths.push(...chunk.paths)
      while (!chunk.isDone) {
        if (!known)
          setPaths(paths)
        const next = await host.listPaths({ threadId, listingId: chunk.listingId, from: paths.length })
        if (next.listingId !== chunk.listingId)
          paths.length = 0 // the host has restarted the listing
        paths.push(...next.paths)
        chunk = next
      }
      known = { listingId: chunk.listingId, count: paths.length }
      setPaths(paths)
    }
    finally {
      isReading = false
    }
  }

  return { matcher, refresh }
}
