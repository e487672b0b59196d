import { type NewsKind, newsWords } from '../../../shared/thread/news'
import { pagePermission } from '../../composables/usePageNotifications'
import { visibleName } from '../../text/visibleText'

/** Shows a notification of the browser's where the person allowed it. Answers with what takes it away. */
export function pageNotification({ threadId, kind, title, open }: {
  threadId: string
  kind: NewsKind
  title: string
  open: () => void
}): () => void {
  if (pagePermission() !== 'granted')
    return () => undefined
  // Two pages that tell the same show one.
  const shown = new Notification(newsWords[kind], { body: visibleName(title, 120), tag: threadId })
  shown.addEventListener('click', () => {
    window.focus()
    open()
    shown.close()
  })
  return () => shown.close()
}
