import { useDebounceFn } from '@vueuse/core'
import { type Ref, shallowRef, watch, watchPostEffect } from 'vue'
import { useThreadFolder } from '../../composables/thread/threadContext'
import { findPathsIn } from '../../text/findPathsIn'
import { isWindowsFolder } from '../../text/paths'
import { useEntryPaths } from './entryPaths'
import { linkAttributes } from './pathLink'

/** How long the last words of a message must stand before they are taken as complete: half a path is not a path. */
const stillMs = 300

/**
 * Makes links of the elements of class `path` below `root` that name files, once that is known: where they stand was found in the text, and
 * each leads to what it says. `drawn` changes whenever they are drawn anew; its last part may still grow.
 */
export function usePathMarks(root: Readonly<Ref<HTMLElement | null>>, drawn: Readonly<Ref<unknown>>): void {
  const paths = useEntryPaths()
  if (!paths)
    return
  const isWindows = isWindowsFolder(useThreadFolder())
  const isStill = shallowRef(true)
  const settle = useDebounceFn(() => isStill.value = true, stillMs)
  watch(drawn, () => {
    isStill.value = false
    return settle()
  })
  watchPostEffect(() => {
    void drawn.value
    const last = isStill.value ? undefined : root.value?.lastElementChild
    for (const element of root.value?.querySelectorAll('.path') ?? []) {
      const [named] = findPathsIn(element.textContent, { max: 1, isWindows })
      const place = named && paths.find(named.path, !last?.contains(element))
      if (place === undefined)
        continue
      const { line, column } = named!
      const link = linkAttributes({ path: place, ...line !== undefined && { line }, ...column !== undefined && { column } })
      for (const [name, value] of Object.entries(link))
        element.setAttribute(name, String(value))
    }
  })
}
