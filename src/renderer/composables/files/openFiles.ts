import type { HostConnection } from '../../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, onScopeDispose, type Ref, shallowReactive, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { toDistinctNames } from '../../text/paths'
import { useHost } from '../host/useHost'
import { useLastTexts } from '../useLastChoices'
import { closeTab, keepTab, openTab, parseTabs, renameTab, serializeTabs, type TabList } from './tabList'

interface FileTab {
  readonly path: string
  /** Name of the file, with as many parent folders as needed to distinguish it. */
  readonly name: string
  readonly isUnsaved: boolean
  /** Whether the next previewed file replaces it. */
  readonly isPreview: boolean
}

/** Options for opening a file: at a line and column (from 1), as a preview, or without focusing it. */
export interface OpenOptions {
  readonly line?: number
  readonly column?: number
  readonly isPreview?: boolean
  readonly isQuiet?: boolean
}

/** A file to open. A new object for each request. */
interface RequestedFile extends OpenOptions {
  readonly path: string
}

/** The files open beside a thread. They are restored after a restart; the host keeps unsaved text. */
export interface OpenFiles {
  readonly tabs: ComputedRef<readonly FileTab[]>
  /** Path of the active tab. */
  readonly active: ComputedRef<string | undefined>
  readonly asked: ShallowRef<RequestedFile | undefined>
  /** Whether there are tabs and the person has not hidden them. */
  readonly isShown: Ref<boolean>
  /** Whether to open the files that the agent works on. */
  readonly isFollowed: ShallowRef<boolean>
  open(path: string, how?: OpenOptions): void
  close(path: string): void
  /** Makes a preview permanent. */
  keep(path: string): void
  /** Replaces a path by the real path, with links resolved. */
  rename(path: string, real: string): void
}

const openFilesKey: InjectionKey<(threadId: string) => OpenFiles> = Symbol('openFiles')

/** Provides the open files of all threads to descendants. */
export function provideOpenFiles(): void {
  const connection = useHost()
  const stored = useLastTexts()
  const unsaved = trackUnsavedPaths(connection)
  const known = new Map<string, OpenFiles>()
  provideLocal(openFilesKey, (threadId) => {
    const files = known.get(threadId) ?? createOpenFiles(stored(`files.${threadId}`), unsaved)
    known.set(threadId, files)
    return files
  })
  onScopeDispose(connection.on('threadRemoved', ({ threadId }) => {
    known.delete(threadId)
    stored(`files.${threadId}`).value = ''
  }))
}

/** Returns the open files of any thread. Outside the app, they are not stored. */
export function useOpenFiles(): (threadId: string) => OpenFiles {
  return injectLocal(openFilesKey, () => createOpenFiles(shallowRef(''), new Set()))
}

/** Tracks files with unsaved text by their real paths. */
function trackUnsavedPaths({ host, on }: HostConnection): ReadonlySet<string> {
  const unsaved = shallowReactive(new Set<string>())
  const reported = new Set<string>()
  onScopeDispose(on('bufferChanged', ({ path, state }) => {
    reported.add(path)
    if (state.isUnsaved)
      unsaved.add(path)
    else
      unsaved.delete(path)
  }))
  host.unsavedFiles({}).then((files) => {
    for (const { path } of files) {
      if (!reported.has(path)) // events that arrived meanwhile are newer
        unsaved.add(path)
    }
  }).catch(report)
  return unsaved
}

function createOpenFiles(stored: Ref<string>, unsaved: ReadonlySet<string>): OpenFiles {
  /** Tabs that were changed in this window. They are newer than the stored ones. */
  const changed = shallowRef<TabList>()
  const list = computed(() => changed.value ?? parseTabs(stored.value))
  const asked = shallowRef<RequestedFile>()
  const isHidden = shallowRef(false)

  function change(next: TabList): void {
    if (next === list.value)
      return
    changed.value = next
    stored.value = serializeTabs(next)
  }

  return {
    tabs: computed(() => {
      const { paths, preview } = list.value
      const names = toDistinctNames(paths)
      return paths.map((path, index) =>
        ({ path, name: names[index]!, isUnsaved: unsaved.has(path), isPreview: path === preview })) // a name for each path
    }),
    active: computed(() => list.value.active),
    asked,
    isShown: computed({
      get: () => list.value.paths.length > 0 && !isHidden.value,
      set: isShown => isHidden.value = !isShown,
    }),
    isFollowed: shallowRef(false),
    open(path, how = {}) {
      change(openTab(list.value, path, how.isPreview))
      isHidden.value = false
      asked.value = { path, ...how }
    },
    close: path => change(closeTab(list.value, path)),
    keep: path => change(keepTab(list.value, path)),
    rename: (path, real) => change(renameTab(list.value, path, real)),
  }
}
