import type { Deeds } from './deeds'
import type { LookUps } from './lookUps'
import { formatDuration, formatNumber } from '../../../text/format'

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
