// npm run mutants -- [--seed N] [--count N] [--layer NAME] [--related | --e2e]
// Breaks one rule of the product at a time, in a copy, and reports whether a test notices. runKnown.ts reverts fixes of
// known bugs instead.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { copyProject } from './copyProject'
import { drawMutants, type Mutant } from './draw'

const { values } = parseArgs({ options: {
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  count: { type: 'string', default: '10' },
  layer: { type: 'string' },
  /** Only the tests that import the changed file. */
  related: { type: 'boolean', default: false },
  /** Also runs the end-to-end tests. */
  e2e: { type: 'boolean', default: false },
} })
const root = join(import.meta.dirname, '../../..')
const mutants = drawMutants({ root, seed: Number(values.seed), count: Number(values.count), only: values.layer })
const folder = copyProject(root)
/** Test files that fail without a mutant, such as on a busy machine. */
const unreliable: string[] = []
let survived = 0
console.log(`seed ${values.seed}`)
try {
  for (const [index, mutant] of mutants.entries()) {
    const { layer, file, line, what, code } = mutant
    console.log(`${index + 1}. ${layer}: ${file}:${line}: ${what}\n   ${code}`)
    const startedAt = performance.now()
    const killer = findKiller(mutant)
    survived += killer === undefined ? 1 : 0
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`   ${killer === undefined ? 'SURVIVED' : `killed by ${killer}`} (${seconds} s)`)
  }
}
finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`seed ${values.seed}: ${mutants.length - survived} killed, ${survived} survived`)
process.exitCode = survived === 0 ? 0 : 1

/** Finds a test that fails only with the mutant, first among those that import the file, then among all. */
function findKiller({ file, start, end, text }: Mutant): string | undefined {
  const path = join(folder, file)
  const whole = readFileSync(path, 'utf8')
  const failure = (): Failure | undefined => {
    writeFileSync(path, whole.slice(0, start) + text + whole.slice(end))
    try {
      return findFailure('vitest', 'related', '--run', '--passWithNoTests', '--bail', '1', ...excluded(), file)
        ?? (values.related ? undefined : findFailure('vitest', 'run', '--bail', '1', ...excluded()))
        ?? (values.e2e ? findFailure('electron-vite', 'build', '--logLevel', 'warn') ?? findFailure('playwright', 'test', '-x') : undefined)
    }
    finally {
      writeFileSync(path, whole)
    }
  }
  for (;;) {
    const found = failure()
    if (found?.file === undefined || findFailure('vitest', 'run', found.file) === undefined)
      return found?.test
    console.log(`   ${found.file} also fails without a mutant: it is asked no more`)
    unreliable.push(found.file)
  }
}

interface Failure {
  readonly test: string
  /** The file of a unit test. */
  readonly file?: string
}

function excluded(): string[] {
  return unreliable.flatMap(file => ['--exclude', file])
}

function findFailure(command: string, ...args: string[]): Failure | undefined {
  const program = join('node_modules/.bin', command)
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  if (status === 0)
    return undefined
  const said = stripVTControlCharacters(`${stdout}\n${stderr}`)
  const test = /^\s*(?:FAIL\s|\d+\) \[).*$/m.exec(said)?.[0].trim()
  const file = /\btest\/\S+\.test\.ts\b/.exec(test ?? '')?.[0]
  return { test: test ?? `"${command} ${args.join(' ')}", without the name of a test`, file }
}
