import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Evidence } from '../../src/main/changes/evidence'
import { Ledger } from '../../src/main/changes/ledger'
import { Review } from '../../src/main/changes/review/review'
import { computeHunks } from '../../src/shared/changes/hunks'
import { measureMedians, measureMs } from './median'
import { benchRow, type BenchRow } from './row'
import { temporaryFolder } from './sourceTree'

const fileCount = 10_000
const changedCount = 1_000
const runs = 5
const thread = { threadId: 'thread', promptId: 'prompt' }

/**
 * Measures reading and undoing an agent's changes in 1,000 of 10,000 files, against git in a repository of the same
 * files.
 */
export async function benchReview(): Promise<BenchRow[]> {
  const [folder, store, repository] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const evidence = new Evidence()
  const ledger = new Ledger({ folder, storeFolder: store, evidence, closed: [], home: '/nowhere', onReported: () => undefined })
  try {
    writeFiles(folder, fileCount, '')
    ledger.beginTurn(thread)
    evidence.apply({ kind: 'turnBegan', ...thread, at: Date.now() })
    while (ledger.readMore(1_000))
      ;
    writeFiles(folder, changedCount, 'changed')
    ledger.endTurn(thread)
    const git = gitBeside(repository)
    const review = new Review(ledger)
    const paths = review.list({ threadId: 'thread' }).files.map(({ path }) => path)
    const [list, names, hunks, patch] = await measureMedians(runs, [
      () => measureMs(() => review.list({ threadId: 'thread' })),
      () => measureMs(() => git('diff-tree', '-r', '--numstat', 'before', 'after')),
      () => measureMs(() => readAll(review, paths)),
      () => measureMs(() => git('diff-tree', '-r', '-p', 'before', 'after')),
    ])
    const [restore, undo, checkout] = await measureMedians(runs, [
      () => measureMs(() => review.restore({ ...thread, files: review.previewRestore(thread) })),
      () => measureMs(() => review.undo({ threadId: 'thread', operation: review.lastAct({ threadId: 'thread' })!.operation })),
      () => {
        git('checkout', '-q', '-f', 'after')
        return measureMs(() => git('checkout', '-q', '-f', 'before'))
      },
    ])
    return [
      row('the list of 1,000 changed files, once counted, against git diff-tree --numstat', { value: list!, reference: names!, limit: 1 }),
      row('the hunks of 1,000 files, against git diff-tree -p', { value: hunks!, reference: patch!, limit: 0.5 }),
      row('restoring 1,000 files, against git checkout -f', { value: restore!, reference: checkout!, limit: 10 }),
      row('undoing that, against git checkout -f', { value: undo!, reference: checkout!, limit: 10 }),
    ]
  }
  finally {
    ledger.dispose()
    await Promise.all([folder, store, repository].map(path => rm(path, { recursive: true, force: true })))
  }
}

function row(name: string, { value, reference, limit }: { value: number, reference: number, limit: number }): BenchRow {
  return benchRow({ area: 'changes', name, value, unit: 'ms', reference, ratio: value / reference, target: `<= ${limit}x` })
}

function readAll(review: Review, paths: readonly string[]): number {
  return paths.reduce((count, path) => {
    const { before, after } = review.read({ threadId: 'thread', path })
    return count + computeHunks(before ?? '', after ?? '').length
  }, 0)
}

/** Files of 2 to 12 KB, changed in three places. */
function writeFiles(folder: string, count: number, change: string): void {
  for (let file = 0; file < count; file++) {
    const path = join(folder, `area${file % 7}/part${file % 500}/file${file}.ts`)
    const lines = Array.from({ length: 40 + file % 200 }, (_, line) =>
      `export const name${line} = make(${file * line}, '${line % 17 === 0 && line < 51 ? change : ''}')\n`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, lines.join(''))
  }
}

/** Creates a repository of the same files, with the tags `before` and `after`. Returns its git. */
function gitBeside(folder: string): (...args: string[]) => void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', '-c', 'gc.auto=0', ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  writeFiles(folder, fileCount, '')
  git('init', '-q')
  for (const [tag, count, change] of [['before', 0, ''], ['after', changedCount, 'changed']] as const) {
    writeFiles(folder, count, change)
    git('add', '-A')
    git('commit', '-q', '-m', tag)
    git('tag', tag)
  }
  return git
}
