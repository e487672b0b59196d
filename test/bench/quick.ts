import { type BenchRow, benchRow } from './row'

/**
 * Ratios on two idle cores of the rows that `--quick` measures, by area. They need no browser, and change little on a
 * busy machine, because other load affects the reference, too.
 */
const usualRatios: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ingest: {
    'wire, decoder and reducer, against raw parsing': 0.44,
    'wire and decoder alone, against raw parsing': 0.56,
    'wire, decoder and reducer, against an SDK client': 5,
  },
  pty: {
    'PTY into a terminal of 1 MiB, CPU, against raw node-pty': 1.45,
    'the same, rate': 0.8,
    'the same, CPU, against encoding the whole text for each piece': 40,
  },
  persist: { 'chunks of a 100 kB message, against rewriting it per chunk': 220 },
  open: { 'opening a thread of 10,000 entries, against one of 60 (host only)': 1 },
  mention: { 'a key in a mention, among 50,000 paths, against fuzzysort alone': 0.8 },
}
/** Below the 2x that must be found, above the difference of two runs. */
const maxSlower = 1.8

export const quickAreas = Object.keys(usualRatios)

/** Returns the row with its usual ratio as its target: it fails if it is nearly twice as slow. */
export function againstUsual(row: BenchRow): BenchRow {
  const usual = usualRatios[row.area]?.[row.name]
  if (usual === undefined)
    throw new Error(`quick.ts does not say which ratio is usual for "${row.name}" (${row.area}): ${row.ratio}`)
  const isMore = row.target.startsWith('>')
  const limit = isMore ? usual / maxSlower : usual * maxSlower
  return benchRow({ ...row, target: `${isMore ? '>=' : '<='} ${Number(limit.toPrecision(2))}x` })
}
