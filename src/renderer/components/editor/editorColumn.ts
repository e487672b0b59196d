import { useMediaQuery } from '@vueuse/core'
import { computed, reactive } from 'vue'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useShortcuts'
import { usePaneWidth } from '../frame/usePaneWidth'
import { useOpenFiles } from './openFiles'
import { editorWords as words } from './words'

/** Where the open files of a thread stand: beside its conversation, or over it where there is no room for both. */
export function useEditorColumn(threadId: string) {
  const files = useOpenFiles()(threadId)
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  /** Of the conversation, as long as files stand beside it. */
  const width = usePaneWidth('besideWidth')
  const isShown = files.isShown
  useAction(
    { id: 'toggleEditor', name: words.toggle, keys: shortcuts.toggleEditor, run: () => isShown.value = !isShown.value },
    { when: () => files.tabs.value.length > 0 },
  )
  return reactive({
    isShown,
    isBeside: computed(() => isShown.value && !isNarrow.value),
    isOver: computed(() => isShown.value && isNarrow.value),
    width,
  })
}
