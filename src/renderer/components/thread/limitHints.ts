import type { ThreadHead } from '../../../shared/thread/transcript'
import { formatDateTime } from '../../text/format'
import { usagePercent } from '../../text/usageText'
import { threadWords } from './words'

/** A limit that is nearly reached. `key` changes when it gets worse. */
interface LimitHint {
  readonly key: string
  readonly text: string
  readonly isUrgent: boolean
}

const closeAt = 80
const urgentAt = 95
/** Names of agents' commands that compact the context. */
const shorteners = ['compact', 'compress', 'summarize']

/** Limits that are nearly reached: context, and the agent's plan. */
export function limitHints({ usage, rateLimit, commands }: Pick<ThreadHead, 'usage' | 'rateLimit' | 'commands'>): readonly LimitHint[] {
  const { limits: words } = threadWords
  const hints: LimitHint[] = []
  const percent = usage ? usagePercent(usage) : 0
  if (percent >= closeAt) {
    const command = commands.find(({ name }) => shorteners.includes(name))?.name
    const isUrgent = percent >= urgentAt
    hints.push({ key: `context ${isUrgent}`, text: words.context(percent, command), isUrgent })
  }
  const used = Math.round((rateLimit?.used ?? 0) * 100)
  if (rateLimit && (rateLimit.isReached || used >= closeAt)) {
    const until = rateLimit.resetsAt === undefined ? undefined : formatDateTime(rateLimit.resetsAt)
    const text = rateLimit.isReached ? words.reached(rateLimit.name, until) : words.close(used, rateLimit.name, until)
    hints.push({ key: `rate ${rateLimit.name} ${rateLimit.isReached}`, text, isUrgent: rateLimit.isReached })
  }
  return hints
}
