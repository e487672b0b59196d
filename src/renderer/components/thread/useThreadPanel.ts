import { useMediaQuery } from '@vueuse/core'
import { computed, onActivated, shallowRef, watch } from 'vue'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { useLastChoice } from '../../composables/useLastChoices'
import { usePaneWidth } from '../../composables/usePaneWidth'
import { threadWords } from './words'

/** Maximum distance from the end at which the transcript counts as scrolled to its end. */
const nearEndPixels = 24

interface ThreadPanelOptions {
  /** Whether there is a plan or a long-running command. `undefined` until the transcript is loaded. */
  readonly hasCards: () => boolean | undefined
  /** Whether there are changed files, which alone don't open the panel. */
  readonly hasChanges?: () => boolean
  readonly isTurnOpen: () => boolean | undefined
  /** Whether the reason to open it is still current. */
  readonly isDue?: () => boolean
  /** Whether something else is shown beside the thread. */
  readonly isCrowded?: () => boolean
  /** Whether the person is reading or answering something, even outside a turn. */
  readonly wouldDisturb: () => boolean
}

/**
 * Shows the panel beside a thread, or over it in narrow windows, while it has content. It doesn't open or close by
 * itself during a turn, which would shift the text. It opens when the person opens it, sends the next message or
 * reopens the thread. Until then, a plan is above the composer. Long because its conditions share the person's choice.
 */
export function useThreadPanel(
  { hasCards, hasChanges = () => false, isTurnOpen, isDue = () => true, isCrowded, wouldDisturb }: ThreadPanelOptions,
) {
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  const isOver = computed(() => isNarrow.value || isCrowded?.() === true)
  const choice = useLastChoice('panel', ['shown', 'hidden'])
  const tab = useLastChoice('panelTab', ['plan', 'log'])
  const isShownOver = shallowRef(false)
  const isDeferred = shallowRef(false)
  /** Whether the panel stays open without content. */
  const isKept = shallowRef(false)
  const isRequested = shallowRef(false)
  const hasOwn = computed(() => hasCards() === true || tab.value === 'log' || (isKept.value && !isOver.value))
  const hasSomething = computed(() => hasOwn.value || hasChanges())
  const isWanted = computed(() => isOver.value ? isShownOver.value : choice.value === 'shown')
  /** Whether the person opened the panel to see changed files. */
  const showsChanges = computed(() => hasChanges() && isRequested.value)
  const isShown = computed(() => isWanted.value && (hasOwn.value || showsChanges.value) && !isDeferred.value)
  const isLogShown = computed(() => isShown.value && tab.value === 'log')

  watch(hasCards, (has, had) => {
    const mayMove = isTurnOpen() !== true && !wouldDisturb()
    const isBeside = !isDeferred.value && choice.value === 'shown'
    const isOpenAnyway = isKept.value || tab.value === 'log' || showsChanges.value
    isDeferred.value = has === true && had === false && !isOpenAnyway && !mayMove
    isKept.value = has === false && had === true && isBeside && !mayMove
  }, { flush: 'sync' })
  watch(isTurnOpen, isOpen => isOpen && !wouldDisturb() && (!isDeferred.value || isDue()) && applyDeferred())
  onActivated(applyDeferred)

  /** Opens or closes the panel as deferred. */
  function applyDeferred(): void {
    isDeferred.value = false
    isKept.value = false
  }

  function show(willShow: boolean): void {
    applyDeferred()
    isRequested.value = willShow
    if (!willShow && !hasOwn.value)
      return // a plan may still arrive
    if (isOver.value)
      isShownOver.value = willShow
    else
      choice.value = willShow ? 'shown' : 'hidden'
  }

  function toggle(): void {
    show(!isShown.value)
  }

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
  /** Whether the panel has content but its opening is deferred. */
  const isAwaited = computed(() => isDeferred.value && isWanted.value && !isOver.value)
  return { isOver, isAwaited, isShown, isLogShown, hasSomething, tab, width, toggle, toggleLog }
}

/** Whether the reader has scrolled away from the end. */
export function isScrolledUp(log: Element | null | undefined): boolean {
  return log != null && log.scrollHeight - log.clientHeight - log.scrollTop > nearEndPixels
}
