import { tmpdir } from 'node:os'
import { type Pty, startPty } from '../../src/main/terminal/pty'
import { Terminal } from '../../src/main/terminal/terminal'
import { median } from './median'
import { benchRow, type BenchRow } from './row'

const limitBytes = 1024 * 1024
export const floodBytes = 24_000_000
/** Smaller, because this reference encodes everything again for each piece, which is slow. */
const smallFloodBytes = 6_000_000

/** Measures a PTY's output into the bounded buffers of a terminal, against node-pty with discarded output. */
export async function bench(): Promise<BenchRow[]> {
  const naive: Cost[] = []
  const rows = await ptyRows('pty', 'PTY into a terminal of 1 MiB', terminalFlood)
  for (let round = 0; round < 6; round++)
    naive.push(await measureCost(smallFloodBytes, naiveFlood))
  const ourCpu = rows[0].value
  const naiveCpu = median(naive.slice(1).map(cost => cost.cpuMs))
  return [
    ...rows,
    benchRow({
      area: 'pty',
      name: 'the same, CPU, against encoding the whole text for each piece',
      value: ourCpu,
      unit: 'ms/MB',
      reference: naiveCpu,
      ratio: naiveCpu / ourCpu,
      target: '>= 40x',
    }),
  ]
}

/** Measures CPU time and rate of `flood`, in which a PTY sends `floodBytes`. */
export async function ptyRows(area: string, name: string, flood: () => Promise<void>): Promise<[BenchRow, BenchRow]> {
  const raw: Cost[] = []
  const ours: Cost[] = []
  // Interleaved, so that other load affects both; the first round does not count.
  for (let round = 0; round < 8; round++) {
    raw.push(await measureCost(floodBytes, rawFlood))
    ours.push(await measureCost(floodBytes, flood))
  }
  const [rawCpu, ourCpu] = [raw, ours].map(costs => median(costs.slice(1).map(cost => cost.cpuMs))) as [number, number]
  const [rawRate, ourRate] = [raw, ours].map(costs => median(costs.slice(1).map(cost => cost.rate))) as [number, number]
  return [
    benchRow({
      area,
      name: `${name}, CPU, against raw node-pty`,
      value: ourCpu,
      unit: 'ms/MB',
      reference: rawCpu,
      ratio: ourCpu / rawCpu,
      target: '<= 1.5x',
    }),
    benchRow({
      area,
      name: 'the same, rate',
      value: ourRate,
      unit: 'MB/s',
      reference: rawRate,
      ratio: ourRate / rawRate,
      target: '>= 0.7x',
    }),
  ]
}

interface Cost {
  readonly cpuMs: number
  readonly rate: number
}

/** A command that writes so many bytes. The terminal adds a CR to each LF. */
export function floodCommand(bytes: number): string {
  return `yes ${'y'.repeat(58)} | head -c ${bytes}`
}

/** This process's time per million bytes, and the throughput. */
async function measureCost(bytes: number, flood: () => Promise<void>): Promise<Cost> {
  const cpuBefore = process.cpuUsage()
  const before = performance.now()
  await flood()
  const cpu = process.cpuUsage(cpuBefore)
  return { cpuMs: (cpu.user + cpu.system) / 1000 / (bytes / 1e6), rate: bytes / 1e3 / (performance.now() - before) }
}

function startFlood(bytes: number): Pty {
  return startPty({
    file: '/bin/sh',
    args: ['-c', floodCommand(bytes)],
    cwd: tmpdir(),
    columns: 80,
    rows: 24,
    env: { PATH: process.env.PATH ?? '' },
  })
}

async function rawFlood(): Promise<void> {
  const pty = startFlood(floodBytes)
  pty.onData(() => undefined)
  await new Promise<unknown>(resolve => pty.onExit(resolve))
}

async function terminalFlood(): Promise<void> {
  const terminal = new Terminal({
    terminalId: 'bench',
    commandLine: 'yes',
    cwd: tmpdir(),
    columns: 80,
    rows: 24,
    outputByteLimit: limitBytes,
    pty: startFlood(floodBytes),
  })
  await terminal.waitForExit()
  if (!terminal.output().truncated || Buffer.byteLength(terminal.output().output) !== limitBytes)
    throw new Error('The terminal has not kept its output')
}

/** An alternative that Parley doesn't use: one growing string, measured in bytes with each piece. */
async function naiveFlood(): Promise<void> {
  const pty = startFlood(smallFloodBytes)
  let output = ''
  pty.onData((bytes) => {
    output += bytes.toString()
    if (Buffer.byteLength(output) > limitBytes)
      output = Buffer.from(output).subarray(-limitBytes).toString()
  })
  await new Promise<unknown>(resolve => pty.onExit(resolve))
}
