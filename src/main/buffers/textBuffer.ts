import type { BufferAuthor, BufferState, BufferView, TextUpdate } from '../../shared/contract/methods/bufferMethods'
import type { TextFormat } from './text/textFormat'
import { randomUUID } from 'node:crypto'
import { ChangeSet, type Text } from '@codemirror/state'
import { HostError } from '../../shared/errors'
import { type KnownText, type OnTextUpdates, SharedText } from './sharedText'
import { flattenText, parseChanges, toEditorText } from './text/editorText'
import { type ConflictChoice, settleTexts } from './text/mergeTexts'
import { mergeAtOnce, mergeWhole, type Merging, replaceWhole } from './text/mergeWork'

/** The text of a file on disk. */
export interface DiskText {
  readonly text: Text
  /** Hash of its bytes. */
  readonly hash: string
  readonly format: TextFormat
  /** Why it is read-only. */
  readonly readOnly?: string | undefined
}

/** Placeholder hash of a file that is being written. Stored with the text in case of a crash. */
export const halfWritten = 'half written'

/** Initial state of a `TextBuffer`. */
export interface TextBufferSetup {
  readonly path: string
  readonly disk: DiskText
  /** Unsaved changes. */
  readonly unsaved?: { readonly changes: ChangeSet, readonly conflict?: Conflict | undefined } | undefined
  readonly onUpdates: (version: number, updates: readonly TextUpdate[]) => void
  /** Called when its state besides the text may have changed. */
  readonly onChange: () => void
}

/** An open file: its text, the disk's, and the conflict between them. Does not access the disk. */
export class TextBuffer {
  readonly path: string
  readonly #shared: SharedText
  readonly #onChange: () => void
  #disk: DiskText
  #isGone = false
  #conflict: Conflict | undefined
  /** Changes from the disk's text to this one. */
  #unsaved: ChangeSet

  constructor({ path, disk, unsaved, onUpdates, onChange }: TextBufferSetup) {
    this.path = path
    this.#disk = disk
    this.#onChange = onChange
    this.#unsaved = unsaved?.changes ?? ChangeSet.empty(disk.text.length)
    this.#conflict = unsaved?.conflict
    const took: OnTextUpdates = (version, updates, changes) => {
      this.#unsaved = changes.reduce((all, change) => all.compose(change), this.#unsaved)
      onUpdates(version, updates)
    }
    this.#shared = new SharedText(this.#unsaved.apply(disk.text), took)
  }

  get text(): Text {
    return this.#shared.text
  }

  get disk(): DiskText {
    return this.#disk
  }

