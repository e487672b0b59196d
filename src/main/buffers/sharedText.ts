import type { BufferAuthor, TextUpdate } from '../../shared/contract/methods/bufferMethods'
import { randomUUID } from 'node:crypto'
import { rebaseUpdates, type Update } from '@codemirror/collab'
import { ChangeSet, type Text } from '@codemirror/state'
import { HostError } from '../../shared/errors'
import { maxTextSize } from '../../shared/files/fileLimits'
import { parseChanges } from './text/editorText'

/** A window that is further behind has to open the text again. */
const maxKept = 2_000
/** What the kept updates may insert together; an agent can rewrite a long text many times. */
const maxKeptCharacters = 8_000_000
/** The client id of changes that the host makes itself. */
const hostClient = 'host'

/** A text as it was at a version, as a window or an agent knows it. */
export interface KnownText {
  readonly text: Text
  readonly version: number
  /** The text that it is a version of; absent for what only a file held. */
  readonly lineage?: string
  /** The hash of what the disk held then, where the text was unsaved. */
  readonly diskHash?: string
}

/** Gets each change that was made, and the version before it. */
export type OnTextUpdates = (version: number, updates: readonly TextUpdate[], changes: readonly ChangeSet[]) => void

/** The one true state of a text that several windows edit, as `@codemirror/collab` wants it of an authority. */
export class SharedText {
  /** Tells versions of this text from those of any other. */
  readonly lineage = randomUUID()
  readonly #onUpdates: OnTextUpdates
  #text: Text
  #version = 0
  #typedVersion = 0
  /** The latest updates, up to `#version`. */
  #kept: Update[] = []
  #keptCharacters = 0

  constructor(text: Text, onUpdates: OnTextUpdates) {
    this.#text = text
    this.#onUpdates = onUpdates
  }

  get text(): Text {
    return this.#text
  }

  get version(): number {
    return this.#version
  }

  get known(): KnownText {
    return { text: this.#text, version: this.#version, lineage: this.lineage }
  }

  /** What changed the text of a version into this one; `undefined` where that is no longer known. */
  changesSince(version: number): ChangeSet | undefined {
    const count = this.#version - version
    if (count === 0)
      return ChangeSet.empty(this.#text.length)
    const since = count > 0 && count <= this.#kept.length ? this.#kept.slice(-count) : []
    return since.length === 0 ? undefined : since.map(({ changes }) => changes).reduce((all, next) => all.compose(next))
  }

  /** Whether a person may have typed since someone read it. */
  isTypedSince({ version, lineage }: KnownText): boolean {
    return lineage !== this.lineage || this.#typedVersion > version
  }

  /**
   * Takes all updates of a window, made at that version, or none. Those of a window that is behind are rebased onto
   * what came meanwhile, and those that came already are left out. `false`: the window is too far behind. Throws
   * `invalid_params`.
   */
  take(version: number, updates: readonly TextUpdate[]): boolean {
    const late = this.#version - version
    if (late < 0)
      throw new HostError('invalid_params', 'These changes are of a text that is not open any more.')
    if (late > this.#kept.length)
      return false
    const over = late === 0 ? [] : this.#kept.slice(-late)
    let length = over[0]?.changes.length ?? this.#text.length
    const asked = updates.map(({ clientId, changes: json }) => {
      if (clientId === hostClient)
        throw new HostError('invalid_params', `No window is named "${hostClient}".`)
      const changes = parseChanges(json, length)
      length = changes.newLength
      return { clientID: clientId, changes }
    })
    this.#make(rebaseUpdates(asked, over))
    this.#typedVersion = this.#version
    return true
  }

  /** A change that the host makes for `by`; without that, for the person. */
  change(changes: ChangeSet, by?: BufferAuthor): void {
    if (changes.empty)
      return
    this.#make([{ clientID: hostClient, changes }], by)
    if (by === undefined)
      this.#typedVersion = this.#version
  }

  #make(updates: readonly Update[], by?: BufferAuthor): void {
    let text = this.#text
    for (const { changes } of updates)
      text = changes.apply(text)
    // Only the result counts: what one update pastes, the next may undo.
    if (text.length > maxTextSize && by === undefined)
      throw new HostError('unsupported', 'Texts of more than 20 MB cannot be edited here.')
    if (updates.length === 0)
      return
    const version = this.#version
    this.#text = text
    this.#version += updates.length
    this.#keep(updates)
    const told = updates.map(({ clientID, changes }) => ({ clientId: clientID, changes: changes.toJSON() as unknown, ...by && { by } }))
    this.#onUpdates(version, told, updates.map(({ changes }) => changes))
  }

  #keep(updates: readonly Update[]): void {
    this.#kept.push(...updates)
    this.#keptCharacters += updates.reduce((sum, update) => sum + insertedBy(update), 0)
    while (this.#kept.length > maxKept || (this.#keptCharacters > maxKeptCharacters && this.#kept.length > 0))
      this.#keptCharacters -= insertedBy(this.#kept.shift()!)
  }
}

function insertedBy({ changes }: Update): number {
  let inserted = 0
  changes.iterChanges((_fromA, _toA, fromB, toB) => inserted += toB - fromB)
  return inserted
}
