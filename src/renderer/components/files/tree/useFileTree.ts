import type { FileMark } from '../../../../shared/contract/methods/fileMethods'
import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import type { FilesMemory } from '../filesMemory'
import { useDebounceFn } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { maxWatchedFolders } from '../../../../shared/files/fileLimits'
import { useHost } from '../../../composables/host/useHost'
import { toggled } from '../../../composables/toggled'
import { report } from '../../../report'
import { distinctNames, pathInFolder, pathParts } from '../../../text/paths'
import { type FileRow, fileRows, joinedPath } from './fileRows'

/** Folders that are folded or unfolded within this time are sent to the host together. */
const watchAfterMs = 50
/** Git is asked once while many files change. */
const marksAfterMs = 300

/**
 * The tree of a thread's folders: each is read when it is first unfolded, and again when the host says that it changed.
 */
export function useFileTree({ thread, memory, showsIgnored }: {
  thread: () => ThreadSummary
  memory: FilesMemory
  showsIgnored: Readonly<Ref<boolean>>
}) {
  const { host, on } = useHost()
  const { threadId } = thread()
  const { folders, unfolded } = memory
  const marks = shallowRef<ReadonlyMap<string, FileMark>>(new Map())
  /** Of the thread's own folder. */
  const branch = shallowRef<string>()
  const roots = computed(() => {
    const paths = [thread().folder, ...thread().additionalFolders]
    const names = distinctNames(paths)
    return paths.map((path, index) => ({ path, name: names[index]! })) // a name for each
  })
  const tree = computed(() => fileRows({
    roots: roots.value,
    folders: folders.value,
    isUnfolded: path => unfolded.value.has(path),
    showsIgnored: showsIgnored.value,
  }))
  const shown = computed(() => tree.value.shown)
  let isGone = false

  /** Folders that are read just now; `true` for those that changed meanwhile. */
  const reading = new Map<string, boolean>()
  async function load(folder: string): Promise<void> {
    if (reading.has(folder))
      return void reading.set(folder, true)
    do {
      reading.set(folder, false)
      const state = await host.listFolder({ threadId, path: folder }).catch(error => ({ failed: errorMessage(error) }))
      folders.value = new Map(folders.value).set(folder, state)
    } while (reading.get(folder) === true && !isGone)
    reading.delete(folder)
  }

  async function loadMarks(): Promise<void> {
    branch.value = await host.currentBranch({ threadId })
    const found = await host.listFileMarks({ threadId })
    marks.value = new Map(found.map(({ path, mark }) => [path, mark]))
  }
  // Caught in it: where the longest wait is over, its own promise is not the one that was returned.
  const marksSoon = useDebounceFn(() => loadMarks().catch(report), marksAfterMs, { maxWait: 4 * marksAfterMs })
  const watchSoon = useDebounceFn(watchShown, watchAfterMs)
  const realPath = (folder: string): string => folders.value.get(folder)?.path ?? folder
  let watched: ReadonlySet<string> = new Set()
  async function watchShown(): Promise<void> {
    if (isGone)
      return
    const before = watched
    watched = new Set(shown.value.slice(0, maxWatchedFolders).map(realPath))
    const added = [...watched].filter(folder => !before.has(folder))
    await host.watchFolders({ threadId, paths: [...watched] })
    if (added.length === 0)
      return
    // Something may have changed after it was read and before it was watched.
    marksSoon()?.catch(report)
    shown.value.filter(folder => added.includes(realPath(folder))).forEach(folder => load(folder).catch(report))
  }

  // What is known from before is shown at once, and read again.
  shown.value.forEach(folder => load(folder).catch(report))
  loadMarks().catch(report)
  watch(() => shown.value.join('\0'), () => {
    shown.value.filter(folder => !folders.value.has(folder)).forEach(folder => load(folder).catch(report))
    watchSoon()?.catch(report)
  }, { immediate: true })
  onScopeDispose(on('filesChanged', (event) => {
    if (event.threadId !== threadId)
      return
    const changed = new Set(event.folders)
    shown.value.filter(folder => changed.has(folder) || changed.has(realPath(folder)))
      .forEach(folder => load(folder).catch(report))
    marksSoon()?.catch(report)
  }))
  onScopeDispose(() => {
    isGone = true
    host.watchFolders({ threadId, paths: [] }).catch(report)
  })

  function toggle(path: string): void {
    unfolded.value = toggled(unfolded.value, path)
  }

  /** Unfolds the folders that a file lies in. */
  function unfoldTo(path: string): void {
    const next = new Set(unfolded.value)
    for (const { path: root } of roots.value) {
      let folder = folders.value.get(root)?.path ?? root
      const below = pathInFolder(path, folder)
      if (below === path)
        continue
      next.add(root)
      for (const name of pathParts(below).slice(0, -1))
        next.add(folder = joinedPath(folder, name))
    }
    unfolded.value = next
  }

  function foldAll(): void {
    unfolded.value = new Set()
  }

  return { rows: computed(() => tree.value.rows), roots, branch, marks, load, toggle, unfoldTo, foldAll }
}

/**
 * Unfolds what the file in front lies in, and scrolls to it; not while the keyboard is in the tree, where the person
 * looks around.
 */
export function useReveal({ active, rows, box, list, unfoldTo, reach, focus }: {
  active: Readonly<Ref<string | undefined>>
  rows: Readonly<Ref<readonly FileRow[]>>
  box: Readonly<ShallowRef<HTMLElement | null>>
  list: Readonly<Ref<{ scrollToIndex(index: number, options?: { align: 'nearest' }): void } | null>>
  unfoldTo: (path: string) => void
  reach: (row: FileRow) => void
  focus: () => Promise<void>
}): void {
  /** Revealed once the folders above it have been read. */
  const wanted = shallowRef<string>()
  watch(active, (path) => {
    wanted.value = box.value?.contains(document.activeElement) ? undefined : path
    if (wanted.value !== undefined)
      unfoldTo(wanted.value)
  }, { immediate: true })
  watch([rows, wanted], () => {
    const index = wanted.value === undefined ? -1 : rows.value.findIndex(({ key }) => key === wanted.value)
    if (index < 0)
      return
    wanted.value = undefined
    const hasKeyboard = box.value?.contains(document.activeElement)
    reach(rows.value[index]!)
    nextTick(() => hasKeyboard ? focus() : list.value?.scrollToIndex(index, { align: 'nearest' })).catch(report)
  }, { immediate: true })
}
