import type { Stats } from 'node:fs'
import type { Attribution } from '../attribute'
import type { Author } from '../evidence'
import type { LedgerTables } from '../store/ledgerTables'
import type { NewVersion } from '../store/versionTable'
import type { KeepBudget } from './scanLimits'
import type { UnreadFiles } from './unreadFiles'
import { type ChangedBy, isByAgent } from '../../../shared/changes/change'
import { isIgnored } from '../../workspace/listing/ignoreRules'
import { absentKey, toStateKey } from '../fileState'
import { maxSharedBytes } from '../store/contents'
import { isUnread, matchesStamp, toSeenFile } from './fileStamp'
import { getBaseName } from './paths'
import { type FoundState, readState, toUnreadState } from './readState'
import { type Candidate, maxIgnoredBytes } from './walk'

/** How a scan records changes. */
export interface RecordOptions {
  /**
   * `state`: the current state as a `toStateKey`. `createdAt`: if known, when a file that was missing before was
   * created, in milliseconds since 1970. A file that was moved here is older than its move.
   */
  readonly attribute: (path: string, state: string, createdAt?: number) => Attribution
  /** Whether this is the first scan, in which existing files count as old. */
  readonly isFirst: boolean
  /** Whether to defer large files: each state of a growing one would take as much space again. */
  readonly defersLarge: boolean
  /** Changes after this time are deferred to the next scan; in milliseconds since 1970. */
  readonly knownUpTo?: number | undefined
  /** Whether to defer a file because it is being written. `changedAt` is `undefined` for a deletion. */
  readonly isBeingWritten: (path: string, changedAt: number | undefined) => boolean
}

interface RecordContext extends RecordOptions {
  readonly tables: LedgerTables
  readonly unread: UnreadFiles
  readonly budget: KeepBudget
  readonly tracked: ReadonlySet<string>
  readonly looked: number
  /**
   * Whether a file first seen here was created before `began` (milliseconds since 1970) and is not a known file under a
   * new name. `isNew`: there was no file here before.
   */
  readonly isOlder: (file: { path: string, stats: Stats, began: number, isNew: boolean }) => boolean
  /** When a file was created, in milliseconds since 1970; `undefined` if that can't be compared with our clock. */
  readonly createdAt: (stats: Stats) => number | undefined
  /** Where a file was before, if it was moved. */
  readonly oldPlace: (stats: Stats) => OldPlace | undefined
}

/** The previous path of a moved or replaced file, and its state there as a `toStateKey`. */
export interface OldPlace {
  readonly path: string
  readonly state: string
}

/** Records the candidates. Returns the number of changes and the candidates deferred to a later scan. */
export function recordScan(
  candidates: readonly Candidate[],
  record: RecordContext,
): { count: number, deferred: readonly Candidate[] } {
  const knownUpTo = record.isFirst ? Infinity : record.knownUpTo ?? Infinity
  const now = Date.now()
  const deferred: Candidate[] = []
  const count = candidates.filter((candidate) => {
    // Deletions have no time, and a future time comes from another clock. Neither is deferred.
    const { file, stats } = candidate
    const changedAt = Math.floor(stats?.ctimeMs ?? 0) // in whole milliseconds, as Date.now()
    const isDeferred = (changedAt > knownUpTo && changedAt <= now) || record.isBeingWritten(file.absolute, stats?.ctimeMs)
    if (isDeferred)
      deferred.push(candidate)
    return !isDeferred && recordOne(candidate, record)
  }).length
  return { count, deferred }
}

