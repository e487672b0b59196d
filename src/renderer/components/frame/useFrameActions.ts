import type { Dialogs } from '../../composables/useDialogs'
import type { Action } from '../../composables/useShortcuts'
import { onScopeDispose } from 'vue'
import { shortcuts } from '../../composables/shortcuts'

/** Puts what the whole window can do into the table of actions. */
export function useFrameActions({ actions, dialogs, refreshEnvironment, toggleSide, step }: {
  actions: Map<string, Action>
  dialogs: Dialogs
  refreshEnvironment: () => void
  toggleSide: () => void
  /** Opens the thread that many places further down the list. */
  step: (by: 1 | -1) => void
}): void {
  const own: readonly Action[] = [
    { id: 'newThread', name: 'New thread', keys: shortcuts.newThread, run: () => dialogs.newThread.value = {} },
    { id: 'palette', name: 'Command palette', keys: shortcuts.palette, run: () => dialogs.isPaletteOpen.value = true },
    { id: 'rules', name: 'Rules', keys: [], run: () => dialogs.rules.value = {} },
    { id: 'decisions', name: 'Decisions', keys: [], run: () => dialogs.decisions.value = {} },
    { id: 'refreshEnvironment', name: 'Read the shell\'s environment again', keys: [], run: refreshEnvironment },
    { id: 'sessions', name: 'Earlier sessions of an agent', keys: [], run: () => dialogs.sessions.value = {} },
    { id: 'mcpServers', name: 'MCP servers', keys: [], run: () => dialogs.areMcpServersOpen.value = true },
    { id: 'toggleThreads', name: 'Show or hide the threads', keys: shortcuts.toggleThreads, run: toggleSide },
    { id: 'nextThread', name: 'Next thread', keys: shortcuts.nextThread, run: () => step(1) },
    { id: 'previousThread', name: 'Previous thread', keys: shortcuts.previousThread, run: () => step(-1) },
  ]
  // The component that provides the table cannot inject it, so these are added by hand.
  own.forEach(action => actions.set(action.id, action))
  onScopeDispose(() => own.forEach(({ id }) => actions.delete(id)))
}
