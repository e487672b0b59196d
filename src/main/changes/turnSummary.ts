import type { ChangedBy } from '../../shared/changes/change'
import type { LedgerTables } from './store/ledgerTables'
import type { TurnMarks } from './turnMarks'
import { maxTurnFiles, type TurnChanges, type TurnFile } from '../../shared/changes/turnChanges'
import { commonEncoding, type DecodedText, decodeText } from '../workspace/files/textEncoding'
import { authorFor } from './authorFor'
import { absentKey, parseState } from './fileState'
import { countLines } from './lineCounts'

/** Counting the lines of larger files takes too long, and no one reads them line by line. */
const maxCountedBytes = 1024 * 1024
/** After this time the other files are listed without line counts: the turn's end waits for the summary. */
const countForMs = 1_000

interface Summed {
  readonly before: string
  after: string
  readonly by: ChangedBy[]
}

/**
 * What changed between two marks, whoever changed it, as that thread sees it. `toAbsolute`: where a path of the ledger is.
 */
export function turnSummary({ tables, threadId, marks, toAbsolute }: {
  tables: LedgerTables
  threadId: string
  marks: TurnMarks
  toAbsolute: (path: string) => string
}): TurnChanges {
  const files = new Map<string, Summed>()
  for (const version of tables.versions.between(marks.first, marks.last)) {
    const known = files.get(version.path)
    const by = authorFor(threadId, version)
    if (known === undefined)
      files.set(version.path, { before: version.before, after: version.after, by: [by] })
    else
      known.after = version.after
    if (known !== undefined && !known.by.includes(by))
      known.by.push(by)
  }
  const changed = [...files].filter(([, { before, after }]) => before !== after).sort(([one], [other]) => one < other ? -1 : 1)
  const until = performance.now() + countForMs
  const listed = changed.slice(0, maxTurnFiles).map(([path, summed]): TurnFile => ({
    path: toAbsolute(path),
    kind: summed.before === absentKey ? 'added' : summed.after === absentKey ? 'deleted' : 'changed',
    by: summed.by,
    ...performance.now() < until && countTurnLines(summed, tables),
  }))
  return { count: changed.length, files: listed }
}

function countTurnLines({ before, after }: Summed, tables: LedgerTables): Pick<TurnFile, 'added' | 'removed'> {
  const [old, now] = [readText(before, tables), readText(after, tables)]
  return old && now && commonEncoding([old, now]) !== undefined ? countLines(old.text, now.text) : {}
}

/** `undefined` for what is no text, too long, or not kept. */
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