/** Records one scanned file. Long because the order of its checks matters. */
function recordOne(candidate: Candidate, record: RecordContext): boolean {
  const { file, folder } = candidate
  const { tables, looked } = record
  const { seen, wasHidden } = file
  const found = findState(candidate, record)
  file.wasHidden = undefined
  if (found === undefined)
    return false
  const before = seen?.state ?? absentKey
  const after = toStateKey(found.state)
  if (after === absentKey) {
    tables.files.remove(file.path)
    file.seen = toSeenFile(absentKey, undefined, looked)
    // A folder that does not accept new files would not find the file again.
    if (folder.acceptsNew)
      folder.files.delete(getBaseName(file.path))
  }
  else {
    file.seen = toSeenFile(after, found.stats, found.isTorn ? 0 : looked)
    if (found.stats === undefined || seen?.state !== after || !matchesStamp(seen, found.stats))
      tables.files.set(file.path, file.seen)
    if (found.isUnread || found.isTorn)
      record.unread.add(file)
    if (found.isRefused)
      record.unread.refuse(file)
  }
  if (after === before || record.isFirst)
    return false
  const isNew = before === absentKey
  const isOther = found.stats && (isNew || (seen && seen.inode !== 0 && seen.inode !== found.stats.ino))
  const fresh = isOther ? found.stats : undefined
  const createdAt = fresh && record.createdAt(fresh)
  const { began, ...author } = record.attribute(file.absolute, after, createdAt)
  const isOlder = began !== undefined && fresh !== undefined
    && record.isOlder({ path: file.path, stats: fresh, began, isNew })
  if (isOlder && isNew && tables.versions.ofPath(file.path).length === 0)
    return false
  // Signs of other writers were not tracked while the file was hidden.
  const isGuess = wasHidden === true && (author.by === 'command' || author.by === 'unannounced')
  const from = fresh && record.oldPlace(fresh)
  const sure = from === undefined ? author : pickLessCertain(author, findRemover(from.path, candidate, record))
  const { by, threadId, promptId }: Author = isOlder
    ? isNew ? { by: 'outside' } : pickLessCertain(author, { by: 'outside' })
    : isGuess ? { by: 'unclear' } : sure
  const version: NewVersion = {
    path: file.path,
    before,
    after,
    author: by,
    at: Date.now(),
    ...threadId !== undefined && { threadId },
    ...promptId !== undefined && { promptId },
  }
  // A file that was moved here and edited before this scan is recorded as two changes, so that the moved text is known.
  const moved = from === undefined || isUnread(from) || [before, after].includes(from.state) ? undefined : from.state
  const first = { ...version, after: moved ?? after }
  if (!tables.versions.extend(first))
    tables.versions.add(first)
  if (moved !== undefined)
    tables.versions.add({ ...version, before: moved })
  return true
}

/** Who moved the file away from this path to the candidate's. */
function findRemover(path: string, { file }: Candidate, { tables, attribute }: RecordContext): Author {
  const last = tables.versions.ofPath(path).at(-1)
  const root = file.absolute.slice(0, -file.path.length)
  if (last?.after !== absentKey)
    return attribute(`${root}${path}`, absentKey)
  return { by: last.author, threadId: last.threadId, promptId: last.promptId }
}

/** A move is one change: the new file can't be attributed with more certainty than its removal from the old path. */
function pickLessCertain(author: Author, remover: Author): Author {
  if (!isByAgent(author.by))
    return author
  if (!isByAgent(remover.by) || remover.threadId !== author.threadId)
    return { by: 'unclear' }
  return byCertainty.indexOf(remover.by) > byCertainty.indexOf(author.by) ? { ...author, by: remover.by } : author
}

const byCertainty: readonly ChangedBy[] = ['asked', 'command', 'unannounced']

/** Returns `undefined` if the state is unknown or unchanged. */
function findState(
  { file, folder, stats }: Candidate,
  record: RecordContext,
): FoundState & { isUnread?: boolean } | undefined {
  if (stats === undefined)
    return { state: { kind: 'absent' } }
  const { seen } = file
  if (seen !== undefined && isUnread(seen) && matchesStamp(seen, stats)) {
    if (seen.looked === 0)
      record.unread.add(file) // it was being written when it was read
    return undefined
  }
  if (stats.isFile() && stats.size > maxIgnoredBytes && !record.tracked.has(file.path) && isIgnored(folder.rules, file.absolute, 'file'))
    return { state: toUnreadState(stats), stats }
  if (stats.isFile() && (record.isFirst || (record.defersLarge && stats.size > maxSharedBytes)))
    return { state: toUnreadState(stats), stats, isUnread: true }
  return readState(file.absolute, { contents: record.tables.contents, mayKeep: record.budget.mayKeep })
}