  /** The current version, as known to a reader. */
  get known(): KnownText {
    return this.isUnsaved ? { ...this.#shared.known, diskHash: this.#disk.hash } : this.#shared.known
  }

  get isUnsaved(): boolean {
    return !this.#unsaved.empty && !this.#shared.text.eq(this.#disk.text)
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get conflict(): Conflict | undefined {
    return this.#conflict
  }

  get unsavedChanges(): ChangeSet {
    return this.#unsaved
  }

  get state(): BufferState {
    const { isUnsaved, isGone } = this
    const { readOnly, format: { encoding, lineEnding } } = this.#disk
    return {
      isUnsaved,
      isGone,
      encoding,
      lineEnding,
      ...readOnly !== undefined && { readOnly },
      ...this.#conflict && { conflict: toConflictState(this.#conflict) },
    }
  }

  /** State for comparison, without a conflict's texts, because it is compared with every keystroke. */
  get stateParts(): readonly unknown[] {
    const { readOnly, format: { encoding, lineEnding } } = this.#disk
    return [this.isUnsaved, this.#isGone, this.#conflict, readOnly, encoding, lineEnding]
  }

  /** Returns the whole file for a window. */
  async view(): Promise<BufferView> {
    const { known } = this
    const text = await flattenText(known.text)
    // A window may have changed the text meanwhile.
    return known.version === this.#shared.version ? this.#viewOf(text) : this.view()
  }

  /**
   * Takes a window's updates. Returns `false` if the window is too far behind. Throws and takes nothing if they are
   * invalid.
   */
  update(version: number, updates: readonly TextUpdate[]): boolean {
    this.#ensureEditable()
    const isTaken = this.#shared.take(version, updates)
    this.#settled()
    return isTaken
  }

  /**
   * Merges a window's edit of an earlier text of unknown version. If others changed the same lines, keeps the window's
   * and opens a conflict; if one is already open, keeps both versions between markers. Throws and takes nothing if the
   * edit is invalid.
   */
  * merging(earlier: string, changes: unknown): Merging {
    this.#ensureEditable()
    const base = toEditorText(earlier)
    const ours = parseChanges(changes, base.length).apply(base)
    for (;;) {
      const { text: theirs, version } = this.#shared
      const { fromOurs, fromTheirs, conflicts, isTooDifferent } = yield { kind: 'merge', base, ours, theirs }
      const isMarked = conflicts > 0 && this.#conflict !== undefined
      const merged = isMarked
        ? settleTexts({ base, ours, theirs, isWhole: isTooDifferent }, 'merge', 'Others')
        : isTooDifferent ? ours : fromOurs.apply(ours)
      const made = isMarked ? (yield { kind: 'follow', ours: theirs, theirs: merged }).fromOurs : fromTheirs
      const since = this.#shared.changesSince(version)
      if (!since)
        continue
      this.#shared.change(made.map(since))
      if (conflicts > 0)
        this.#conflict ??= { by: { kind: 'others' }, base, theirs, key: randomUUID(), count: conflicts, isTooDifferent }
      return this.#settled()
    }
  }

  /**
   * Takes over a new text on disk: replaces an unedited text, otherwise merges. `known`: what the writer started from,
   * if not the previous text on disk.
   */
  * takingDisk(disk: DiskText, by: BufferAuthor, known?: KnownText): Merging {
    for (;;) {
      const { text: ours, version } = this.#shared
      const before = this.#disk.text
      const [base, theirs] = [known?.text ?? before, disk.text]
      const follows = before.eq(ours) && (known === undefined || !this.#isTypedSince(known))
      const merged = yield follows ? { kind: 'follow', ours, theirs } : { kind: 'merge', base, ours, theirs }
      const { fromOurs, fromTheirs, conflicts, isTooDifferent } = merged
      const earlier = this.#conflict
      const left = earlier && conflicts === 0
        ? (yield { kind: 'merge', base: earlier.base, ours: fromOurs.apply(ours), theirs }).conflicts
        : conflicts
      const since = this.#shared.changesSince(version)
      if (!since)
        continue
      this.#disk = disk
      this.#isGone = false
      this.#shared.change(fromOurs.map(since), by)
      // Rebase what was typed meanwhile.
      this.#unsaved = fromTheirs.compose(since.map(fromOurs, true))
      const next = { base: earlier?.base ?? base, theirs, key: disk.hash, count: left }
      if (conflicts > 0)
        this.#conflict = { ...next, by, isTooDifferent }
      else if (this.#conflict)
        this.#conflict = left === 0 ? undefined : { ...this.#conflict, ...next }
      return this.#settled()
    }
  }

  /** Handles a file that was deleted or is no longer text. Keeps this text. */
  markGone(): void {
    this.#isGone = true
    this.#settled()
  }

  /** Updates whether the file can be edited, and its format. */
  takeLock({ readOnly, format }: DiskText): void {
    // A partial write may be invalid in this encoding.
    if (readOnly === this.#disk.readOnly || format.encoding !== this.#disk.format.encoding)
      return
    this.#disk = { ...this.#disk, readOnly }
    this.#settled()
  }

  /** Starts a write. Until it ends, any content of the file counts as ours. */
  beginWrite(): void {
    this.#disk = { ...this.#disk, hash: halfWritten }
    this.#settled()
  }

  /** Records that the disk has this text, perhaps partially. Resolves a conflict that was seen before. */
  markSaved(disk: DiskText, seen: Conflict | undefined): void {
    this.#disk = disk
    this.#isGone = false
    if (this.#conflict === seen)
      this.#conflict = undefined
    this.#unsaved = replaceWhole(disk.text, this.text)
    this.#settled()
  }

  /** Resolves the conflict with this key, which the person saw. Throws `busy` if there is another conflict by now. */
  * settling(choice: ConflictChoice, key: string): Merging {
    for (;;) {
      const conflict = this.#conflict
      if (!conflict)
        return
      if (conflict.key !== key)
        throw new HostError('busy', 'The file was changed once more. Look at the difference, then choose again.')
      const { base, theirs, by, isTooDifferent } = conflict
      const { text: ours, version } = this.#shared
      const theirName = by.kind === 'agent' ? by.agentName : 'The disk'
      const work = { kind: 'settle', choice, base, ours, theirs, theirName } as const
      const { fromOurs } = isTooDifferent || choice === 'mine' ? mergeWhole(work) : yield work
      const since = this.#shared.changesSince(version)
      if (!since)
        continue
      this.#conflict = undefined
      this.#shared.change(fromOurs.map(since))
      return this.#settled()
    }
  }

  /** Like `settling`, but synchronous. Only for short texts. */
  settle(choice: ConflictChoice, key: string): void {
    mergeAtOnce(this.settling(choice, key))
  }

  /** A text read from a file has no version, so differences may be text that the person saved. */
  #isTypedSince(known: KnownText): boolean {
    return known.lineage === undefined ? !known.text.eq(this.#disk.text) : this.#shared.isTypedSince(known)
  }

  #ensureEditable(): void {
    if (this.#disk.readOnly !== undefined)
      throw new HostError('unsupported', this.#disk.readOnly)
  }

  #viewOf(text: string): BufferView {
    return {
      kind: 'text',
      path: this.path,
      version: this.#shared.version,
      lineage: this.#shared.lineage,
      text,
      ...this.state,
    }
  }

  #settled(): void {
    if (this.#conflict && !this.isUnsaved)
      this.#conflict = undefined
    this.#onChange()
  }
}

function toConflictState({ by, theirs, key, count, isTooDifferent }: Conflict): BufferState['conflict'] {
  return { by, theirs: theirs.toString(), key, count, ...isTooDifferent && { isTooDifferent } }
}

/** A conflict: someone else changed lines that the person changed. */
export interface Conflict {
  readonly by: BufferAuthor
  readonly base: Text
  readonly theirs: Text
  /** Identifies the conflict. Changes with its text. */
  readonly key: string
  readonly count: number
  /** Set if lines could not be compared, so the whole texts conflict. */
  readonly isTooDifferent?: boolean | undefined
}

/** Serializes a conflict. */
export function serializeConflict({ base, theirs, ...rest }: Conflict): string {
  return JSON.stringify({ ...rest, base: base.toString(), theirs: theirs.toString() })
}

/** Parses the result of `serializeConflict`. */
export function parseConflict(json: string): Conflict {
  type Stored = Pick<Conflict, 'by' | 'count' | 'isTooDifferent'> & { base: string, theirs: string, key?: string }
  const { base, theirs, key = 'earlier', ...rest } = JSON.parse(json) as Stored
  return { ...rest, key, base: toEditorText(base), theirs: toEditorText(theirs) }
}
