import { type NewsKind, newsLabels } from '../../../shared/thread/news'
import { visibleName } from '../../text/visibleText'

/** Strings about threads that are not in view. */
export const attentionWords = {
  windowTitle: (thread: string | undefined, waiting: number) => {
    const name = thread === undefined ? 'Parley' : `${visibleName(thread)} – Parley`
    return waiting > 0 ? `(${waiting}) ${name}` : name
  },
  waiting: (count: number) => `${count} waiting`,
  waitingHint: 'Go to the next thread that waits for you',
  nextWaiting: 'Next waiting thread',
  news: (kind: NewsKind, title: string) => `${newsLabels[kind]}: ${visibleName(title, 80)}`,
  open: 'Open',
  hint: 'Your browser can notify you when you are elsewhere',
  settings: 'Settings',
} as const
