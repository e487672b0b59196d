import { useDebounceFn } from '@vueuse/core'
import { type Ref, shallowRef, watch, watchPostEffect } from 'vue'
import { useThreadFolder } from '../../composables/thread/threadContext'
import { findPaths, parsePathAddress, parseWholePath, type WholePath } from '../../text/findPaths'
import { getFolderName, isWindowsFolder, toRelativePath } from '../../text/paths'
import { useEntryPaths } from './entryPaths'
import { linkAttributes } from './pathLink'

/** How long the end of a message must be unchanged before it counts as complete: half a path is not a path. */
const stillMs = 300

/**
 * Links elements of class `path`, links and pictures below `root` that name files, once looked up. Each leads to the
 * path in its text or address. `drawn` changes whenever they are redrawn; its last part may still grow.
 */
export function usePathMarks(root: Readonly<Ref<HTMLElement | null>>, drawn: Readonly<Ref<unknown>>): void {
  const paths = useEntryPaths()
  if (!paths)
    return
  const folder = useThreadFolder()
  const isWindows = isWindowsFolder(folder)
  const isStill = shallowRef(true)
  const settle = useDebounceFn(() => isStill.value = true, stillMs)
  watch(drawn, () => {
    isStill.value = false
    return settle()
  })
  /** The address of a link or picture, a piece of code as a whole, or the names in a text. */
  function getPath(element: Element): WholePath | undefined {
    if (element.matches('code'))
      return parseWholePath(element.textContent)
    const [written] = findPaths(element.textContent, { max: 2, isWindows }) // two words may be one path with a blank
    if (!element.matches('a, .image'))
      return written
    const meant = parsePathAddress(element.getAttribute('title') ?? '', isWindows)
    // The text may have the line of the address's file.
    const line = written && meant && getFolderName(written.path) === getFolderName(meant.path)
      ? written.line
      : undefined
    return meant && { ...line !== undefined && { line }, ...meant, path: toRelativePath(meant.path, folder) }
  }

  watchPostEffect(() => {
    void drawn.value
    const last = isStill.value ? undefined : root.value?.lastElementChild
    for (const element of root.value?.querySelectorAll('.path, a.target, .image') ?? []) {
      if (element.parentElement?.closest('[data-path]') || element.hasAttribute('data-path'))
        continue
      const named = getPath(element)
      const place = named && paths.find(named.path, !last?.contains(element))
      if (place === undefined)
        continue
      for (const part of element.querySelectorAll('[data-path]'))
        part.replaceWith(...part.childNodes)
      const { line, column } = named!
      const link = linkAttributes({
        path: place,
        ...line !== undefined && { line },
        ...column !== undefined && { column },
      })
      for (const [name, value] of Object.entries(link))
        element.setAttribute(name, String(value))
    }
  })
}
