import type { ThreadLog } from './threadLog'

/** Says what stays true from session to session once, not at every start of the agent. */
export function noticeOnce(log: ThreadLog, { title, description }: { title: string, description?: string }): void {
  const isSaid = log.transcript.entries.some(
    entry => entry.kind === 'notice' && entry.notice.title === title && entry.notice.description === description,
  )
  if (!isSaid)
    log.add({ type: 'notice', severity: 'warning', title, description })
}
