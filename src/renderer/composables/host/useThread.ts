import type { ThreadEvent } from '../../../shared/thread/events'
import type { Entry, Transcript } from '../../../shared/thread/transcript'
import { onActivated, onDeactivated, onScopeDispose, shallowRef } from 'vue'
import { reduce } from '../../../shared/thread/reduce/reduce'
import { report } from '../../report'
import { useHost } from './useHost'

/** Maximum entries that the host reads at a time. */
const largestPage = 500
/** Maximum events held for an inactive view, to apply them when it is shown again. */
const maxHeldEvents = 2_000

/**
 * Opens a thread's transcript and keeps it up to date. Applies events once per frame. Long because its functions share
 * the events of a frame.
 */
export function useThread(threadId: string) {
  const { host, on } = useHost()
  const transcript = shallowRef<Transcript>()
  const failed = shallowRef<unknown>()
  let waiting: ThreadEvent[] = []
  let frame: number | undefined
  let isShown = true
  let isLoadingEarlier = false

  const stop = on('threadEvents', (message) => {
    if (message.threadId !== threadId)
      return
    waiting.push(...message.events)
    if (waiting.length > maxHeldEvents)
      apply()
    else if (isShown)
      schedule()
  })
  onActivated(() => {
    isShown = true
    schedule()
  })
  onDeactivated(() => isShown = false)
  onScopeDispose(() => {
    stop()
    if (frame !== undefined)
      cancelAnimationFrame(frame)
    host.leaveThread({ threadId }).catch(() => undefined) // a lost connection has already left the thread
  })
  open().catch(report)

  async function open(): Promise<void> {
    try {
      transcript.value = await host.openThread({ threadId })
      failed.value = undefined
      apply()
    }
    catch (error) {
      failed.value = error
    }
  }

  function schedule(): void {
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      apply()
    })
  }

  function apply(): void {
    if (!transcript.value || waiting.length === 0)
      return
    const { lastSeq } = transcript.value
    const events = waiting.filter(event => event.seq > lastSeq)
    waiting = []
    if (events.length > 0)
      transcript.value = reduce(transcript.value, events)
  }

  /** Loads all earlier entries, starting at an index. */
  async function loadEarlier(to: number): Promise<void> {
    const before = transcript.value?.firstIndex ?? 0
    if (before === 0 || isLoadingEarlier)
      return
    isLoadingEarlier = true
    try {
      const entries: Entry[] = []
      const from = Math.max(0, to)
      while (before - entries.length > from) {
        const limit = Math.min(largestPage, before - entries.length - from)
        const page = await host.readEntries({ threadId, before: before - entries.length, limit })
        if (page.length === 0)
          break
        entries.unshift(...page)
      }
      const now = transcript.value
      if (now && now.firstIndex === before)
        transcript.value = { ...now, firstIndex: before - entries.length, entries: [...entries, ...now.entries] }
    }
    finally {
      isLoadingEarlier = false
    }
  }

  return { transcript, failed, open, loadEarlier }
}
