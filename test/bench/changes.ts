import type { SourceTree } from './sourceTree'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Evidence } from '../../src/main/changes/evidence'
import { Ledger } from '../../src/main/changes/ledger'
import { Review } from '../../src/main/changes/review/review'
import { buildHost } from '../support/buildHost'
import { collectGarbage } from '../support/collectGarbage'
import { benchHost } from './changesHost'
import { benchReview } from './changesReview'
import { measureMedians, measureMs, median } from './median'
import { benchRow, type BenchRow } from './row'
import { bytesIn, git, withSourceTree } from './sourceTree'

const sizes = [1_000, 10_000, 50_000] as const
const runs = 5
const changedCount = 1_000
const turn = { threadId: 'thread', promptId: 'prompt' }
/** Maximum memory of the ledger for 50,000 files. */
const maxHeapBytes = 50 * 2 ** 20

const hintedName = 'a look at what was heard of, 10 changed'

type Row = Pick<BenchRow, 'value' | 'reference' | 'target'> & { readonly unit?: string }

/** Measures scans of a folder against `git status` of the same tree, and their cost for the host. */
export async function bench(): Promise<BenchRow[]> {
  const awake = setInterval(() => {}, 1_000) // watchers alone keep no process alive
  const built = await buildHost()
  const programPath = join(built, 'main/ledger.js')
  const rows: BenchRow[] = []
  let hinted = Number.NaN
  for (const count of sizes) {
    rows.push(...await withSourceTree(count, async (tree) => {
      const bench = new TreeBench(tree, { programPath, count })
      await bench.run()
      if (count === sizes[0])
        hinted = bench.hintedMs
      if (count === sizes[2])
        bench.row(`${hintedName}, against the same at 1,000 files`, { value: bench.hintedMs, reference: hinted, target: '<= 2x' })
      return [...bench.rows, ...count === sizes[2] ? await benchHost(tree, programPath) : []]
    }))
  }
  rows.push(...await benchReview())
  await rm(built, { recursive: true, force: true })
  clearInterval(awake)
  return rows
}

/** A ledger and git on one tree. */
class TreeBench {
  readonly rows: BenchRow[] = []
  readonly #tree: SourceTree
  readonly #count: number
  readonly #evidence = new Evidence()
  readonly #ledger: Ledger
  #isHeard = (): void => {}
  #change = 0
  hintedMs = Number.NaN
  readonly #heapBefore: number
  readonly #watchesBefore: number

  constructor(tree: SourceTree, { programPath, count }: { programPath: string, count: number }) {
    this.#tree = tree
    this.#count = count
    this.#heapBefore = heapBytes()
    this.#watchesBefore = watches()
    const storeFolder = join(tree.beside, 'ledger')
    const onReported = (): void => this.#isHeard()
    const evidence = this.#evidence
    this.#ledger = new Ledger({ folder: tree.folder, storeFolder, evidence, closed: [], home: '/nowhere', onReported, programPath })
    evidence.apply({ kind: 'turnBegan', ...turn, at: Date.now() })
  }

  row(name: string, { unit = 'ms', value, reference, target }: Row): void {
    const size = this.#count.toLocaleString('en')
    this.rows.push(benchRow({ area: 'changes', name: `${name}, ${size} files`, value, unit, reference, ratio: value / reference, target }))
  }

  async run(): Promise<void> {
    this.#first()
    await this.#looks()
    this.#ledger.dispose()
  }

