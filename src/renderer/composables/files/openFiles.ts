import type { HostConnection } from '../../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, onScopeDispose, type Ref, shallowReactive, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { distinctNames } from '../../text/paths'
import { useHost } from '../host/useHost'
import { useLastTexts } from '../useLastChoices'
import { closeTab, keepTab, openTab, renameTab, type TabList, tabsOfText, textOfTabs } from './tabList'

/** A file that is in a tab. */
interface FileTab {
  readonly path: string
  /** Its name, with as much of its folder as tells it from the others. */
  readonly name: string
  readonly isUnsaved: boolean
  /** The next look at a file takes this tab over. */
  readonly isPreview: boolean
}

/** How a file is opened: at a line and column (both count from 1), for a look only, without taking the keyboard. */
export interface OpenHow {
  readonly line?: number
  readonly column?: number
  readonly isPreview?: boolean
  readonly isQuiet?: boolean
}

/** A file that was asked for; each time a new object. */
interface AskedFile extends OpenHow {
  readonly path: string
}

/** The files that are open beside a thread. Kept over restarts; what is unsaved in them the host keeps. */
export interface OpenFiles {
  readonly tabs: ComputedRef<readonly FileTab[]>
  /** The path of the tab in front. */
  readonly active: ComputedRef<string | undefined>
  readonly asked: ShallowRef<AskedFile | undefined>
  /** There are tabs, and the person has not hidden them. */
  readonly isShown: Ref<boolean>
  /** What the agent works on is opened as it gets there. */
  readonly isFollowed: ShallowRef<boolean>
  open(path: string, how?: OpenHow): void
  close(path: string): void
  /** The file stays in its tab when others are looked at. */
  keep(path: string): void
  /** A file turned out to be this one, by links. */
  rename(path: string, real: string): void
}

const openFilesKey: InjectionKey<(threadId: string) => OpenFiles> = Symbol('openFiles')

/** Keeps the open files of every thread for the components below. */
export function provideOpenFiles(): void {
  const connection = useHost()
  const kept = useLastTexts()
  const unsaved = unsavedPaths(connection)
  const known = new Map<string, OpenFiles>()
  provideLocal(openFilesKey, (threadId) => {
    const files = known.get(threadId) ?? openFilesOf(kept(`files.${threadId}`), unsaved)
    known.set(threadId, files)
    return files
  })
  onScopeDispose(connection.on('threadRemoved', ({ threadId }) => {
    known.delete(threadId)
    kept(`files.${threadId}`).value = ''
  }))
}

/** The open files of any thread; those of a thread that is shown without the app are kept nowhere. */
export function useOpenFiles(): (threadId: string) => OpenFiles {
  return injectLocal(openFilesKey, () => openFilesOf(shallowRef(''), new Set()))
}

/** Which files have text that is not saved, by their real paths. */
function unsavedPaths({ host, on }: HostConnection): ReadonlySet<string> {
  const unsaved = shallowReactive(new Set<string>())
  const told = new Set<string>()
  onScopeDispose(on('bufferChanged', ({ path, state }) => {
    told.add(path)
    if (state.isUnsaved)
      unsaved.add(path)
    else
      unsaved.delete(path)
  }))
  host.unsavedFiles({}).then((files) => {
    for (const { path } of files) {
      if (!told.has(path)) // what was told meanwhile is newer
        unsaved.add(path)
    }
  }).catch(report)
  return unsaved
}

function openFilesOf(kept: Ref<string>, unsaved: ReadonlySet<string>): OpenFiles {
  /** What this window has is newer than what was kept. */
  const changed = shallowRef<TabList>()
  const list = computed(() => changed.value ?? tabsOfText(kept.value))
  const asked = shallowRef<AskedFile>()
  const isHidden = shallowRef(false)

  function change(next: TabList): void {
    if (next === list.value)
      return
    changed.value = next
    kept.value = textOfTabs(next)
  }

  return {
    tabs: computed(() => {
      const { paths, preview } = list.value
      const names = distinctNames(paths)
      return paths.map((path, index) =>
        ({ path, name: names[index]!, isUnsaved: unsaved.has(path), isPreview: path === preview })) // a name for each path
    }),
    active: computed(() => list.value.active),
    asked,
    isShown: computed({ get: () => list.value.paths.length > 0 && !isHidden.value, set: isShown => isHidden.value = !isShown }),
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
