import type { Transcript } from '../../../../shared/thread/transcript'
import type { MentionSource } from './useMentionSuggestions'
import { shallowRef } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { usePathList } from '../../../composables/host/usePathList'
import { useThreadList } from '../../../composables/thread/threadContext'
import { report } from '../../../report'
import { kindOfPath, type Suggestion, suggestionsFor, terminalsIn, threadsBesides } from './suggestions'

/** What can be mentioned in a thread: its files and folders, its terminals, what is selected in it, and other threads. */
export function useMentionSource({ threadId, transcript, selection, add, isMention }: {
  threadId: string
  transcript: () => Transcript
  selection: () => string
} & Pick<MentionSource, 'add' | 'isMention'>): MentionSource {
  const { host } = useHost()
  const threads = useThreadList()
  const { matcher, refresh } = usePathList(threadId)
  /** What was typed in full, where there is such a path. */
  const typed = shallowRef<{ readonly search: string, readonly suggestion: Suggestion }>()

  async function lookFor(search: string): Promise<void> {
    const found = await host.mentionPath({ threadId, path: search })
    typed.value = found && { search, suggestion: { kind: kindOfPath(found.path), label: found.path } }
  }

  return {
    begin: () => void refresh().catch(report),
    look: search => void lookFor(search).catch(report),
    find: search => suggestionsFor(search, {
      paths: matcher.value,
      typed: typed.value?.search === search ? typed.value.suggestion : undefined,
      others: { selection: selection(), terminals: terminalsIn(transcript()), threads: threadsBesides(threadId, threads()) },
    }),
    add,
    isMention,
  }
}
