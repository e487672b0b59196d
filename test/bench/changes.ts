import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Ledger } from '../../src/main/changes/ledger'
import { Ledgers } from '../../src/main/changes/ledgers'
import { buildHost } from '../support/buildHost'
import { benchReview } from './changesReview'
import { longestStall } from './longestStall'
import { mediansOf, middle, millisecondsOf } from './median'
import { benchRow, type BenchRow } from './row'

const sizes = [1_000, 10_000, 50_000] as const
const filesInFolder = 8
const runs = 5
const witness = [{ threadId: 'thread', promptId: 'prompt', named: [], runsCommand: false, isWaiting: false }]
const turn = { threadId: 'thread', promptId: 'prompt', witness }
/** The host's loop may stand still for so long. */
const maxStallMs = 20

const root = join(import.meta.dirname, '../..')
const sources = globSync('src/**/*.ts', { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'))

/** Looking at a folder, against `git status` of the same tree in the same run; and for how long the host stands still meanwhile. */
export async function bench(): Promise<BenchRow[]> {
  const awake = setInterval(() => {}, 1_000) // what only watches keeps no process alive
  const rows: BenchRow[] = []
  for (const count of sizes)
    rows.push(...await withTree(count, tree => benchTree(tree, count)))
  rows.push(...await benchReview())
  rows.push(...await withTree(sizes[2], benchStall))
  clearInterval(awake)
  return rows
}

async function benchTree(tree: Tree, count: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const size = count.toLocaleString('en')
  const row = (name: string, value: number, reference: number, target: string): void => {
    rows.push(benchRow({ area: 'changes', name: `${name}, ${size} files`, value, unit: 'ms', reference, ratio: value / reference, target }))
  }
  const status = (): number => millisecondsOf(() => git(tree, '--no-optional-locks', 'status', '--porcelain'))
  let heard = (): void => {}
  const ledger = openLedger(tree, () => heard())
  const first = millisecondsOf(() => {
    ledger.beginTurn(turn)
    while (ledger.readMore(1_000))
      ;
  })
  let isLeft = true
  while (isLeft)
    isLeft = ledger.collect()
  const firstOfGit = millisecondsOf(() => git(tree, `--git-dir=${join(tree.beside, 'git')}`, '--work-tree=.', 'add', '-A'))
  row('the first look, everything kept, against git add -A into an empty repository', first, firstOfGit, '<= 0.7x')
  const [kept, keptByGit] = [bytesIn(join(tree.beside, 'ledger')), bytesIn(join(tree.beside, 'git'))]
  rows.push(benchRow({
    area: 'changes',
    name: `… on the disk, ${size} files`,
    value: kept / 2 ** 20,
    unit: 'MB',
    reference: keptByGit / 2 ** 20,
    ratio: kept / keptByGit,
    target: '<= 0.7x',
  }))
  const [still, reference] = await mediansOf(runs, [() => millisecondsOf(() => ledger.endTurn(turn)), status]) as [number, number]
  row('a look at everything, nothing changed, against git status', still, reference, count === 1_000 ? '<= 0.6x' : '<= 0.9x')

  const changed = async (files: number, work: () => void): Promise<number> => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const isHeard = new Promise<void>(resolve => heard = resolve)
      tree.files.slice(run * files, (run + 1) * files).forEach(file => writeFileSync(file, `changed ${run}\n`.repeat(100)))
      await isHeard
      times.push(millisecondsOf(work))
    }
    heard = () => {}
    return middle(times)
  }
  row('a look at what was heard of, 10 changed, against git status', await changed(10, () => ledger.look(turn)), reference, '<= 0.3x')
  row('a look at everything, 10 changed, against git status', await changed(10, () => ledger.endTurn(turn)), reference, '<= 1.1x')
  if (count > 1_000)
    row('a look at everything, 1,000 changed, against git status', await changed(1_000, () => ledger.endTurn(turn)), reference, '<= 4x')
  ledger.dispose()
  return rows
}

/** All of a turn, by the thread of the ledger. */
async function benchStall(tree: Tree): Promise<BenchRow[]> {
  const built = await buildHost()
  const ledgers = new Ledgers({
    dataFolder: tree.beside,
    workerPath: join(built, 'main/ledger.js'),
    onHeard: () => {},
    report: (error) => { throw error },
  })
  try {
    const ledger = ledgers.of(tree.folder)
    const value = await longestStall(async () => {
      await ledger.beginTurn(turn)
      await change(tree.files.slice(0, 1_000))
      await ledger.look({ witness })
      await ledger.endTurn(turn)
    })
    const name = 'the longest stall of the host in a turn, 50,000 files, against 20 ms'
    return [benchRow({ area: 'changes', name, value, unit: 'ms', reference: maxStallMs, ratio: value / maxStallMs, target: '<= 1x' })]
  }
  finally {
    await ledgers.dispose()
    await rm(built, { recursive: true, force: true })
  }
}

interface Tree {
  readonly folder: string
  /** For what is kept of it. */
  readonly beside: string
  readonly files: readonly string[]
}

async function withTree<T>(count: number, use: (tree: Tree) => Promise<T>): Promise<T> {
  const [folder, beside] = [temporary(), temporary()]
  try {
    const files = Array.from({ length: count }, (_, file) => join(folder, placeOf(file)))
    files.forEach((file, index) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, textOf(index))
    })
    const tree = { folder, beside, files }
    git(tree, 'init', '-q')
    git(tree, `--git-dir=${join(beside, 'git')}`, '--work-tree=.', 'init', '-q')
    git(tree, 'add', '-A')
    git(tree, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-qm', 'all')
    return await use(tree)
  }
  finally {
    await Promise.all([folder, beside].map(path => rm(path, { recursive: true, force: true })))
  }
}

function openLedger({ folder, beside }: Tree, onHeard: () => void): Ledger {
  return new Ledger({ folder, storeFolder: join(beside, 'ledger'), closed: [], home: '/nowhere', onHeard })
}

/** Writes the files from another process, as agents do. */
async function change(files: readonly string[]): Promise<void> {
  const script = `for (const file of ${JSON.stringify(files)}) require('node:fs').writeFileSync(file, 'changed')`
  await promisify(execFile)(process.execPath, ['-e', script])
}

/** Some folders in some folders, as sources lie. */
function placeOf(file: number): string {
  const folder = Math.floor(file / filesInFolder)
  return `area${folder % 7}/room${Math.floor(folder / 7) % 97}/part${folder}/file${file}.ts`
}

/** Parley's own sources, each time a little other ones: they compress as sources do. */
function textOf(file: number): string {
  return `// ${file}\n${sources[file % sources.length]!.replaceAll(/^export /gm, `export ${file} `)}`
}

function git({ folder }: Tree, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 2 ** 26 })
}

/** What the disk has no room for otherwise: whole blocks. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.blocks * 512 : 0), 0)
}

function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'parley-bench-')))
}
