import { useMediaQuery } from '@vueuse/core'
import { computed, onActivated, shallowRef, watch } from 'vue'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { useLastChoice } from '../../composables/useLastChoices'
import { usePaneWidth } from '../../composables/usePaneWidth'
import { threadWords } from './words'

/** A reader within this many pixels of the end follows it. */
const nearEnd = 24

/** What `useThreadPanel` needs. */
interface ThreadPanelOptions {
  /** There is a plan, or a command that has run for long; `undefined` until the transcript is there. */
  readonly hasCards: () => boolean | undefined
  /** Changed files are shown in a column that is open, or that the person opens: they open none. */
  readonly hasChanges?: () => boolean
  readonly isTurnOpen: () => boolean | undefined
  /** What waits to be shown is still news. */
  readonly isDue?: () => boolean
  /** Something else is beside the thread. */
  readonly isCrowded?: () => boolean
  /** Something is being read or answered, also where no turn runs. */
  readonly wouldDisturb: () => boolean
}

/**
 * The column beside a thread, or over it where there is no room for both, is shown while it has something to say. It
 * never appears or goes during a turn, which would shift what is being read: what is new then waits until the person
 * asks for it, sends the next message or opens the thread again. Until then, or until it is done, a plan is above
 * the composer.
 */
export function useThreadPanel(
  { hasCards, hasChanges = () => false, isTurnOpen, isDue = () => true, isCrowded, wouldDisturb }: ThreadPanelOptions,
) {
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  const isOver = computed(() => isNarrow.value || isCrowded?.() === true)
  const choice = useLastChoice('panel', ['shown', 'hidden'])
  const tab = useLastChoice('panelTab', ['plan', 'log'])
  const isShownOver = shallowRef(false)
  const isHeld = shallowRef(false)
  /** It stays open, though it has nothing more to say. */
  const isKept = shallowRef(false)
  const isAskedFor = shallowRef(false)
  const hasOwn = computed(() => hasCards() === true || tab.value === 'log' || (isKept.value && !isOver.value))
  const hasSomething = computed(() => hasOwn.value || hasChanges())
  const isWanted = computed(() => isOver.value ? isShownOver.value : choice.value === 'shown')
  const isShown = computed(() => isWanted.value && (hasOwn.value || (hasChanges() && isAskedFor.value)) && !isHeld.value)
  const isLogShown = computed(() => isShown.value && tab.value === 'log')

  watch(hasCards, (has, had) => {
    const mayMove = isTurnOpen() !== true && !wouldDisturb()
    const isBeside = !isHeld.value && choice.value === 'shown'
    isHeld.value = has === true && had === false && !isKept.value && tab.value !== 'log' && !mayMove
    isKept.value = has === false && had === true && isBeside && !mayMove
  }, { flush: 'sync' })
  watch(isTurnOpen, isOpen => isOpen && !wouldDisturb() && (!isHeld.value || isDue()) && settle())
  onActivated(settle)

  /** Opens it if it waited to be shown, and closes it if it has nothing more to say. */
  function settle(): void {
    isHeld.value = false
    isKept.value = false
  }

  function show(isToBe: boolean): void {
    settle()
    isAskedFor.value = isToBe
    if (!isToBe && !hasOwn.value)
      return // a plan may still come
    if (isOver.value)
      isShownOver.value = isToBe
    else
      choice.value = isToBe ? 'shown' : 'hidden'
  }

  function toggle(): void {
    show(!isShown.value)
  }

  /** Shows the log, or what was there before. */
  function toggleLog(): void {
    const wasShown = isLogShown.value
    tab.value = wasShown ? 'plan' : 'log'
    if (!wasShown)
      show(true)
    else if (isOver.value && !hasCards())
      show(false)
  }

  const { actions: words } = threadWords
  useAction({ id: 'agentLog', name: words.agentLog, keys: shortcuts.agentLog, run: toggleLog })
  useAction({ id: 'togglePanel', name: words.togglePanel, keys: shortcuts.togglePanel, run: toggle }, { when: hasSomething })

  const widths = { plan: usePaneWidth('panelWidth'), log: usePaneWidth('logWidth') }
  const width = computed({ get: () => widths[tab.value].value, set: width => widths[tab.value].value = width })
  /** Whether it has something to show. */
  const isAwaited = computed(() => isHeld.value && isWanted.value && !isOver.value)
  return { isOver, isAwaited, isShown, isLogShown, hasSomething, tab, width, toggle, toggleLog }
}

/** Whether a reader has scrolled away from the end of it. */
export function isReadAbove(log: Element | null | undefined): boolean {
  return log != null && log.scrollHeight - log.clientHeight - log.scrollTop > nearEnd
}
