import type { Terminal } from '../../src/main/terminal/terminal'
import type { TerminalOutput } from '../../src/main/terminal/terminalWatchers'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Terminals } from '../../src/main/terminal/terminals'
import { median } from './median'
import { floodBytes, floodCommand } from './pty'
import { benchRow, type BenchRow } from './row'

const consumerBytesPerMs = 20_000
const mostQueued = 300_000

/** Measures a flood of output to a consumer of 20 MB/s, which must not wait for Parley or queue much. */
export async function bench(): Promise<BenchRow[]> {
  return flowRows('flow', async (consume) => {
    const terminals = new Terminals({ baseEnvironment: { PATH: process.env.PATH }, onEnd: () => undefined, report: () => undefined })
    const run = await consume(terminals.create({ command: floodCommand(floodBytes), cwd: tmpdir() }))
    await terminals.dispose()
    return run
  })
}

/** `flood` starts a flooded terminal, and ends it once its output is consumed. */
export async function flowRows(
  area: string,
  flood: (consume: (terminal: Terminal) => Promise<Run>) => Promise<Run>,
): Promise<BenchRow[]> {
  const runs: Run[] = []
  for (let round = 0; round < 6; round++)
    runs.push(await flood(consumeFlood))
  const rate = median(runs.slice(1).map(run => run.rate))
  const consumer = median(runs.slice(1).map(run => run.consumerRate))
  const queued = median(runs.slice(1).map(run => run.mostQueued))
  return [
    benchRow({
      area,
      name: 'PTY to a consumer of 20 MB/s',
      value: rate,
      unit: 'MB/s',
      reference: consumer,
      ratio: rate / consumer,
      target: '>= 0.95x',
    }),
    benchRow({
      area,
      name: 'most characters on their way to it',
      value: queued,
      unit: 'characters',
      reference: mostQueued,
      ratio: queued / mostQueued,
      target: '<= 1x',
    }),
  ]
}

interface Run {
  readonly rate: number
  /** The rate at which the consumer could have received it, by its own clock. */
  readonly consumerRate: number
  readonly mostQueued: number
}

async function consumeFlood(terminal: Terminal): Promise<Run> {
  let queued = 0
  let most = 0
  let taken = 0
  const onOutput = ({ data }: TerminalOutput): void => {
    queued += data.length
    most = Math.max(most, queued)
  }
  const watch = terminal.watch({ onOutput, onChange: () => undefined })
  while (queued === 0)
    await wait(1)
  const start = performance.now()
  let now = start
  let last = start
  while (terminal.isRunning || queued > 0) {
    await wait(1)
    now = performance.now()
    // Makes up for a slow turn of the event loop of up to 10 ms: a real consumer runs in its own process meanwhile.
    const part = Math.min(queued, Math.round(Math.min(now - last, 10) * consumerBytesPerMs))
    last = now
    queued -= part
    taken += part
    watch.ack(taken)
  }
  const ms = now - start
  return { rate: taken / 1e3 / ms, consumerRate: consumerBytesPerMs / 1e3, mostQueued: most }
}
