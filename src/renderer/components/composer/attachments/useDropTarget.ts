import { useEventListener } from '@vueuse/core'
import { shallowRef } from 'vue'

/** Dropped files, and names of dropped folders. */
export interface Dropped {
  readonly files: readonly File[]
  readonly folders?: readonly string[]
}

/**
 * Takes files that are dropped on `element`; `isOver` while some are held above it. (VueUse's `useDropZone` would
 * refuse dragged text for everything inside, the message box included.)
 */
export function useDropTarget(element: () => HTMLElement | null | undefined, take: (dropped: Dropped) => void) {
  const isOver = shallowRef(false)

  useEventListener(element, 'dragover', (event) => {
    if (!hasFiles(event))
      return
    event.preventDefault() // required to allow a drop
    isOver.value = true
  })
  useEventListener(element, 'dragleave', (event) => {
    // Also fired when moving between children.
    if (!(event.relatedTarget instanceof Node && element()?.contains(event.relatedTarget)))
      isOver.value = false
  })
  useEventListener(element, 'drop', (event) => {
    isOver.value = false
    if (!hasFiles(event))
      return
    event.preventDefault()
    take(droppedIn(event.dataTransfer!)) // checked by `hasFiles`
  })

  return { isOver }
}

/** Whether files are dragged; text is left to the browser. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Separates folders, which only their entries reveal. Must be called during the event. */
function droppedIn({ items }: DataTransfer): Dropped {
  const files: File[] = []
  const folders: string[] = []
  for (const item of items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : undefined
    const file = item.getAsFile()
    if (entry?.isDirectory === true)
      folders.push(entry.name)
    else if (file)
      files.push(file)
  }
  return { files, folders }
}
