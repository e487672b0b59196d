import type { BufferAuthor, TextUpdate } from '../../shared/contract/methods/bufferMethods'
import { randomUUID } from 'node:crypto'
import { rebaseUpdates, type Update } from '@codemirror/collab'
import { ChangeSet, type Text } from '@codemirror/state'
import { HostError } from '../../shared/errors'
import { maxTextSize } from '../../shared/files/fileLimits'
import { parseChanges } from './text/editorText'

/** Windows that are further behind have to reopen the text. */
const maxKept = 2_000
/** Maximum inserted characters of kept updates, because an agent can rewrite a long text many times. */
const maxKeptCharacters = 8_000_000
/** Client id of the host's own changes. */
const hostClient = 'host'

/** A version of a text, as a window or an agent knows it. */
export interface KnownText {
  readonly text: Text
  readonly version: number
  /** Lineage of the text; absent for a text read from a file. */
  readonly lineage?: string
  /** Hash of the file on disk at that time, if the text was unsaved. */
  readonly diskHash?: string
}

/** Called with each change and the version before it. */
export type OnTextUpdates = (version: number, updates: readonly TextUpdate[], changes: readonly ChangeSet[]) => void

/** Authority of a text that several windows edit, as `@codemirror/collab` requires. */
export class SharedText {
  /** Distinguishes this text's versions from others. */
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

  /** Changes since a version; `undefined` if no longer known. */
  changesSince(version: number): ChangeSet | undefined {
    const count = this.#version - version
    if (count === 0)
      return ChangeSet.empty(this.#text.length)
    const since = count > 0 && count <= this.#kept.length ? this.#kept.slice(-count) : []
    return since.length === 0 ? undefined : since.map(({ changes }) => changes).reduce((all, next) => all.compose(next))
  }

  /** Whether a person may have typed since that version. */
  isTypedSince({ version, lineage }: KnownText): boolean {
    return lineage !== this.lineage || this.#typedVersion > version
  }

  /**
   * Takes all or none of a window's updates made at that version. Rebases them if the window is behind, and skips
   * duplicates. Returns `false` if the window is too far behind. Throws `invalid_params`.
   */
  take(version: number, updates: readonly TextUpdate[]): boolean {
    const late = this.#version - version
    if (late < 0)
      throw new HostError('invalid_params', 'These changes are to a text that is no longer open.')
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

  /** Makes a change for `by`, by default for the person. */
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
    // Only the result counts, because one update may undo another.
    if (text.length > maxTextSize && by === undefined)
      throw new HostError('unsupported', 'Files over 20 MB can’t be edited here.')
    if (updates.length === 0)
      return
    const version = this.#version
    this.#text = text
    this.#version += updates.length
    this.#keep(updates)
    const told = updates.map(({ clientID, changes }) => ({
      clientId: clientID,
      changes: changes.toJSON() as unknown,
      ...by && { by },
    }))
    this.#onUpdates(version, told, updates.map(({ changes }) => changes))
  }

  #keep(updates: readonly Update[]): void {
    this.#kept.push(...updates)
    this.#keptCharacters += updates.reduce((sum, update) => sum + countInserted(update), 0)
    while (this.#kept.length > maxKept || (this.#keptCharacters > maxKeptCharacters && this.#kept.length > 0))
      this.#keptCharacters -= countInserted(this.#kept.shift()!)
  }
}

function countInserted({ changes }: Update): number {
  let inserted = 0
  changes.iterChanges((_fromA, _toA, fromB, toB) => inserted += toB - fromB)
  return inserted
}
