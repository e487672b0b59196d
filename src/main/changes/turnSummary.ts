import type { ChangedBy } from '../../shared/changes/change'
import type { LedgerTables } from './store/ledgerTables'
import type { TurnMarks } from './turnMarks'
import { maxTurnFiles, type TurnChanges, type TurnFile } from '../../shared/changes/turnChanges'
import { type DecodedText, decodeText, findCommonEncoding } from '../workspace/files/textEncoding'
import { getAuthorFor } from './authorFor'
import { absentKey, parseState } from './fileState'
import { countLines } from './lineCounts'

/** Lines of larger files are not counted: it takes too long, and people do not read them line by line. */
const maxCountedBytes = 1024 * 1024
/**
 * After this time, remaining files are listed without line counts, because the end of the turn waits for the summary.
 */
const countForMs = 1_000

interface FileSummary {
  readonly before: string
  after: string
  readonly by: ChangedBy[]
}

/** Summarizes all changes between two marks from a thread's point of view. `toAbsolute` converts ledger paths. */
export function summarizeTurns({ tables, threadId, marks, toAbsolute }: {
  tables: LedgerTables
  threadId: string
  marks: TurnMarks
  toAbsolute: (path: string) => string
}): TurnChanges {
  const files = new Map<string, FileSummary>()
  for (const version of tables.versions.between(marks.first, marks.last)) {
    const known = files.get(version.path)
    const by = getAuthorFor(threadId, version)
    if (known === undefined)
      files.set(version.path, { before: version.before, after: version.after, by: [by] })
    else
      known.after = version.after
    if (known !== undefined && !known.by.includes(by))
      known.by.push(by)
  }
  const changed = [...files].filter(([, { before, after }]) => before !== after).sort(([one], [other]) => one < other ? -1 : 1)
  const until = performance.now() + countForMs
  const listed = changed.slice(0, maxTurnFiles).map(([path, summary]): TurnFile => ({
    path: toAbsolute(path),
    kind: summary.before === absentKey ? 'added' : summary.after === absentKey ? 'deleted' : 'changed',
    by: summary.by,
    ...performance.now() < until && countTurnLines(summary, tables),
  }))
  return { count: changed.length, files: listed }
}

function countTurnLines({ before, after }: FileSummary, tables: LedgerTables): Pick<TurnFile, 'added' | 'removed'> {
  const [old, now] = [readText(before, tables), readText(after, tables)]
  return old && now && findCommonEncoding([old, now]) !== undefined ? countLines(old.text, now.text) : {}
}

/** Returns `undefined` if the content is not text, too long, or unavailable. */
function readText(key: string, { contents }: LedgerTables): DecodedText | undefined {
  const state = parseState(key)
  if (state.kind === 'absent')
    return { text: '', encoding: 'utf-8' }
  if (state.kind !== 'file' || (contents.sizeOf(state.hash) ?? Infinity) > maxCountedBytes)
    return undefined
  const bytes = contents.read(state.hash)
  const decoded = bytes && decodeText(bytes)
  return typeof decoded === 'object' ? decoded : undefined
}
