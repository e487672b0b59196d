import type { ThreadHead } from '../../../shared/thread/transcript'
import { formatDateTime } from '../../text/format'
import { getUsagePercent } from '../../text/usageText'
import { threadWords } from './words'

/** A hint about a nearly reached limit. `key` changes when it gets worse. */
interface LimitHint {
  readonly key: string
  readonly text: string
  readonly isUrgent: boolean
}

const warningPercent = 80
const urgentPercent = 95
/** Agents' commands that compact the context. */
const compactCommands = ['compact', 'compress', 'summarize']

/** Finds the agent's command that compacts the context. */
export function findCompactCommand(commands: ThreadHead['commands']): string | undefined {
  return commands.find(({ name }) => compactCommands.includes(name))?.name
}

/** Finds nearly reached limits of the context and of the subscription. */
export function findLimitHints({ usage, rateLimit, commands }: Pick<ThreadHead, 'usage' | 'rateLimit' | 'commands'>): readonly LimitHint[] {
  const { limits: words } = threadWords
  const hints: LimitHint[] = []
  const percent = usage ? getUsagePercent(usage) : 0
  if (percent >= warningPercent) {
    const command = findCompactCommand(commands)
    const isUrgent = percent >= urgentPercent
    hints.push({ key: `context ${isUrgent}`, text: words.context(percent, command), isUrgent })
  }
  const used = Math.round((rateLimit?.used ?? 0) * 100)
  if (rateLimit && (rateLimit.isReached || used >= warningPercent)) {
    const until = rateLimit.resetsAt === undefined ? undefined : formatDateTime(rateLimit.resetsAt)
    const text = rateLimit.isReached ? words.reached(rateLimit.name, until) : words.close(used, rateLimit.name, until)
    hints.push({ key: `rate ${rateLimit.name} ${rateLimit.isReached}`, text, isUrgent: rateLimit.isReached })
  }
  return hints
}
