import type { ThreadEvent } from '../../../shared/thread/events'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { reduce } from '../../../shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../shared/thread/transcript'

const stepMs = 60
/** Maximum duration of a replay, however long the thread was. */
const maxSteps = 500

/** Replays a log: `count` events of it are reduced into `transcript`. Initially at the end. */
export function useReplay(events: readonly ThreadEvent[]) {
  const count = shallowRef(events.length)
  const transcript = shallowRef(reduce(emptyTranscript, events))
  const timer = shallowRef<ReturnType<typeof setInterval>>()
  const isPlaying = computed(() => timer.value !== undefined)
  const pace = Math.max(1, Math.ceil(events.length / maxSteps))

  // Forward, extends the transcript, as in a live thread; backward, reduces again.
  watch(count, (now, before) => {
    transcript.value = now > before
      ? reduce(transcript.value, events.slice(before, now))
      : reduce(emptyTranscript, events.slice(0, now))
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
    /** Plays from here, or from the start if at the end. */
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
