import type { Buffer } from 'node:buffer'
import type { TurnWitness } from '../../src/main/changes/ledgerCalls'
import type { SeeLimits } from '../../src/main/changes/see/seeLimits'
import type { TurnChanges } from '../../src/shared/changes/turnChanges'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Ledger } from '../../src/main/changes/ledger'

/** A turn that does nothing that tells what it changes. */
export function witnessOf(threadId: string, more: Partial<TurnWitness> = {}): TurnWitness {
  return { threadId, promptId: `${threadId}-1`, knownAt: 0, named: new Map(), isWaiting: false, ...more }
}

interface TestLedgerOptions {
  readonly isHome?: boolean
  /** Names of folders in it. */
  readonly closed?: readonly string[]
  readonly limits?: SeeLimits
}

/** A ledger of a temporary folder; both are gone after the test. */
export class TestLedger {
  readonly folder = temporary('parley-folder-')
  readonly storeFolder = temporary('parley-ledger-')
  ledger: Ledger
  heard = 0
  #prompts = 0
  readonly #options: TestLedgerOptions

  constructor(options: TestLedgerOptions = {}) {
    this.#options = options
    this.ledger = this.#open()
    onTestFinished(() => this.ledger.dispose())
  }

  /** As after a restart of Parley. */
  reopen(): void {
    this.ledger.dispose()
    this.ledger = this.#open()
  }

  /** As after a crash of Parley: what was open is not closed. */
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
    return this.ledger.beginTurn({ threadId, promptId: `${threadId}-${++this.#prompts}`, witness: [] })
  }

  end(witness: readonly TurnWitness[] = [witnessOf('thread')], threadId = 'thread'): TurnChanges {
    return this.ledger.endTurn({ threadId, promptId: `${threadId}-${this.#prompts}`, witness })
  }

  /** One turn of one thread in which `work` happens; what changed, by name. */
  turn(work: () => void, witness: readonly TurnWitness[] = [witnessOf('thread')]): Record<string, string> {
    this.begin()
    work()
    const changes = this.end(witness)
    return Object.fromEntries(changes.files.map(({ path, kind, by }) => [path.slice(this.folder.length + 1), [kind, ...by].join(' ')]))
  }

  /** The content that the last version of a file began with. */
  before(name: string): string | undefined {
    const key = this.ledger.tables.versions.ofPath(name).at(-1)?.before
    return key === undefined ? undefined : this.ledger.bytesOf(key.split(' ').at(-1)!)?.toString()
  }

  #open(): Ledger {
    const { isHome, closed = [], limits } = this.#options
    const home = isHome ? this.folder : '/nowhere'
    const onHeard = (): void => void this.heard++
    const { folder, storeFolder } = this
    return new Ledger({ folder, storeFolder, closed: closed.map(name => this.path(name)), home, onHeard, limits })
  }
}

function temporary(prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
