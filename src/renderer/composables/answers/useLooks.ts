import { useEventListener, useMutationObserver } from '@vueuse/core'
import { onActivated, onDeactivated, onMounted, onScopeDispose } from 'vue'

/** An agent moves nothing without a sign; what the browser moves by itself is seen this soon, and at each press. */
const asleepMs = 250
/** What a sign announces, such as a transition, takes no longer; its end is a sign again. */
const awakeMs = 300
/** What may move something on the page beside changes of its elements. */
const signs = [
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
 * Calls `look` in each frame in which something on the page can have moved, and now and then in between. `look` says
 * whether it has seen enough for now.
 */
export function useLooks(look: () => boolean): void {
  let isRunning = false
  let awakeUntil = 0
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function onFrame(): void {
    const isEnough = look()
    if (isEnough && performance.now() >= awakeUntil)
      timer = setTimeout(nextFrame, asleepMs)
    else
      nextFrame()
  }

  /** A page that is not drawn has no frames. */
  function nextFrame(): void {
    clearTimeout(timer)
    timer = undefined
    frame = requestAnimationFrame(onFrame)
  }

  function wake(): void {
    awakeUntil = performance.now() + awakeMs
    if (isRunning && timer !== undefined)
      nextFrame()
  }

  function start(): void {
    if (isRunning)
      return
    isRunning = true
    nextFrame()
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
  useEventListener(document, signs, wake, { capture: true, passive: true })
  useEventListener(window, ['resize', 'focus'], wake)
  useEventListener(window.visualViewport, ['scroll', 'resize'], wake)
}
