import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { absent, toStateKey } from '../../../src/main/changes/fileState'
import { readDiskState } from '../../../src/main/changes/review/apply/diskState'
import { openLedgerDatabase } from '../../../src/main/changes/store/ledgerDatabase'
import { temporaryFolder } from '../../support/temporaryFolder'
import { ReviewedFolder } from './reviewedFolder'

const top = join(import.meta.dirname, '../../..')
const fileCount = 60
const acts = ['reject', 'restore', 'keep', 'reject', 'undo']
/** Interval of rounds without a kill, which count a rejection's calls of the file system. */
const roundsPerLife = 10
/** Maximum kills without effect, after which the test would test nothing. */
const triesPerStrike = 5

export interface KillFigures {
  kills: number
  /** Kills that struck while files were written. */
  midway: number
  /** Number of writes by others between a kill and the next start, and of those found again. */
  foreign: number
}

/**
 * Kills a review repeatedly in the middle of its operations. After the next start, the files match the ledger, every
 * step has an outcome, no temporary file is left, and writes by others in between are kept.
 */
export async function killReviewRepeatedly({ midway }: { midway: number }): Promise<KillFigures> {
  const [root, store] = [temporaryFolder(), temporaryFolder()]
  const figures = { kills: 0, midway: 0, foreign: 0 }
  let fileCalls = 0
  let reviewer = new Reviewer(root, store)
  for (let round = 0; figures.midway < midway && figures.kills < midway * triesPerStrike; round++) {
    const act = prepare(root, store, round)
    if (round % roundsPerLife === 0) {
      fileCalls = await reviewer.complete(act)
    }
    else {
      await reviewer.strike(act, 1 + Math.floor(Math.random() * fileCalls))
      figures.kills++
    }
    await reviewer.kill()
    reviewer = new Reviewer(root, store)
    const cut = listUnfinishedSteps(store)
    figures.midway += cut.length > 0 ? 1 : 0
    const foreign = round % 2 === 0 ? cut.find(path => isFile(join(root, path))) : undefined
    if (foreign !== undefined) {
      rmSync(join(root, foreign))
      writeFileSync(join(root, foreign), `foreign ${round}`)
      figures.foreign++
    }
    checkAfterKill({ root, store, foreign, text: `foreign ${round}` })
  }
  await reviewer.kill()
  return figures
}

/** The agent changes everything in every way; the act that follows. */
function prepare(root: string, store: string, round: number): string {
  const act = acts[round % acts.length]!
  if (act === 'undo')
    return act
  const folder = new ReviewedFolder(root, store)
  const promptId = `p${round}`
  folder.turn('A', promptId, () => {
    for (let index = 0; index < fileCount; index++)
      change(folder, `${index % 5}/${index}`, (round + index) % 6, `${round} ${index}\n`.repeat(20))
  })
  folder.ledger.dispose()
  return `${act} ${promptId}`
}

function change(folder: ReviewedFolder, path: string, kind: number, text: string): void {
  rmSync(folder.at(path), { recursive: true, force: true })
  if (kind === 0)
    return
  if (kind === 1) {
    folder.write(join(path, 'below'), text)
    return
  }
  folder.write(path, text)
  if (kind === 2)
    chmodSync(folder.at(path), 0o600)
  if (kind === 3) {
    rmSync(folder.at(path))
    symlinkSync(text.slice(0, 5), folder.at(path))
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Paths of an operation that has not come to its end. */
function listUnfinishedSteps(store: string): string[] {
  const { sql, close } = openLedgerDatabase(store)
  try {
    return sql.prepare<[], string>(`
      SELECT path FROM steps JOIN operations ON operation = id WHERE NOT is_done AND outcome IS NULL`).pluck().all()
  }
  finally {
    close()
  }
}

function checkAfterKill({ root, store, foreign, text }: {
  root: string
  store: string
  foreign: string | undefined
  text: string
}): void {
  const folder = new ReviewedFolder(root, store)
  try {
    expect(listUnfinishedSteps(store)).toEqual([])
    expect(Object.keys(folder.shape()).filter(path => path.includes('.parley'))).toEqual([])
    if (foreign !== undefined)
      expect(readFileSync(join(root, foreign), 'utf8')).toBe(text)
    const recorded = new Map(folder.ledger.tables.versions.between(0).map(({ path, after }) => [path, after]))
    if (foreign !== undefined)
      recorded.delete(foreign) // seen with the next look
    expect(new Map([...recorded.keys()].map(path => [path, readStateOnDisk(join(root, path))]))).toEqual(recorded)
    folder.others(() => undefined)
  }
  finally {
    folder.ledger.dispose()
  }
}

function readStateOnDisk(path: string): string {
  try {
    return toStateKey(readDiskState(path).state)
  }
  catch {
    return toStateKey(absent) // its folder is a file now
  }
}

/** A process that reviews, loaded but not begun. */
class Reviewer {
  readonly #child
  readonly #said: AsyncIterator<string>
  readonly #ended: Promise<unknown>

  constructor(root: string, store: string) {
    this.#child = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'test/unit/changes/crashedReview.ts', root, store], {
      cwd: top,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#ended = once(this.#child, 'exit')
    this.#said = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Does it, and says how often that called the file system. */
  async complete(act: string): Promise<number> {
    this.#child.stdin.write(`${act}\n`)
    return Number((await this.#said.next()).value)
  }

  /** The same, but it is killed right before that call, if it comes that far. */
  async strike(act: string, fileCall: number): Promise<void> {
    this.#child.stdin.write(`${act} ${fileCall}\n`)
    await Promise.race([this.#said.next(), this.#ended])
  }

  /** Like `kill -9`. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
