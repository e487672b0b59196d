import { onScopeDispose, shallowRef, watch } from 'vue'

/** Takes files that are dropped on `element`; `isOver` while some are held above it. */
export function useDropTarget(element: () => HTMLElement | null | undefined, take: (files: FileList) => void) {
  const isOver = shallowRef(false)

  const handlers: Readonly<Record<string, (event: DragEvent) => void>> = {
    dragover: (event) => {
      if (!hasFiles(event))
        return
      event.preventDefault() // only so is it a target
      isOver.value = true
    },
    dragleave: (event) => {
      // Also left for each of its own children.
      if (!(event.relatedTarget instanceof Node && element()?.contains(event.relatedTarget)))
        isOver.value = false
    },
    drop: (event) => {
      isOver.value = false
      if (!hasFiles(event))
        return
      event.preventDefault()
      take(event.dataTransfer!.files) // there, or it had no files
    },
  }

  const stop = watch(element, (now, before) => {
    listen(before, 'removeEventListener')
    listen(now, 'addEventListener')
  }, { immediate: true, flush: 'post' })
  onScopeDispose(() => {
    stop()
    listen(element(), 'removeEventListener')
  })

  function listen(target: HTMLElement | null | undefined, how: 'addEventListener' | 'removeEventListener'): void {
    for (const [type, handler] of Object.entries(handlers))
      target?.[how](type, handler as EventListener) // each is registered under its own type
  }

  return { isOver }
}

/** Text that is dragged goes where it always goes. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
