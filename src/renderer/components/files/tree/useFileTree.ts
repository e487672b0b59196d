import type { FileMark } from '../../../../shared/contract/methods/fileMethods'
import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import type { FilesMemory } from '../filesMemory'
import { useDebounceFn } from '@vueuse/core'
import { computed, nextTick, onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { maxWatchedFolders } from '../../../../shared/files/fileLimits'
import { useHost } from '../../../composables/host/useHost'
import { toggleItem } from '../../../composables/toggleItem'
import { report } from '../../../report'
import { listPathNames, toDistinctNames, toRelativePath } from '../../../text/paths'
import { type FileRow, joinPath, listFileRows } from './fileRows'

/** Delay that batches changes of the watched folders. */
const watchDelayMs = 50
/** Delay that batches requests for git's marks. */
const marksDelayMs = 300

/**
 * The file tree of a thread. Reads a folder when it is first unfolded and after each change. Long because loading,
 * watching and unfolding share the loaded folders.
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
  /** Git branch of the thread's folder. */
  const branch = shallowRef<string>()
  const roots = computed(() => {
    const paths = [thread().folder, ...thread().additionalFolders]
    const names = toDistinctNames(paths)
    return paths.map((path, index) => ({ path, name: names[index]! })) // one per folder
  })
  const tree = computed(() => listFileRows({
    roots: roots.value,
    folders: folders.value,
    isUnfolded: path => unfolded.value.has(path),
    showsIgnored: showsIgnored.value,
  }))
  const shown = computed(() => tree.value.shown)
  let isDisposed = false

  /** Folders being read; `true` if one changed meanwhile and must be read again. */
  const reading = new Map<string, boolean>()
  async function load(folder: string): Promise<void> {
    if (reading.has(folder))
      return void reading.set(folder, true)
    do {
      reading.set(folder, false)
      const state = await host.listFolder({ threadId, path: folder }).catch(error => ({ failed: errorMessage(error) }))
      folders.value = new Map(folders.value).set(folder, state)
    } while (reading.get(folder) === true && !isDisposed)
    reading.delete(folder)
  }

  async function loadMarks(): Promise<void> {
    branch.value = await host.currentBranch({ threadId })
    const found = await host.listFileMarks({ threadId })
    marks.value = new Map(found.map(({ path, mark }) => [path, mark]))
  }
  // Catches inside, as `maxWait` returns a different promise.
  const loadMarksSoon = useDebounceFn(() => loadMarks().catch(report), marksDelayMs, { maxWait: 4 * marksDelayMs })
  const watchShownSoon = useDebounceFn(watchShown, watchDelayMs)
  const getRealPath = (folder: string): string => folders.value.get(folder)?.path ?? folder
  let watched: ReadonlySet<string> = new Set()
  async function watchShown(): Promise<void> {
    if (isDisposed)
      return
    const previous = watched
    watched = new Set(shown.value.slice(0, maxWatchedFolders).map(getRealPath))
    const added = [...watched].filter(folder => !previous.has(folder))
    await host.watchFolders({ threadId, paths: [...watched] })
    if (added.length === 0)
      return
    // A folder may have changed between reading and watching.
    loadMarksSoon()?.catch(report)
    shown.value.filter(folder => added.includes(getRealPath(folder))).forEach(folder => load(folder).catch(report))
  }

  // Shows the cached entries at once and rereads them.
  shown.value.forEach(folder => load(folder).catch(report))
  loadMarks().catch(report)
  watch(() => shown.value.join('\0'), () => {
    shown.value.filter(folder => !folders.value.has(folder)).forEach(folder => load(folder).catch(report))
    watchShownSoon()?.catch(report)
  }, { immediate: true })
  onScopeDispose(on('filesChanged', (event) => {
    if (event.threadId !== threadId)
      return
    const changed = new Set(event.folders)
    shown.value.filter(folder => changed.has(folder) || changed.has(getRealPath(folder)))
      .forEach(folder => load(folder).catch(report))
    loadMarksSoon()?.catch(report)
  }))
  onScopeDispose(() => {
    isDisposed = true
    host.watchFolders({ threadId, paths: [] }).catch(report)
  })

  function toggle(path: string): void {
    unfolded.value = toggleItem(unfolded.value, path)
  }

  /** Unfolds a file's parent folders. */
  function unfoldTo(path: string): void {
    const next = new Set(unfolded.value)
    for (const { path: root } of roots.value) {
      let folder = folders.value.get(root)?.path ?? root
      const below = toRelativePath(path, folder)
      if (below === path)
        continue
      next.add(root)
      for (const name of listPathNames(below).slice(0, -1))
        next.add(folder = joinPath(folder, name))
    }
    unfolded.value = next
  }

  function foldAll(): void {
    unfolded.value = new Set()
  }

  return { rows: computed(() => tree.value.rows), roots, branch, marks, load, toggle, unfoldTo, foldAll }
}

/** Unfolds the active file's folders and scrolls to it, unless the focus is in the tree. */
export function useReveal({ active, rows, box, list, unfoldTo, setTabStop, focus }: {
  active: Readonly<Ref<string | undefined>>
  rows: Readonly<Ref<readonly FileRow[]>>
  box: Readonly<ShallowRef<HTMLElement | null>>
  list: Readonly<Ref<{ scrollToIndex(index: number, options?: { align: 'nearest' }): void } | null>>
  unfoldTo: (path: string) => void
  setTabStop: (row: FileRow) => void
  focus: () => Promise<void>
}): void {
  /** Path of the file to reveal once its folders are read. */
  const pendingPath = shallowRef<string>()
  watch(active, (path) => {
    pendingPath.value = box.value?.contains(document.activeElement) ? undefined : path
    if (pendingPath.value !== undefined)
      unfoldTo(pendingPath.value)
  }, { immediate: true })
  watch([rows, pendingPath], () => {
    const index = pendingPath.value === undefined ? -1 : rows.value.findIndex(({ key }) => key === pendingPath.value)
    if (index < 0)
      return
    pendingPath.value = undefined
    const hasFocus = box.value?.contains(document.activeElement)
    setTabStop(rows.value[index]!)
    nextTick(() => hasFocus ? focus() : list.value?.scrollToIndex(index, { align: 'nearest' })).catch(report)
  }, { immediate: true })
}
