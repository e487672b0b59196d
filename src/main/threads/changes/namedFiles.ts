import type { TurnWitness } from '../../changes/ledgerCalls'
import type { FolderTurns } from './folderTurns'
import type { CallNews } from './openCalls'
import type { ThreadLedgers } from './threadLedgers'
import { isWithin } from '../../../shared/paths'

/** Calls may name a file after the other: each ledger is asked about all of them at once, this often. */
const lookEveryMs = 100
/** More that wait are left to the turn's end, which finds all but what is ignored. */
const maxWaiting = 10_000

/** What `NamedFiles` needs. */
export interface NamedFilesOptions {
  readonly threadId: string
  readonly turns: FolderTurns
  readonly ledgers: ThreadLedgers
  /** What tells at this moment that a change is the agent's. */
  readonly witness: () => TurnWitness | undefined
  /** The turn has. */
  readonly hasEnded: () => boolean
}

/**
 * Has the files looked at that tool calls name, ignored or not: when a call is announced, so that it is known what they were, and when it
 * has ended.
 */
export class NamedFiles {
  readonly #options: NamedFilesOptions
  /** With the witness of the time before the call was announced: what was changed until then is not the call's. */
  readonly #before = new Map<string, TurnWitness | undefined>()
  readonly #after = new Set<string>()
  /** Those that were named only once they may have been written. */
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: NamedFilesOptions) {
    this.#options = options
  }

  /** `before`: what told that a change is the agent's until the call was announced; absent where it may have written already. */
  take({ announced, ended, told }: CallNews, before?: TurnWitness): void {
    told.forEach(path => this.#told.add(path))
    for (const path of announced) {
      if (!this.#before.has(path) && this.#before.size < maxWaiting)
        this.#before.set(path, before)
    }
    for (const path of ended) {
      if (this.#after.size < maxWaiting)
        this.#after.add(path)
    }
    if (this.#timer === undefined && this.#before.size + this.#after.size > 0)
      this.#lookAndWait()
  }

  /** Looks at what waits, for whoever asks for all changes then: its calls reach each ledger before what is asked of it from now on. */
  look(): void {
    this.#look(() => undefined)
  }

  /** What waits is not looked at. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#clear()
  }

  #clear(): void {
    this.#before.clear()
    this.#after.clear()
    this.#told.clear()
  }

  #look(onEnded: (folder: string) => unknown): void {
    const [before, after, told] = [new Map(this.#before), [...this.#after], new Set(this.#told)]
    this.#clear()
    if (before.size + after.length === 0)
      return
    const { turns } = this.#options
    this.#lookAt({ before, after, told }, onEnded).catch(error => turns.report(error, 'looking at files that the agent names'))
  }

  #lookAndWait(): void {
    const { turns, hasEnded } = this.#options
    const hadEnded = hasEnded()
    this.#look(folder => hadEnded === hasEnded() && turns.changed(folder)) // or the turn's summary has it, and tells
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#before.size + this.#after.size > 0)
        this.#lookAndWait()
    }, lookEveryMs)
  }

  async #lookAt(
    { before, after, told }: { before: ReadonlyMap<string, TurnWitness | undefined>, after: readonly string[], told: ReadonlySet<string> },
    onEnded: (folder: string) => unknown,
  ): Promise<void> {
    const { threadId, turns, ledgers, witness } = this.#options
    const now = witness()
    await Promise.all((await ledgers.all()).map(async ({ folder, ledger }) => {
      const isIn = (path: string): boolean => isWithin(path, folder, process.platform)
      const looks: Promise<unknown>[] = []
      for (const [own, paths] of groupedByWitness(before, now)) {
        const inside = paths.filter(isIn)
        if (inside.length > 0)
          looks.push(ledger.lookAt({ paths: inside, witness: turns.witnessesWith(folder, threadId, own), until: own?.knownAt, told }))
      }
      const ended = after.filter(isIn)
      if (ended.length > 0)
        looks.push(ledger.lookAt({ paths: ended, witness: turns.witnessesWith(folder, threadId, now), told }))
      await Promise.all(looks)
      if (ended.length > 0)
        onEnded(folder)
    }))
  }
}

/** Calls that were announced at different times were so before different changes. */
function groupedByWitness(
  paths: ReadonlyMap<string, TurnWitness | undefined>,
  now: TurnWitness | undefined,
): Map<TurnWitness | undefined, string[]> {
  const groups = new Map<TurnWitness | undefined, string[]>()
  for (const [path, before] of paths) {
    const own = before ?? now
    const group = groups.get(own)
    if (group)
      group.push(path)
    else
      groups.set(own, [path])
  }
  return groups
}
