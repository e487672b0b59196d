// npm run bench -- [area...] [--quick] [--json FILE]
import type { BenchRow } from './row'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { againstUsual, quickAreas } from './quick'

/** In the order in which they are run and shown; each is a file here that exports `bench`, perhaps also `quick`. */
const allAreas = `ingest pty flow persist open firstPaint flood window answer combined shell mention search network
  bridge markdown list xterm idle changes editor`.split(/\s+/)
/** Only if named: they take minutes. */
const longAreas = ['growth', 'day']

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const areas = values.quick ? quickAreas : [...allAreas, ...longAreas]
const unknown = positionals.filter(area => !areas.includes(area))
if (unknown.length > 0) {
  console.error(`There is no ${values.quick ? 'quick ' : ''}benchmark "${unknown.join('", "')}". Choose from: ${areas.join(', ')}.`)
  process.exit(2)
}

const rows: BenchRow[] = []
for (const area of positionals.length > 0 ? positionals : areas.filter(area => !longAreas.includes(area)))
  rows.push(...await measure(area))
console.log(table(rows))
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(rows, undefined, 2)}\n`)
// Benchmarks may leave processes that are still exiting.
process.exit(rows.every(row => row.pass) ? 0 : 1)

async function measure(area: string): Promise<BenchRow[]> {
  console.error(`${area}: measuring…`)
  // Every file of `allAreas` exports them.
  const { bench, quick = bench } = await import(`./${area}.ts`) as { bench: () => Promise<BenchRow[]>, quick?: () => Promise<BenchRow[]> }
  if (!values.quick)
    return bench()
  const rows = (await quick()).map(againstUsual)
  if (rows.every(row => row.pass))
    return rows
  console.error(`${area}: slower than usual, measuring again…`)
  const again = (await quick()).map(againstUsual)
  return rows.map((row, index) => row.pass ? row : again[index]!)
}

/** As Markdown, to be read in a terminal, too. */
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
  const widths = cells[0]!.map((_, column) => Math.max(3, ...cells.map(line => line[column]!.length)))
  const isFigure = (column: number): boolean => column === 2 || column === 3 || column === 5
  const [head, ...lines] = cells.map(line =>
    `| ${line.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`)
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isFigure(column) ? ':' : '-'}`).join('|')}|`
  return [head, rule, ...lines].join('\n')
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
