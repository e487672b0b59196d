import type { ToolKind } from '@agentclientprotocol/sdk'
import type { ToolEntry } from '../../../../shared/thread/transcript'
import type { EndedTurn } from './row'
import { getShownStatus, hasFailed, wasRejected } from '../../../../shared/thread/selectors'
import { formatDuration, formatNumber } from '../../../text/format'
import { listChangedFiles } from '../changes/changedFiles'

function formatTimes(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${formatNumber(count)} times`
}

function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

function joinSentence(parts: readonly (string | false)[]): string {
  const words = parts.filter(part => part !== false).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function describeLookUps({ read, searched, fetched }: LookUps): (string | false)[] {
  return [
    read > 0 && `read ${formatCount(read, 'file')}`,
    searched > 0 && `searched ${formatTimes(searched)}`,
    fetched > 0 && `fetched ${formatCount(fetched, 'page')}`,
  ]
}

/** Strings of folded lines. */
export const rowWords = {
  worked: (durationMs: number, isLonger: boolean) =>
    durationMs < 50
      ? `Worked for ${isLonger ? 'some time' : 'a moment'}`
      : `Worked for ${isLonger ? 'more than ' : ''}${formatDuration(durationMs)}`,
  deeds: (deeds: Deeds) => joinSentence([
    ...describeLookUps(deeds),
    deeds.changed > 0 && `changed ${formatCount(deeds.changed, 'file')}`,
    deeds.ran > 0 && `ran ${formatCount(deeds.ran, 'command')}`,
    deeds.subagents > 0 && `ran ${formatCount(deeds.subagents, 'subagent')}`,
    deeds.tools > 0 && `used ${formatCount(deeds.tools, 'other tool')}`,
    deeds.planned > 0 && `planned ${formatCount(deeds.planned, 'step')}`,
    deeds.asked > 0 && `asked you ${formatTimes(deeds.asked)}`,
  ]),
  rejected: ({ rejected }: Pick<Deeds, 'rejected'>) => joinSentence((['person', 'rule'] as const).map((by) => {
    const counts = rejected.filter(item => item.by === by).map(({ what, count }) => formatCount(count, what))
    return counts.length > 0 && `${by === 'person' ? 'you' : 'a rule'} rejected ${counts.join(' and ')}`
  })),
  run: (found: LookUps) => joinSentence(describeLookUps(found)),
  failed: (count: number) => `${formatNumber(count)} failed`,
} as const

/** Summary of a turn's work. */
interface Deeds extends LookUps {
  readonly changed: number
  readonly ran: number
  readonly subagents: number
  /** Number of calls of other kinds. */
  readonly tools: number
  /** Number of steps of the plan. */
  readonly planned: number
  readonly asked: number
  readonly rejected: readonly { readonly by: 'person' | 'rule', readonly what: string, readonly count: number }[]
}

const changeKinds: readonly string[] = ['edit', 'delete', 'move']
/** Kinds that are counted separately. */
const countedKinds: readonly string[] = [...changeKinds, 'read', 'search', 'fetch', 'execute']

/** Summarizes a turn's reported work. */
export function summarizeDeeds({
  entries,
  calls,
  subagents,
}: Pick<EndedTurn, 'entries' | 'calls' | 'subagents'>): Deeds {
  const done = calls.filter(entry => getShownStatus(entry) === 'completed')
  const getKind = ({ call }: ToolEntry): string => call.kind ?? 'other'
  const files = listChangedFiles(calls)
  // Some agents report a change without a diff.
  const undrawn = done.filter(entry => changeKinds.includes(getKind(entry)) && listChangedFiles([entry]).length === 0)
  const others = done.filter(entry => !countedKinds.includes(getKind(entry)))
  return {
    ...summarizeLookUps(calls),
    changed: files.length + undrawn.length,
    ran: calls.filter(entry => getKind(entry) === 'execute' && (done.includes(entry) || hasFailed(entry))).length,
    subagents,
    tools: Math.max(0, others.length - subagents),
    planned: entries.findLast(entry => entry.kind === 'plan')?.entries.length ?? 0,
    asked: entries.filter(entry =>
      (entry.kind === 'permission' || entry.kind === 'elicitation') && entry.answer?.by === 'person',
    ).length,
    rejected: summarizeRejected(calls),
  }
}

function summarizeRejected(calls: readonly ToolEntry[]): Deeds['rejected'] {
  const rejections = calls.flatMap(entry =>
    entry.rejected && wasRejected(entry) ? [{ by: entry.rejected, what: getRejectedNoun(entry.call.kind) }] : [])
  const getKey = ({ by, what }: typeof rejections[number]): string => `${by} ${what}`
  return [...new Map(rejections.map(item => [getKey(item), item])).values()]
    .map(item => ({ ...item, count: rejections.filter(other => getKey(other) === getKey(item)).length }))
}

/** Returns the noun for a rejected call. */
export function getRejectedNoun(kind: ToolKind | undefined): string {
  switch (kind) {
    case 'edit': return 'edit'
    case 'execute': return 'command'
    default: return 'step'
  }
}

/** Numbers of look-ups by kind. A file read twice counts once. */
interface LookUps {
  readonly read: number
  readonly searched: number
  readonly fetched: number
  readonly failed: number
}

/** Counts look-ups by kind. */
export function summarizeLookUps(calls: readonly ToolEntry[]): LookUps {
  const files = new Set(calls.flatMap(entry =>
    entry.call.kind === 'read' && !wasRejected(entry) ? [entry.call.locations?.[0]?.path ?? entry.id] : []))
  const count = (kind: string): number => calls.filter(entry => entry.call.kind === kind && !wasRejected(entry)).length
  return {
    read: files.size,
    searched: count('search'),
    fetched: count('fetch'),
    failed: calls.filter(hasFailed).length,
  }
}
