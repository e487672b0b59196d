import { measureLongestPause } from './longestPause'
import { measureMedian, measureMedians } from './median'
import { type ReadLines, readRaw, readWithHost, readWithParley, readWithSdk, readWithWire } from './readers'
import { benchRow, type BenchRow } from './row'
import { mixedLines, updateLine, withFile } from './updateLines'

const runs = 7

/** Measures how fast agent output reaches the transcript: many updates, a replay burst, one huge message. */
export async function bench(): Promise<BenchRow[]> {
  return [...await quick(), ...await benchReplay(), ...await benchMessage()]
}

/** Many updates. */
export async function quick(): Promise<BenchRow[]> {
  const count = 20_000
  return withFile(mixedLines(count), async (path) => {
    const readers = [readRaw, readWithWire, readWithParley, readWithSdk]
    const medians = await measureMedians(runs, readers.map(read => () => milliseconds(read, path, count)))
    const [raw, wire, parley, sdk] = medians.map(ms => count / ms * 1000) as [number, number, number, number] // one for each
    const row = { area: 'ingest', unit: 'messages/s' }
    return [
      benchRow({
        ...row,
        name: 'wire, decoder and reducer, against raw parsing',
        value: parley,
        reference: raw,
        ratio: parley / raw,
        target: '>= 0.35x',
      }),
      benchRow({
        ...row,
        name: 'wire and decoder alone, against raw parsing',
        value: wire,
        reference: raw,
        ratio: wire / raw,
        target: '>= 0.45x',
      }),
      benchRow({
        ...row,
        name: 'wire, decoder and reducer, against an SDK client',
        value: parley,
        reference: sdk,
        ratio: parley / sdk,
        target: '>= 4x',
      }),
    ]
  })
}

async function benchReplay(): Promise<BenchRow[]> {
  const count = 100_000
  return withFile(mixedLines(count), async (path) => {
    const stall = (read: ReadLines): Promise<number> => measureMedian(5, () => measureLongestPause(() => milliseconds(read, path, count)))
    const reference = await stall(readRaw)
    const row = (name: string, value: number): BenchRow => {
      const ratio = value / reference
      // At most 25 ms, or twice the time of raw parsing on a slow machine.
      return { area: 'replay', name, value, unit: 'ms CPU', reference, ratio, target: '<= 25 ms or 2x', pass: value <= 25 || ratio <= 2 }
    }
    return [
      row('longest stall in a burst of 100,000 updates, wire and decoder', await stall(readWithWire)),
      row('longest stall in a burst of 100,000 updates, whole host', await stall(readWithHost)),
    ]
  })
}

async function benchMessage(): Promise<BenchRow[]> {
  const line = updateLine({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'image', mimeType: 'image/png', data: 'QUJD'.repeat((30 * 1024 * 1024) / 4) },
  })
  return withFile(line, async (path) => {
    const reference = await measureMedian(runs, () => milliseconds(readRaw, path, 1))
    const value = await measureMedian(runs, () => milliseconds(readWithWire, path, 1))
    return [
      benchRow({
        area: 'message',
        name: 'one message of 30 MB',
        value,
        unit: 'ms',
        reference,
        ratio: value / reference,
        target: '<= 1.5x',
      }),
    ]
  })
}

async function milliseconds(read: ReadLines, path: string, expected: number): Promise<number> {
  const start = performance.now()
  const count = await read(path)
  if (count !== expected)
    throw new Error(`${count} of ${expected} messages arrived`)
  return performance.now() - start
}
