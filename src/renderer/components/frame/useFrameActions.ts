import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Dialogs } from '../../composables/useDialogs'
import { useEventListener } from '@vueuse/core'
import { useHost } from '../../composables/host/useHost'
import { matchesKeys } from '../../composables/keys'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { useProblems } from '../../composables/useProblems'
import { searchWords } from '../search/words'
import { findNextThreadId } from '../threads/findNextThreadId'
import { useThreadGroups } from '../threads/useThreadGroups'
import { frameWords } from './words'

/** Registers the window's actions. */
export function useFrameActions({ dialogs, toggleSide, threads, openId, openThread }: {
  dialogs: Dialogs
  toggleSide: () => void
  threads: () => readonly ThreadSummary[]
  openId: () => string | undefined
  openThread: (threadId: string | undefined) => void
}): void {
  const { host } = useHost()
  const problems = useProblems()
  const { actions: words } = frameWords
  const { shown } = useThreadGroups(threads)
  const step = (by: 1 | -1): void => openThread(findNextThreadId(shown.value, openId(), by))

  function refreshEnvironment(): void {
    problems.start(frameWords.environmentNotRead, () => host.refreshEnvironment({}), { canRetry: false })
  }

  useSelectAll()
  useAction({
    id: 'newThread',
    name: words.newThread,
    keys: shortcuts.newThread,
    run: () => dialogs.newThread.value = {},
  })
  useAction({
    id: 'palette',
    name: words.palette,
    keys: shortcuts.palette,
    run: () => dialogs.isPaletteOpen.value = true,
  })
  useAction({
    id: 'search',
    name: searchWords.name,
    keys: shortcuts.searchEverything,
    run: () => dialogs.search.value = {},
  })
  useAction({
    id: 'settings',
    name: words.settings,
    keys: shortcuts.settings,
    run: () => dialogs.openSettings({ section: 'appearance' }),
  })
  useAction({ id: 'rules', name: words.rules, keys: [], run: () => dialogs.openSettings({ section: 'rules' }) })
  useAction({
    id: 'decisions',
    name: words.decisions,
    keys: [],
    run: () => dialogs.openSettings({ section: 'decisions' }),
  })
  useAction({ id: 'refreshEnvironment', name: words.refreshEnvironment, keys: [], run: refreshEnvironment })
  useAction({ id: 'sessions', name: words.sessions, keys: [], run: () => dialogs.sessions.value = {} })
  useAction({ id: 'mcpServers', name: words.mcpServers, keys: [], run: () => dialogs.openSettings({ section: 'mcp' }) })
  useAction({ id: 'toggleThreads', name: words.toggleThreads, keys: shortcuts.toggleThreads, run: toggleSide })
  useAction({ id: 'nextThread', name: words.nextThread, keys: shortcuts.nextThread, run: () => step(1) })
  useAction({ id: 'previousThread', name: words.previousThread, keys: shortcuts.previousThread, run: () => step(-1) })
}

/** Elements whose whole content "select all" selects. */
const selectableParts = 'dialog, [role=log], [role=region], aside, main'

/** Makes Ctrl+A select only the focused part, the dialog, the conversation, or the page. */
export function useSelectAll(): void {
  useEventListener(document, 'keydown', (event) => {
    const { target } = event
    if (event.defaultPrevented || !matchesKeys('Mod+A', event) || !(target instanceof Element) || isField(target))
      return
    const part = target.closest(selectableParts)
      ?? document.querySelector('dialog[open]')
      ?? document.querySelector('[role=log]')
      ?? document.querySelector('main')
    if (!part)
      return
    event.preventDefault()
    getSelection()?.selectAllChildren(part)
  })
}

function isField(target: Element): boolean {
  return target.matches('input, textarea, select, [contenteditable]')
}
