import { onScopeDispose } from 'vue'
import { shortcuts } from '../../composables/shortcuts'
import type { Action } from '../../composables/useShortcuts'

/** Puts what the whole window can do into the table of actions. */
export function useFrameActions({ actions, newThread, palette, rules, decisions, refreshEnvironment, mcpServers, sessions, toggleSide, step }: {
  actions: Map<string, Action>
  newThread: () => void
  palette: () => void
  rules: () => void
  decisions: () => void
  refreshEnvironment: () => void
  mcpServers: () => void
  sessions: () => void
  toggleSide: () => void
  /** Opens the thread that many places further down the list. */
  step: (by: 1 | -1) => void
}): void {
  const own: readonly Action[] = [
    { id: 'newThread', name: 'New thread', keys: shortcuts.newThread, run: newThread },
    { id: 'palette', name: 'Command palette', keys: shortcuts.palette, run: palette },
    { id: 'rules', name: 'Rules', keys: [], run: rules },
    { id: 'decisions', name: 'Decisions', keys: [], run: decisions },
    { id: 'refreshEnvironment', name: 'Read the shell\'s environment again', keys: [], run: refreshEnvironment },
    { id: 'sessions', name: 'Earlier sessions of an agent', keys: [], run: sessions },
    { id: 'mcpServers', name: 'MCP servers', keys: [], run: mcpServers },
    { id: 'toggleThreads', name: 'Show or hide the threads', keys: shortcuts.toggleThreads, run: toggleSide },
    { id: 'nextThread', name: 'Next thread', keys: shortcuts.nextThread, run: () => step(1) },
    { id: 'previousThread', name: 'Previous thread', keys: shortcuts.previousThread, run: () => step(-1) },
  ]
  // The component that provides the table cannot inject it, so these are added by hand.
  own.forEach(action => actions.set(action.id, action))
  onScopeDispose(() => own.forEach(({ id }) => actions.delete(id)))
}
