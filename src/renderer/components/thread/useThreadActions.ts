import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { useDialogs } from '../../composables/useDialogs'
import { provideRunningTerminals } from '../terminal/runningTerminals'
import { threadWords as words } from './words'

/** What a person can do in a thread from wherever they are in it. */
export function useThreadActions(threadId: string): void {
  const dialogs = useDialogs()
  const runningTerminals = provideRunningTerminals()

  useAction({
    id: 'threadDecisions',
    name: words.actions.decisions,
    keys: [],
    run: () => dialogs?.openSettings({ section: 'decisions', about: threadId }),
  })
  useAction({
    id: 'focusTerminal',
    name: words.actions.focusTerminal,
    keys: shortcuts.focusTerminal,
    run: () => runningTerminals().at(-1)?.focus(),
  })
}
