import { useDebounceFn, useEventListener } from '@vueuse/core'
import { shallowRef } from 'vue'
import { report } from '../../../report'

/** More is a transcript, which can be mentioned as a whole. */
const maxCharacters = 32_000
const settleMs = 100

/** What is selected in the conversation, also while the person writes elsewhere, until something else is clicked there. */
export function useSelectedText(main: () => Element | null | undefined) {
  const selected = shallowRef('')

  const update = useDebounceFn(() => {
    const selection = document.getSelection()
    const log = main()?.querySelector('[role=log]')
    if (selection?.anchorNode && log?.contains(selection.anchorNode))
      selected.value = selection.isCollapsed ? '' : selection.toString().slice(0, maxCharacters)
  }, settleMs)
  useEventListener(document, 'selectionchange', () => update().catch(report))

  return selected
}
