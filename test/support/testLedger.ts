import type { TurnEvidence } from '../../src/main/changes/evidence'
import type { TurnChanges } from '../../src/shared/changes/turnChanges'
import { Buffer } from 'node:buffer'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Ledger } from '../../src/main/changes/ledger'
import { type ScanLimits, scanLimits } from '../../src/main/changes/scan/scanLimits'
import { hashBytes } from '../../src/main/changes/store/contents'
import { SetEvidence, turnOf } from './setEvidence'

/** Limits that ignore how full the machine's disk is. */
export const anyDisk: ScanLimits = { ...scanLimits, freeBytes: 0, freeShare: 0 }

interface TestLedgerOptions {
  readonly isHome?: boolean
  /** Names of subfolders that the ledger never enters. */
  readonly closed?: readonly string[]
  readonly limits?: ScanLimits
}

/** A ledger of a temporary folder; both are deleted after the test. */
export class TestLedger {
  readonly folder = temporary('parley-folder-')
  readonly storeFolder = temporary('parley-ledger-')
  readonly evidence = new SetEvidence()
  ledger: Ledger
  heard = 0
  #prompts = 0
  readonly #options: TestLedgerOptions

  constructor(options: TestLedgerOptions = {}) {
    this.#options = options
    this.ledger = this.#open()
    onTestFinished(() => this.ledger.dispose())
  }

  /** Opens the ledger again, as after a restart of Parley. */
  reopen(): void {
    this.ledger.dispose()
    this.ledger = this.#open()
  }

  /** Opens the ledger again, as after a crash of Parley: nothing is closed. */
  reopenAfterCrash(): void {
    this.ledger = this.#open()
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, content: string | Buffer, mode?: number): void {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    writeFileSync(this.path(name), content, { mode })
  }

  begin(threadId = 'thread'): { gap?: string } {
    this.evidence.turns = []
    return this.ledger.beginTurn({ threadId, promptId: `${threadId}-${++this.#prompts}` })
  }

  end(turns: readonly TurnEvidence[] = [turnOf('thread')], threadId = 'thread'): TurnChanges {
    this.evidence.turns = turns
    return this.ledger.endTurn({ threadId, promptId: `${threadId}-${this.#prompts}` })
  }

  /** Scans the places of reported changes while these turns are open. */
  look(turns: readonly TurnEvidence[] = [turnOf('thread')]): boolean {
    this.evidence.turns = turns
    return this.ledger.scan()
  }

  /** Scans these files as when a tool call ends or, with `at`, names them. `isLate`: named after they were written. */
  lookAt(names: readonly string[], turns: readonly TurnEvidence[], { at, isLate }: { at?: number, isLate?: boolean } = {}): void {
    const paths = names.map(name => this.path(name))
    this.evidence.turns = turns
    this.evidence.news = at === undefined ? { ended: paths, ...isLate && { namedAfterStart: paths } } : { named: paths }
    const { threadId = '' } = turns[0] ?? {}
    this.ledger.apply({ kind: 'call', threadId, toolCallId: '', paths, at: at ?? Date.now(), ...at !== undefined && { status: 'pending' } })
    this.evidence.news = undefined
  }

  /** Writes through Parley, as the agent of the thread. */
  writeThrough(name: string, content: string, write: () => void = () => this.write(name, content)): void {
    const [path, author, id] = [this.path(name), { by: 'asked', threadId: 'thread', promptId: 'thread-1' } as const, 'write']
    this.evidence.turns = [turnOf('thread')]
    this.ledger.apply({ kind: 'write', id, path, content: hashBytes(Buffer.from(content)), author, at: Date.now() })
    write()
    this.ledger.apply({ kind: 'written', id, path, isDone: true, at: Date.now() })
  }

  /** Runs `work` in one turn of one thread. Returns the changes, by name. */
  turn(work: () => void, turns: readonly TurnEvidence[] = [turnOf('thread')]): Record<string, string> {
    this.begin()
    work()
    const changes = this.end(turns)
    return Object.fromEntries(changes.files.map(({ path, kind, by }) => [path.slice(this.folder.length + 1), [kind, ...by].join(' ')]))
  }

  /** Reads the content before the last version of a file. */
  before(name: string): string | undefined {
    const key = this.ledger.tables.versions.ofPath(name).at(-1)?.before
    return key === undefined ? undefined : this.ledger.readContent(key.split(' ').at(-1)!)?.toString()
  }

  #open(): Ledger {
    const { isHome, closed = [], limits = anyDisk } = this.#options
    const home = isHome ? this.folder : '/nowhere'
    const onReported = (): void => void this.heard++
    const { folder, storeFolder, evidence } = this
    return new Ledger({ folder, storeFolder, evidence, closed: closed.map(name => this.path(name)), home, onReported, limits })
  }
}

function temporary(prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
