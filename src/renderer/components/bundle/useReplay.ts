import type { ThreadEvent } from '../../../shared/thread/events'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { reduce } from '../../../shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../shared/thread/transcript'

const stepMs = 60
/** However long a thread was, it plays in half a minute at most. */
const maxSteps = 500

/** Plays a log back: `count` events of it are folded into `transcript`. It begins at the end. */
export function useReplay(events: readonly ThreadEvent[]) {
  const count = shallowRef(events.length)
  const transcript = shallowRef(reduce(emptyTranscript, events))
  const timer = shallowRef<ReturnType<typeof setInterval>>()
  const isPlaying = computed(() => timer.value !== undefined)
  const pace = Math.max(1, Math.ceil(events.length / maxSteps))

  // Forward, the known transcript continues, as in a live thread; backward, it is folded again.
  watch(count, (now, before) => {
    transcript.value = now > before ? reduce(transcript.value, events.slice(before, now)) : reduce(emptyTranscript, events.slice(0, now))
  })
  onScopeDispose(pause)

  function pause(): void {
    clearInterval(timer.value)
    timer.value = undefined
  }

  return {
    count,
    transcript,
    isPlaying,
    pause,
    /** From here on, or from the start when it is at the end. */
    play(): void {
      pause()
      if (count.value >= events.length)
        count.value = 0
      timer.value = setInterval(() => {
        count.value = Math.min(events.length, count.value + pace)
        if (count.value >= events.length)
          pause()
      }, stepMs)
    },
  }
}
