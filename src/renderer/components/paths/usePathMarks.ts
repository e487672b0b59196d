import { useDebounceFn } from '@vueuse/core'
import { type Ref, shallowRef, watch, watchPostEffect } from 'vue'
import { useThreadFolder } from '../../composables/thread/threadContext'
import { findPaths, parsePathAddress, parseWholePath, type WholePath } from '../../text/findPaths'
import { getFolderName, isWindowsFolder, toRelativePath } from '../../text/paths'
import { useEntryPaths } from './entryPaths'
import { createLinkAttributes } from './pathLink'

/** Delay before paths at the end of a growing message are looked up, as the last one may be incomplete. */
const settleMs = 300

/**
 * Turns elements of class `path`, links and pictures inside `root` into links to files, once their paths are looked up.
 * `drawn` changes whenever they are redrawn.
 */
export function usePathMarks(root: Readonly<Ref<HTMLElement | null>>, drawn: Readonly<Ref<unknown>>): void {
  const paths = useEntryPaths()
  if (!paths)
    return
  const folder = useThreadFolder()
  const isWindows = isWindowsFolder(folder)
  const isStill = shallowRef(true)
  const settle = useDebounceFn(() => isStill.value = true, settleMs)
  watch(drawn, () => {
    isStill.value = false
    return settle()
  })
  /** Reads the path from the address of a link or picture, from a whole piece of code, or from a text. */
  function readPath(element: Element): WholePath | undefined {
    if (element.matches('code'))
      return parseWholePath(element.textContent)
    const [named] = findPaths(element.textContent, { max: 2, isWindows }) // two words may be one path with a blank
    if (!element.matches('a, .image'))
      return named
    const target = parsePathAddress(element.getAttribute('title') ?? '', isWindows)
    // The text may have the line of the address's file.
    const line = named && target && getFolderName(named.path) === getFolderName(target.path)
      ? named.line
      : undefined
    return target && { ...line !== undefined && { line }, ...target, path: toRelativePath(target.path, folder) }
  }

  watchPostEffect(() => {
    void drawn.value
    const last = isStill.value ? undefined : root.value?.lastElementChild
    for (const element of root.value?.querySelectorAll('.path, a.target, .image') ?? []) {
      if (element.parentElement?.closest('[data-path]') || element.hasAttribute('data-path'))
        continue
      const named = readPath(element)
      const place = named && paths.find(named.path, !last?.contains(element))
      if (place === undefined)
        continue
      for (const part of element.querySelectorAll('[data-path]'))
        part.replaceWith(...part.childNodes)
      const { line, column } = named!
      const link = createLinkAttributes({
        path: place,
        ...line !== undefined && { line },
        ...column !== undefined && { column },
      })
      for (const [name, value] of Object.entries(link))
        element.setAttribute(name, String(value))
    }
  })
}
