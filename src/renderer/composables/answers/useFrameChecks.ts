import { useEventListener, useMutationObserver } from '@vueuse/core'
import { onActivated, onDeactivated, onMounted, onScopeDispose } from 'vue'

/** Interval while idle. Covers movements by the browser itself, as all others cause a trigger. */
const idleIntervalMs = 250
/** Longest movement after a trigger, such as a transition, whose end is another trigger. */
const activeMs = 300
/** Events that may move something on the page, besides changes of its elements. */
const triggers = [
  'scroll',
  'load',
  'input',
  'keydown',
  'pointerdown',
  'pointerover',
  'focusin',
  'focusout',
  'transitionrun',
  'transitionend',
  'animationstart',
  'animationend',
]
const all = { subtree: true, childList: true, attributes: true, characterData: true }

/**
 * Calls `look` in each frame in which something on the page may have moved, and at intervals in between. `look` returns
 * whether it needs no further calls for now.
 */
export function useFrameChecks(look: () => boolean): void {
  let isRunning = false
  let awakeUntil = 0
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function onFrame(): void {
    const isEnough = look()
    if (isEnough && performance.now() >= awakeUntil)
      timer = setTimeout(waitForNextFrame, idleIntervalMs)
    else
      waitForNextFrame()
  }

  /** Schedules the next frame. A page that is not drawn has none. */
  function waitForNextFrame(): void {
    clearTimeout(timer)
    timer = undefined
    frame = requestAnimationFrame(onFrame)
  }

  function wake(): void {
    awakeUntil = performance.now() + activeMs
    if (isRunning && timer !== undefined)
      waitForNextFrame()
  }

  function start(): void {
    if (isRunning)
      return
    isRunning = true
    waitForNextFrame()
  }

  function stop(): void {
    isRunning = false
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = undefined
  }

  onMounted(start)
  onActivated(start)
  onDeactivated(stop)
  onScopeDispose(stop)
  useMutationObserver(document.documentElement, wake, all)
  useEventListener(document, triggers, wake, { capture: true, passive: true })
  useEventListener(window, ['resize', 'focus'], wake)
  useEventListener(window.visualViewport, ['scroll', 'resize'], wake)
}
