import type { ToolCallLocation } from '@agentclientprotocol/sdk'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Transcript } from '../../../shared/thread/transcript'
import { watch } from 'vue'
import { useOpenFiles } from '../../composables/files/openFiles'
import { useAction } from '../../composables/useAction'
import { toRelativePath } from '../../text/paths'
import { editorWords as words } from './words'

/** Number of latest entries searched. */
const maxEntries = 30

/** Finds the agent's location: the last file that a tool call names and that can be opened. */
export function findAgentLocation(
  transcript: Transcript | undefined,
  canOpen: (path: string) => boolean,
): ToolCallLocation | undefined {
  for (const entry of transcript?.entries.slice(-maxEntries).toReversed() ?? []) {
    const location = entry.kind === 'tool' ? entry.call.locations?.findLast(({ path }) => canOpen(path)) : undefined
    if (location)
      return location
  }
  return undefined
}

/** Opens the agent's files as previews while the person follows it, without taking the focus. */
export function useFollowing(thread: ThreadSummary, transcript: () => Transcript | undefined): void {
  const { threadId, folder, additionalFolders } = thread
  const files = useOpenFiles()(threadId)
  const { isFollowed } = files
  const isInFolders = (path: string): boolean =>
    [folder, ...additionalFolders].some(within => toRelativePath(path, within) !== path)
  useAction({ id: 'followAgent', name: words.follow, keys: [], run: () => isFollowed.value = !isFollowed.value })
  watch(
    () => {
      const place = isFollowed.value ? findAgentLocation(transcript(), isInFolders) : undefined
      return place && JSON.stringify([place.path, place.line ?? null])
    },
    (place) => {
      const [path, line] = place === undefined ? [] : JSON.parse(place) as [path: string, line: number | null] // as created above
      if (path !== undefined)
        files.open(path, { isPreview: true, isQuiet: true, ...line && { line } })
    },
  )
}
