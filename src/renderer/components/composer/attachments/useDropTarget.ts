import { useEventListener } from '@vueuse/core'
import { shallowRef } from 'vue'

/** Dropped files, and names of dropped folders. */
export interface DroppedItems {
  readonly files: readonly File[]
  readonly folders?: readonly string[]
}

/**
 * Calls `take` with files dropped on `element`. `isOver` is true while files are dragged over it. Not VueUse's
 * `useDropZone`, which refuses dragged text for everything inside, including the message box.
 */
export function useDropTarget(element: () => HTMLElement | null | undefined, take: (dropped: DroppedItems) => void) {
  const isOver = shallowRef(false)

  useEventListener(element, 'dragover', (event) => {
    if (!hasFiles(event))
      return
    event.preventDefault() // required to allow a drop
    isOver.value = true
  })
  useEventListener(element, 'dragleave', (event) => {
    // The event also fires between children.
    if (!(event.relatedTarget instanceof Node && element()?.contains(event.relatedTarget)))
      isOver.value = false
  })
  useEventListener(element, 'drop', (event) => {
    isOver.value = false
    if (!hasFiles(event))
      return
    event.preventDefault()
    take(readDropped(event.dataTransfer!)) // checked by `hasFiles`
  })

  return { isOver }
}

/** Whether files are dragged. The browser handles text. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Separates folders from files, which only file system entries tell apart. Must be called during the event. */
function readDropped({ items }: DataTransfer): DroppedItems {
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
