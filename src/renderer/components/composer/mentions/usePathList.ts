import { shallowRef } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { PathMatcher } from './pathMatcher'

/** The files and folders of a thread, as far as this window has read them. */
export function usePathList(threadId: string) {
  const { host } = useHost()
  const matcher = shallowRef<PathMatcher>()
  let known: { readonly listingId: string, readonly count: number } | undefined
  let isReading = false

  /** Reads what is new. Until it has all of it, the earlier list serves. */
  async function refresh(): Promise<void> {
    if (isReading)
      return
    isReading = true
    try {
      const paths: string[] = []
      let chunk = await host.listPaths({ threadId, listingId: known?.listingId, from: known?.count ?? 0 })
      if (chunk.listingId === known?.listingId)
        return // nothing has changed
      paths.push(...chunk.paths)
      while (!chunk.isDone) {
        if (!known)
          matcher.value = new PathMatcher(paths)
        const next = await host.listPaths({ threadId, listingId: chunk.listingId, from: paths.length })
        if (next.listingId !== chunk.listingId)
          paths.length = 0 // begun anew meanwhile
        paths.push(...next.paths)
        chunk = next
      }
      known = { listingId: chunk.listingId, count: paths.length }
      matcher.value = new PathMatcher(paths)
    }
    finally {
      isReading = false
    }
  }

  return { matcher, refresh }
}
