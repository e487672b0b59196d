import type { ToolCallLocation } from '@agentclientprotocol/sdk'
import type { Transcript } from '../../../shared/thread/transcript'
import type { OpenFiles } from './openFiles'
import { watch } from 'vue'

/** Calls before these are not looked at again: what an agent works on stands in its last ones. */
const looked = 30

/** The place that the agent is at, by the last of its calls that names one. */
export function placeOfAgent(transcript: Transcript | undefined): ToolCallLocation | undefined {
  for (const entry of transcript?.entries.slice(-looked).toReversed() ?? []) {
    const location = entry.kind === 'tool' ? entry.call.locations?.at(-1) : undefined
    if (location)
      return location
  }
  return undefined
}

/** While the person follows the agent, opens what it gets to: for a look, and without taking the keyboard. */
export function useFollowing({ files, transcript, isInFolders }: {
  files: OpenFiles
  transcript: () => Transcript | undefined
  /** Nothing else can be opened. */
  isInFolders: (path: string) => boolean
}): void {
  const { isFollowed } = files
  watch(
    () => {
      const place = isFollowed.value && transcript()?.head.turnOpen ? placeOfAgent(transcript()) : undefined
      return place && JSON.stringify([place.path, place.line ?? null])
    },
    (place) => {
      const [path, line] = place === undefined ? [] : JSON.parse(place) as [path: string, line: number | null] // as made above
      if (path !== undefined && isInFolders(path))
        files.open(path, { isPreview: true, isQuiet: true, ...line && { line } })
    },
  )
}
