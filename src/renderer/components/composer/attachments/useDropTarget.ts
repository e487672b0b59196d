import { useEventListener } from '@vueuse/core'
import { shallowRef } from 'vue'

/**
 * Takes files that are dropped on `element`; `isOver` while some are held above it. (VueUse's `useDropZone` would refuse dragged text for
 * everything inside, the message box included.)
 */
export function useDropTarget(element: () => HTMLElement | null | undefined, take: (files: FileList) => void) {
  const isOver = shallowRef(false)

  useEventListener(element, 'dragover', (event) => {
    if (!hasFiles(event))
      return
    event.preventDefault() // otherwise nothing can be dropped here
    isOver.value = true
  })
  useEventListener(element, 'dragleave', (event) => {
    // Also fired on the way from one of its children to another.
    if (!(event.relatedTarget instanceof Node && element()?.contains(event.relatedTarget)))
      isOver.value = false
  })
  useEventListener(element, 'drop', (event) => {
    isOver.value = false
    if (!hasFiles(event))
      return
    event.preventDefault()
    take(event.dataTransfer!.files) // `hasFiles` has looked at it
  })

  return { isOver }
}

/** Dragged text is left to the browser. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
