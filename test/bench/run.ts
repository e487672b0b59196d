import type { BenchRow } from './row'
// npm run bench -- [area...] [--json FILE]
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** In the order in which they are run and shown; each is a file here that exports `bench`. */
const areas = 'ingest pty flow persist open firstPaint flood window answer combined shell mention search network changes editor'.split(' ')

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true })
const unknown = positionals.filter(area => !areas.includes(area))
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". Choose from: ${areas.join(', ')}.`)
  process.exit(2)
}

const rows: BenchRow[] = []
for (const area of positionals.length > 0 ? positionals : areas) {
  if (!existsSync(join(import.meta.dirname, `${area}.ts`))) {
    console.error(`${area}: not measured, its benchmark is not written yet.`)
    continue
  }
  console.error(`${area}: measuring…`)
  const { bench } = await import(`./${area}.ts`) as { bench: () => Promise<BenchRow[]> } // every file of `areas` exports it
  rows.push(...await bench())
}
console.log(table(rows))
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(rows, undefined, 2)}\n`)
// Benchmarks may leave processes winding down; the rows are what was asked for.
process.exit(rows.every(row => row.pass) ? 0 : 1)

function table(shown: readonly BenchRow[]): string {
  const cells = [
    ['area', 'what', 'value', 'reference', 'unit', 'ratio', 'target', ''],
    ...shown.map(row => [
      row.area,
      row.name,
      figure(row.value),
      figure(row.reference),
      row.unit,
      `${figure(row.ratio)}x`,
      row.target,
      row.pass ? 'pass' : 'FAIL',
    ]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map(line => line[column]!.length)))
  return cells
    .map(line =>
      line
        .map((cell, column) => (column >= 2 && column !== 4 && column <= 5 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
