import type { ToolCallLocation } from '@agentclientprotocol/sdk'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Transcript } from '../../../shared/thread/transcript'
import { watch } from 'vue'
import { useOpenFiles } from '../../composables/files/openFiles'
import { useAction } from '../../composables/useAction'
import { toRelativePath } from '../../text/paths'
import { editorWords as words } from './words'

/** Number of latest calls considered. */
const looked = 30

/** The agent's position, from its last call that names an openable file. */
export function placeOfAgent(
  transcript: Transcript | undefined,
  canOpen: (path: string) => boolean,
): ToolCallLocation | undefined {
  for (const entry of transcript?.entries.slice(-looked).toReversed() ?? []) {
    const location = entry.kind === 'tool' ? entry.call.locations?.findLast(({ path }) => canOpen(path)) : undefined
    if (location)
      return location
  }
  return undefined
}

/** While the person follows the agent, opens its files as a preview, without taking the focus. */
export function useFollowing(thread: ThreadSummary, transcript: () => Transcript | undefined): void {
  const { threadId, folder, additionalFolders } = thread
  const files = useOpenFiles()(threadId)
  const { isFollowed } = files
  const isInFolders = (path: string): boolean =>
    [folder, ...additionalFolders].some(within => toRelativePath(path, within) !== path)
  useAction({ id: 'followAgent', name: words.follow, keys: [], run: () => isFollowed.value = !isFollowed.value })
  watch(
    () => {
      const place = isFollowed.value ? placeOfAgent(transcript(), isInFolders) : undefined
      return place && JSON.stringify([place.path, place.line ?? null])
    },
    (place) => {
      const [path, line] = place === undefined ? [] : JSON.parse(place) as [path: string, line: number | null] // as created above
      if (path !== undefined)
        files.open(path, { isPreview: true, isQuiet: true, ...line && { line } })
    },
  )
}
