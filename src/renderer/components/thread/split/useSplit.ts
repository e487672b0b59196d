import { useEventListener, useMediaQuery } from '@vueuse/core'
import { computed, nextTick, onActivated, onDeactivated, shallowRef, watch } from 'vue'
import { useOpenFiles } from '../../../composables/files/openFiles'
import { isPressed } from '../../../composables/keys'
import { shortcuts } from '../../../composables/shortcuts'
import { useAction } from '../../../composables/useAction'
import { useLastChoice } from '../../../composables/useLastChoices'
import { usePaneWidth } from '../../../composables/usePaneWidth'
import { useWantedPlace } from '../../../composables/wantedPlace'
import { useWantedQuestion } from '../../../composables/wantedQuestion'
import { report } from '../../../report'
import { editorWords } from '../../editor/words'

/** Shortcuts of actions whose target is in the thread. */
const threadShortcuts = [shortcuts.focusMessage, shortcuts.focusQuestion, shortcuts.focusTerminal]

/** The visible part of a thread: the conversation, the open files, or both side by side. */
export type Split = ReturnType<typeof useSplit>

/** Shows open files beside their thread, or instead of it if there is no room for both. */
export function useSplit(threadId: string) {
  const { isShown, tabs, asked } = useOpenFiles()(threadId)
  const isNarrow = useMediaQuery('(max-width: 999px)')
  const layout = useLastChoice('split', ['both', 'files'])
  const front = shallowRef<'thread' | 'files'>('thread')
  const shows = computed(() => !isShown.value ? 'thread' as const : isNarrow.value ? front.value : layout.value)
  /** Whether files are open but only they or the thread are visible. */
  const isSwitched = computed(() => isShown.value && shows.value !== 'both')

  function showThread(): void {
    front.value = 'thread'
    layout.value = 'both'
  }

  function showFiles(): void {
    isShown.value = true
    front.value = 'files'
  }

  /** Shows the thread instead of the files if there is no room for both. */
  function toggleFiles(): void {
    if (shows.value === 'thread')
      showFiles()
    else if (isNarrow.value)
      front.value = 'thread'
    else
      isShown.value = false
  }
  const hasFiles = computed(() => tabs.value.length > 0)
  useAction({ id: 'toggleEditor', name: editorWords.toggle, keys: shortcuts.toggleEditor, run: toggleFiles }, { when: hasFiles })

  watch(asked, now => now && !now.isQuiet && showFiles(), { flush: 'sync' })
  const [question, place] = [useWantedQuestion(), useWantedPlace()]
  watch(() => question.value === threadId || place.value?.threadId === threadId, isWanted => isWanted && showThread(), { immediate: true })
  let isInWindow = true
  onActivated(() => isInWindow = true)
  onDeactivated(() => isInWindow = false)
  // The target must be visible to get the focus.
  useEventListener(window, 'keydown', (event) => {
    if (!isInWindow || shows.value !== 'files' || !event.isTrusted || !threadShortcuts.some(keys => isPressed(keys, event)))
      return
    event.preventDefault()
    event.stopPropagation()
    showThread()
    nextTick(() => window.dispatchEvent(new KeyboardEvent('keydown', event))).catch(report)
  }, { capture: true })

  return {
    shows,
    isSwitched,
    isNarrow,
    count: computed(() => tabs.value.length),
    width: usePaneWidth('besideWidth'),
    showThread,
    showFiles,
    hideFiles: () => isShown.value = false,
    hideThread: () => layout.value = 'files',
  }
}
