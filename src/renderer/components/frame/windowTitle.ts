import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { visibleName } from '../../text/visibleText'

/** What the window is called: the open thread, and before it how many questions wait in all threads. */
export function windowTitle(thread: ThreadSummary | undefined, waiting: number): string {
  const name = thread ? `${visibleName(thread.title)} – Parley` : 'Parley'
  return waiting > 0 ? `(${waiting}) ${name}` : name
}
