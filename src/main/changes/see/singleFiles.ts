import type { Contents } from '../../store/ledger/contents'
import type { SeenFile } from '../../store/ledger/fileTable'
import type { LedgerTables } from '../../store/ledger/ledgerTables'
import type { KnownFile, KnownFolder } from './knownFolder'
import { dirname } from 'node:path'
import { absent, type FileState, stateKey, stateOf } from '../fileState'
import { isReal } from './paths'
import { readState, statsOf } from './readState'
import { clockGrainMs, isUnread, seenFrom, stampFits } from './seen'

/** What is at an absolute path now, its content kept; not read again where it is as it was seen. */
export function stateAt(absolute: string, seen: SeenFile | undefined, contents: Contents): FileState {
  if (!isReal(dirname(absolute)))
    return absent
  const stats = seen && statsOf(absolute)
  if (seen && stats && stampFits(seen, stats) && seen.looked - stats.ctimeMs > clockGrainMs && !isUnread(seen))
    return stateOf(seen.state)
  return readState(absolute, { contents, mayKeep: () => true }).state
}

/** Whether an unknown file was there before `since`, or may have been. Where new names are taken in, only a new one is unknown. */
export function wasThere({ absolute }: KnownFile, folder: KnownFolder, since: number): boolean {
  const stats = statsOf(absolute)
  return stats === undefined || (!folder.takesNew && stats.birthtimeMs <= since)
}

/** Takes what is there now for what was there before. */
export function learn(file: KnownFile, { contents, files }: LedgerTables): void {
  const found = readState(file.absolute, { contents, mayKeep: () => true })
  file.seen = seenFrom(stateKey(found.state), found.stats, 0)
  if (found.stats !== undefined)
    files.set(file.path, file.seen)
}
