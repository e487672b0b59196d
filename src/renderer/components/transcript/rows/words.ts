import type { ToolEntry } from '../../../../shared/thread/transcript'
import type { EndedTurn } from './row'
import { shownStatus } from '../../../../shared/thread/selectors'
import { formatDuration, formatNumber } from '../../../text/format'
import { changedFiles } from '../changes/changedFiles'

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${formatNumber(count)} times`
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

function sentence(parts: readonly (string | false)[]): string {
  const words = parts.filter(part => part !== false).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function lookUps({ read, searched, fetched }: LookUps): (string | false)[] {
  return [
    read > 0 && `read ${counted(read, 'file')}`,
    searched > 0 && `searched ${times(searched)}`,
    fetched > 0 && `fetched ${counted(fetched, 'page')}`,
  ]
}

/** What the lines say behind which entries fold. */
export const rowWords = {
  worked: (durationMs: number, isLonger: boolean) =>
    durationMs < 50 && !isLonger ? 'Worked for a moment' : `Worked for ${isLonger ? 'more than ' : ''}${formatDuration(durationMs)}`,
  deeds: (deeds: Deeds) => sentence([
    ...lookUps(deeds),
    deeds.changed > 0 && `changed ${counted(deeds.changed, 'file')}`,
    deeds.ran > 0 && `ran ${counted(deeds.ran, 'command')}`,
    deeds.asked > 0 && `asked you ${times(deeds.asked)}`,
  ]),
  run: (found: LookUps) => sentence(lookUps(found)),
  failed: (count: number) => `${formatNumber(count)} failed`,
} as const

/** What a turn's work came to. */
interface Deeds extends LookUps {
  readonly changed: number
  readonly ran: number
  readonly asked: number
}

/** Counts what was done, as far as the agent reports. */
export function deedsOf({ entries, calls }: Pick<EndedTurn, 'entries' | 'calls'>): Deeds {
  return {
    ...lookUpsOf(calls),
    changed: changedFiles(calls).length,
    ran: calls.filter(entry => entry.call.kind === 'execute' && shownStatus(entry) === 'completed').length,
    asked: entries.filter(entry => (entry.kind === 'permission' || entry.kind === 'elicitation') && entry.answer?.by === 'person').length,
  }
}

/** How often something was looked up, by kind. A file that was read twice counts once. */
interface LookUps {
  readonly read: number
  readonly searched: number
  readonly fetched: number
  readonly failed: number
}

/** Counts the calls that only looked something up. */
export function lookUpsOf(calls: readonly ToolEntry[]): LookUps {
  const files = new Set(calls.flatMap(({ id, call }) => call.kind === 'read' ? [call.locations?.[0]?.path ?? id] : []))
  const count = (kind: string): number => calls.filter(({ call }) => call.kind === kind).length
  return {
    read: files.size,
    searched: count('search'),
    fetched: count('fetch'),
    failed: calls.filter(entry => shownStatus(entry) === 'failed').length,
  }
}
