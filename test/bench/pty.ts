import { tmpdir } from 'node:os'
import { type Pty, startPty } from '../../src/main/terminal/pty'
import { Terminal } from '../../src/main/terminal/terminal'
import { middle } from './median'
import { benchRow, type BenchRow } from './row'

const limitBytes = 1024 * 1024
const floodBytes = 24_000_000
/** The reference that encodes everything again for each piece is so slow that a smaller flood has to do. */
const smallFloodBytes = 6_000_000

/** A PTY's output into the bounded buffers of a terminal, against node-pty with nothing done to its output. */
export async function bench(): Promise<BenchRow[]> {
  const raw: Cost[] = []
  const ours: Cost[] = []
  const naive: Cost[] = []
  // Taken by turns, so that whatever else the machine does falls on all; the first round does not count.
  for (let round = 0; round < 8; round++) {
    raw.push(await costOf(floodBytes, rawFlood))
    ours.push(await costOf(floodBytes, terminalFlood))
  }
  for (let round = 0; round < 6; round++)
    naive.push(await costOf(smallFloodBytes, naiveFlood))
  const [rawCpu, ourCpu, naiveCpu] = [raw, ours, naive].map(costs => middle(costs.slice(1).map(cost => cost.cpuMs))) as [
    number,
    number,
    number,
  ]
  const [rawRate, ourRate] = [raw, ours].map(costs => middle(costs.slice(1).map(cost => cost.rate))) as [number, number]
  return [
    benchRow({
      area: 'pty',
      name: 'PTY into a terminal of 1 MiB, CPU, against raw node-pty',
      value: ourCpu,
      unit: 'ms/MB',
      reference: rawCpu,
      ratio: ourCpu / rawCpu,
      target: '<= 1.5x',
    }),
    benchRow({
      area: 'pty',
      name: 'the same, rate',
      value: ourRate,
      unit: 'MB/s',
      reference: rawRate,
      ratio: ourRate / rawRate,
      target: '>= 0.9x',
    }),
    benchRow({
      area: 'pty',
      name: 'the same, CPU, against encoding the whole text for each piece',
      value: ourCpu,
      unit: 'ms/MB',
      reference: naiveCpu,
      ratio: naiveCpu / ourCpu,
      target: '>= 50x',
    }),
  ]
}

interface Cost {
  readonly cpuMs: number
  readonly rate: number
}

/** What this process spends on each million bytes, and how many come in a second. */
async function costOf(bytes: number, flood: (pty: Pty) => Promise<void>): Promise<Cost> {
  const cpuBefore = process.cpuUsage()
  const before = performance.now()
  const line = 'y'.repeat(58)
  // A line grows by the CR that the terminal puts before its LF.
  await flood(startPty({
    file: '/bin/sh',
    args: ['-c', `yes ${line} | head -c ${bytes}`],
    cwd: tmpdir(),
    columns: 80,
    rows: 24,
    env: { PATH: process.env.PATH ?? '' },
  }))
  const cpu = process.cpuUsage(cpuBefore)
  return { cpuMs: (cpu.user + cpu.system) / 1000 / (bytes / 1e6), rate: bytes / 1e3 / (performance.now() - before) }
}

async function rawFlood(pty: Pty): Promise<void> {
  pty.onData(() => undefined)
  await new Promise<unknown>(resolve => pty.onExit(resolve))
}

async function terminalFlood(pty: Pty): Promise<void> {
  const terminal = new Terminal({
    terminalId: 'bench',
    commandLine: 'yes',
    cwd: tmpdir(),
    columns: 80,
    rows: 24,
    outputByteLimit: limitBytes,
    pty,
  })
  await terminal.waitForExit()
  if (!terminal.output().truncated || Buffer.byteLength(terminal.output().output) !== limitBytes)
    throw new Error('The terminal has not kept its output')
}

/** The technique that this project does not use: one growing string, measured in bytes whenever something comes. */
async function naiveFlood(pty: Pty): Promise<void> {
  let output = ''
  pty.onData((bytes) => {
    output += bytes.toString()
    if (Buffer.byteLength(output) > limitBytes)
      output = Buffer.from(output).subarray(-limitBytes).toString()
  })
  await new Promise<unknown>(resolve => pty.onExit(resolve))
}
