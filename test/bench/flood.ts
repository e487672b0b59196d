import type { FloodSample } from './floodHost'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { benchRow, type BenchRow } from './row'

const seconds = 20

/** Measures whether the host's memory stays constant while one agent sends 100,000 updates a second. */
export async function bench(): Promise<BenchRow[]> {
  return [await benchFlood('words'), await benchFlood('mixed')]
}

async function benchFlood(kind: 'words' | 'mixed'): Promise<BenchRow> {
  const samples = await curve(kind)
  console.error(
    `${kind}, MB of the host's process each second: ${samples.map(({ megabytes }) => megabytes).join(' ')}; `
    + `${samples.at(-1)!.updates.toLocaleString('en')} updates kept`,
  )
  const highest = (from: number, to: number): number =>
    Math.max(...samples.filter(({ second }) => second >= from && second < to).map(({ megabytes }) => megabytes))
  const half = samples.length / 2
  const [reference, value] = [highest(0, half), highest(half, Infinity)]
  return benchRow({
    area: 'flood',
    name: `memory in 20 s of 100,000 ${kind === 'words' ? 'words' : 'mixed updates'} a second, second half against first`,
    value,
    unit: 'MB',
    reference,
    ratio: value / reference,
    target: '<= 1.25x',
  })
}

async function curve(kind: string): Promise<FloodSample[]> {
  const root = join(import.meta.dirname, '../..')
  const host = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'test/bench/floodHost.ts', String(seconds), kind], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const samples: FloodSample[] = []
  for await (const line of createInterface({ input: host.stdout }))
    samples.push(JSON.parse(line) as FloodSample) // floodHost writes nothing else
  if (samples.length < seconds)
    throw new Error('the flood ended before it began')
  return samples
}