  #first(): void {
    const ledger = this.#ledger
    const value = measureMs(() => {
      ledger.beginTurn(turn)
      while (ledger.readMore(1_000))
        ;
    })
    while (ledger.collect())
      ;
    this.#privately('init', '-q')
    const reference = measureMs(() => this.#privately('add', '-A'))
    this.row('the first look, everything kept, against git add -A into an empty repository', { value, reference, target: '<= 0.7x' })
    const [kept, keptByGit] = ['ledger', 'git'].map(name => bytesIn(join(this.#tree.beside, name))) as [Sizes, Sizes]
    const megabytes = (name: string, size: keyof Sizes, target: string): void =>
      this.row(name, { unit: 'MB', value: kept[size] / 2 ** 20, reference: keptByGit[size] / 2 ** 20, target })
    megabytes('… on the disk, in blocks', 'onDisk', '<= 0.7x')
    if (this.#count === sizes[2])
      megabytes('… in bytes', 'bytes', '<= 0.9x') // the README says why
  }

  async #looks(): Promise<void> {
    const isLargest = this.#count === sizes[2]
    const ledger = this.#ledger
    const lookAtAll = (): void => void ledger.endTurn(turn)
    const status = (): number => measureMs(() => git(this.#tree, '--no-optional-locks', 'status', '--porcelain'))
    const [still, reference] = await measureMedians(runs, [() => measureMs(lookAtAll), status]) as [number, number]
    const against = (name: string, value: number, target: string): void =>
      this.row(`${name}, against git status`, { value, reference, target })
    against('a look at everything, nothing changed', still, this.#count === sizes[0] ? '<= 0.6x' : '<= 0.9x')
    if (isLargest)
      this.#sizes()
    this.hintedMs = median(await this.#changed(10, () => ledger.scan()))
    if (isLargest)
      against(hintedName, this.hintedMs, '<= 0.1x')
    against('a look at everything, 10 changed', median(await this.#changed(10, lookAtAll)), '<= 1.1x')
    if (!isLargest)
      return
    const all = median(await this.#changed(changedCount, lookAtAll))
    against('a look at everything, 1,000 changed', all, '<= 4x')
    const added = median(await this.#changed(changedCount, () => {
      this.#privately('add', '-A')
      this.#privately('write-tree')
    }))
    const name = 'a look at everything, 1,000 changed, against a private git add -A and write-tree'
    this.row(name, { value: all, reference: added, target: '<= 0.6x' })
    await this.#names()
  }

  /** The visible result of a turn: names, and counted lines. */
  async #names(): Promise<void> {
    const next = { ...turn, promptId: 'next' }
    this.#ledger.beginTurn(next)
    this.#evidence.apply({ kind: 'turnBegan', ...next, at: Date.now() })
    await this.#changed(changedCount, () => {}, 1)
    this.#ledger.endTurn(next)
    const review = new Review(this.#ledger)
    const list = (): number => review.list({ threadId: 'thread', from: 'next', to: 'next' }).files.length
    for (let counted = 0; counted < 20; counted++)
      list()
    const [value, reference] = await measureMedians(runs, [
      () => measureMs(list),
      () => measureMs(() => git(this.#tree, 'diff', '--name-only')),
    ]) as [number, number]
    this.row('the list of a turn\'s 1,000 files, against git diff --name-only', { value, reference, target: '<= 0.1x' })
  }

  #sizes(): void {
    const value = (heapBytes() - this.#heapBefore) / 2 ** 20
    this.row('what the ledger holds in memory, against 50 MB', { unit: 'MB', value, reference: maxHeapBytes / 2 ** 20, target: '<= 1x' })
    const watched = watches() - this.#watchesBefore
    if (process.platform === 'linux')
      this.row('watched folders, against all', { unit: '', value: watched, reference: this.#tree.folderCount, target: '<= 1x' })
  }

  /** Measures `work` after that many files have changed, in each run. */
  async #changed(files: number, work: () => void, times = runs): Promise<number[]> {
    const taken: number[] = []
    for (let run = 0; run < times; run++) {
      const isHeard = new Promise<void>(resolve => this.#isHeard = resolve)
      const text = `changed ${this.#change++}\n`.repeat(100)
      this.#tree.files.slice(run * files, (run + 1) * files).forEach((file, index) => writeFileSync(file, `${index} ${text}`))
      await isHeard
      taken.push(measureMs(work))
    }
    this.#isHeard = () => {}
    return taken
  }

  #privately(...args: string[]): void {
    git(this.#tree, `--git-dir=${join(this.#tree.beside, 'git')}`, '--work-tree=.', ...args)
  }
}

type Sizes = ReturnType<typeof bytesIn>

function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** CPU time in the kernel, of this process. */
function watches(): number {
  if (process.platform !== 'linux')
    return 0
  const lines = readdirSync('/proc/self/fdinfo').flatMap(fd => textOf(`/proc/self/fdinfo/${fd}`).split('\n'))
  return lines.filter(line => line.startsWith('inotify ')).length
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  }
  catch {
    return '' // the one that lists the folder is closed by now
  }
}
