import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { useSideColumn } from '../../composables/useSideColumn'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { type OpenOptions, useOpenFiles } from '../../composables/files/openFiles'
import { useHost } from '../../composables/host/useHost'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { createFilesMemory, type FilesMemory } from './filesMemory'
import { filesWords } from './words'

/** A view of the files panel. */
type FilesView = FilesMemory['view']['value']

/** The window's files panel. */
export interface FilesPlace {
  readonly thread: ComputedRef<ThreadSummary | undefined>
  readonly isShown: ComputedRef<boolean>
  readonly isQuickOpen: ShallowRef<boolean>
  /** The view to focus once it is drawn. */
  readonly wanted: ShallowRef<FilesView | undefined>
  show(view: FilesView): void
  toggle(): void
  memory(thread: Pick<ThreadSummary, 'threadId' | 'folder'>): FilesMemory
  /** Opens a file beside the open thread. */
  open(path: string, how?: OpenOptions): void
}

const maxRecent = 50
const placeKey: InjectionKey<FilesPlace> = Symbol('files place')

/**
 * Provides the files panel to descendants and registers its actions. Long because it has a function per action of the
 * panel.
 */
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
  /** The element that had the focus before the panel. */
  let focusedBefore: Element | null = null

  function show(view: FilesView): void {
    if (!hasFocus())
      focusedBefore = document.activeElement
    side.tab.value = 'files'
    if (!side.isShown.value)
      side.toggle()
    if (thread.value)
      memory(thread.value).view.value = view
    wanted.value = view
  }

  function hide(): void {
    const hadFocus = hasFocus()
    side.tab.value = 'threads'
    side.uncover()
    if (hadFocus && focusedBefore instanceof HTMLElement && focusedBefore.isConnected)
      focusedBefore.focus()
  }

  function memory({ threadId, folder }: Pick<ThreadSummary, 'threadId' | 'folder'>): FilesMemory {
    const existing = memories.get(threadId) ?? createFilesMemory({ connection, threadId, folder })
    memories.set(threadId, existing)
    return existing
  }

  function open(path: string, how: OpenOptions = {}): void {
    if (!thread.value)
      return
    const { recent } = memory(thread.value)
    recent.value = [path, ...recent.value.filter(other => other !== path)].slice(0, maxRecent)
    // A panel over the editor closes and loses the focus, so the editor gets it.
    openFiles(thread.value.threadId).open(path, side.isOver.value ? { ...how, isQuiet: false } : how)
    side.uncover()
  }

  onScopeDispose(connection.on('threadRemoved', ({ threadId }) => void memories.delete(threadId)))
  const { actions: words } = filesWords
  const isOpen = computed(() => thread.value !== undefined)
  useAction({
    id: 'files',
    name: words.files,
    keys: shortcuts.files,
    run: () => isShown.value && hasFocus() ? hide() : show('tree'),
  })
  useAction({
    id: 'searchInFiles',
    name: words.searchInFiles,
    keys: shortcuts.searchInFiles,
    run: () => show('search'),
  }, { when: isOpen })
  useAction({
    id: 'quickOpen',
    name: words.quickOpen,
    keys: shortcuts.quickOpen,
    run: () => isQuickOpen.value = true,
  }, { when: isOpen })

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

function hasFocus(): boolean {
  return document.activeElement?.closest('[data-place=files]') != null
}
