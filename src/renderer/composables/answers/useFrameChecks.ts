import { useEventListener, useMutationObserver } from '@vueuse/core'
import { onActivated, onDeactivated, onMounted, onScopeDispose } from 'vue'

/** Interval of checks while idle. They cover movements by the browser itself, which cause no trigger. */
const idleIntervalMs = 250
/** How long something may move after a trigger. The end of a longer transition is another trigger. */
const activeMs = 300
/** Events that may move something on the page, in addition to changes of elements. */
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
const observedChanges = { subtree: true, childList: true, attributes: true, characterData: true }

/**
 * Calls `check` in each frame in which something on the page may have moved, and at intervals in between. `check`
 * returns whether it needs no further calls for now.
 */
export function useFrameChecks(check: () => boolean): void {
  let isRunning = false
  let awakeUntil = 0
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function onFrame(): void {
    const isEnough = check()
    if (isEnough && performance.now() >= awakeUntil)
      timer = setTimeout(waitForNextFrame, idleIntervalMs)
    else
      waitForNextFrame()
  }

  /** Schedules the next frame, or a timer if the page is not drawn. */
  function waitForNextFrame(): void {
    clearTimeout(timer)
    timer = undefined
    frame = requestAnimationFrame(onFrame)
  }

  function onTrigger(): void {
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
  useMutationObserver(document.documentElement, onTrigger, observedChanges)
  useEventListener(document, triggers, onTrigger, { capture: true, passive: true })
  useEventListener(window, ['resize', 'focus'], onTrigger)
  useEventListener(window.visualViewport, ['scroll', 'resize'], onTrigger)
}
