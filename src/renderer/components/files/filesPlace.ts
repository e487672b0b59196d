import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useSideColumn } from '../../composables/useSideColumn'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { type OpenHow, useOpenFiles } from '../../composables/files/openFiles'
import { useHost } from '../../composables/host/useHost'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { createFilesMemory, type FilesMemory } from './filesMemory'
import { filesWords } from './words'

/** A view of the files. */
type FilesView = FilesMemory['view']['value']

/** The window's files panel, and opening files from it. */
export interface FilesPlace {
  readonly thread: ComputedRef<ThreadSummary | undefined>
  readonly isShown: ComputedRef<boolean>
  readonly isQuickOpen: ShallowRef<boolean>
  /** The view to focus. */
  readonly wanted: ShallowRef<FilesView | undefined>
  show(view: FilesView): void
  toggle(): void
  memory(thread: Pick<ThreadSummary, 'threadId' | 'folder'>): FilesMemory
  /** Opens a file beside the open thread. */
  open(path: string, how?: OpenHow): void
}

const maxRecent = 50
const placeKey: InjectionKey<FilesPlace> = Symbol('files place')

/** Provides it with its actions to descendants. */
export function provideFilesPlace({ thread, side }: {
  thread: ComputedRef<ThreadSummary | undefined>
  side: Pick<ReturnType<typeof useSideColumn>, 'isShown' | 'isOver' | 'tab' | 'toggle' | 'uncover'>
}): FilesPlace {
  const connection = useHost()
  const openFiles = useOpenFiles()
  const memories = new Map<string, FilesMemory>()
  const isShown = computed(() => side.isShown.value && side.tab.value === 'files')
  const isQuickOpen = shallowRef(false)
  const wanted = shallowRef<FilesView>()
  /** The element focused before the files. */
  let before: Element | null = null

  function show(view: FilesView): void {
    if (!hasKeyboard())
      before = document.activeElement
    side.tab.value = 'files'
    if (!side.isShown.value)
      side.toggle()
    if (thread.value)
      memory(thread.value).view.value = view
    wanted.value = view
  }

  function hide(): void {
    const had = hasKeyboard()
    side.tab.value = 'threads'
    side.uncover()
    if (had && before instanceof HTMLElement && before.isConnected)
      before.focus()
  }

  function memory({ threadId, folder }: Pick<ThreadSummary, 'threadId' | 'folder'>): FilesMemory {
    const known = memories.get(threadId) ?? createFilesMemory({ connection, threadId, folder })
    memories.set(threadId, known)
    return known
  }

  function open(path: string, how: OpenHow = {}): void {
    if (!thread.value)
      return
    const { recent } = memory(thread.value)
    recent.value = [path, ...recent.value.filter(one => one !== path)].slice(0, maxRecent)
    // A column over the files closes and removes the focus.
    openFiles(thread.value.threadId).open(path, side.isOver.value ? { ...how, isQuiet: false } : how)
    side.uncover()
  }

  onScopeDispose(connection.on('threadRemoved', ({ threadId }) => void memories.delete(threadId)))
  const { actions: words } = filesWords
  const isThere = computed(() => thread.value !== undefined)
  useAction({
    id: 'files',
    name: words.files,
    keys: shortcuts.files,
    run: () => isShown.value && hasKeyboard() ? hide() : show('tree'),
  })
  useAction({ id: 'searchInFiles', name: words.searchInFiles, keys: shortcuts.searchInFiles, run: () => show('search') }, { when: isThere })
  useAction({ id: 'quickOpen', name: words.quickOpen, keys: shortcuts.quickOpen, run: () => isQuickOpen.value = true }, { when: isThere })

  const place: FilesPlace = {
    thread,
    isShown,
    isQuickOpen,
    wanted,
    show,
    toggle: () => isShown.value ? hide() : show('tree'),
    memory,
    open,
  }
  provideLocal(placeKey, place)
  return place
}

/** `undefined` outside the app. */
export function useFilesPlace(): FilesPlace | undefined {
  return injectLocal(placeKey, undefined)
}

function hasKeyboard(): boolean {
  return document.activeElement?.closest('[data-place=files]') != null
}
