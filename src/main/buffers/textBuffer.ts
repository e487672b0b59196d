import type { BufferAuthor, BufferState, BufferView, TextUpdate } from '../../shared/contract/methods/bufferMethods'
import type { ConflictChoice } from './text/settleTexts'
import type { TextFormat } from './text/textFormat'
import { randomUUID } from 'node:crypto'
import { ChangeSet, type Text } from '@codemirror/state'
import { HostError } from '../../shared/errors'
import { type Conflict, stillOpen } from './conflict'
import { type KnownText, type OnTextUpdates, SharedText } from './sharedText'
import { changesBetween } from './text/changesBetween'
import { editorText } from './text/editorText'
import { flatText } from './text/flatText'
import { followText, mergeTexts } from './text/mergeTexts'
import { parseChanges } from './text/parseChanges'
import { settleTexts } from './text/settleTexts'

/** The text that a file holds. */
export interface DiskText {
  readonly text: Text
  /** Of its bytes. */
  readonly hash: string
  readonly format: TextFormat
  /** Why it cannot be edited. */
  readonly readOnly?: string | undefined
}

/** Stands for the hash of a file into which a write has begun. It is stored with the text, in case of a crash. */
export const halfWritten = 'half written'

/** What a `TextBuffer` begins with. */
export interface TextBufferSetup {
  readonly path: string
  readonly disk: DiskText
  /** What was typed since, and is not saved. */
  readonly unsaved?: { readonly changes: ChangeSet, readonly conflict?: Conflict | undefined } | undefined
  readonly onUpdates: (version: number, updates: readonly TextUpdate[]) => void
  /** Something about it besides its text may have changed. */
  readonly onChange: () => void
}

/** One open file: its text, the disk's, and the conflict between them. It does not touch the disk itself. */
export class TextBuffer {
  readonly path: string
  readonly #shared: SharedText
  readonly #onChange: () => void
  #disk: DiskText
  #isGone = false
  #conflict: Conflict | undefined
  /** The changes that turn the disk's text into this one. */
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

  /** What a reader knows who gets the text now. */
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
    const conflict = this.#conflict
    const { readOnly, format: { encoding, lineEnding } } = this.#disk
    return {
      isUnsaved,
      isGone,
      encoding,
      lineEnding,
      ...readOnly !== undefined && { readOnly },
      ...conflict && { conflict: { by: conflict.by, theirs: conflict.theirs.toString(), key: conflict.key, count: conflict.count } },
    }
  }

  /** What makes states differ, without the texts of a conflict: they can be long, and this is compared with every key. */
  get stateParts(): readonly unknown[] {
    const { readOnly, format: { encoding, lineEnding } } = this.#disk
    return [this.isUnsaved, this.#isGone, this.#conflict, readOnly, encoding, lineEnding]
  }

  /** The whole file, as a window gets it. */
  async view(): Promise<BufferView> {
    const { known } = this
    const text = await flatText(known.text)
    // A window may have changed the text meanwhile.
    return known.version === this.#shared.version ? this.#viewOf(text) : this.view()
  }

  /** What a window typed; `false`: it is too far behind. Throws with nothing taken. */
  update(version: number, updates: readonly TextUpdate[]): boolean {
    this.#ensureEditable()
    const isTaken = this.#shared.take(version, updates)
    this.#settled()
    return isTaken
  }

  /**
   * Takes what a window made of an earlier text, whose versions are no longer known. Where others wrote the same lines, the window's stay
   * and a conflict opens; if one is open already, both versions stay between markers. Throws with nothing taken.
   */
  merge(earlier: string, changes: unknown): void {
    this.#ensureEditable()
    const base = editorText(earlier)
    const [ours, theirs] = [parseChanges(changes, base.length).apply(base), this.text]
    const { text, conflicts } = mergeTexts({ base, ours, theirs })
    const isMarked = conflicts.length > 0 && this.#conflict !== undefined
    const merged = isMarked ? settleTexts({ base, ours, theirs }, 'merge', 'Others') : text
    this.#shared.change(changesBetween(theirs, merged))
    if (conflicts.length > 0)
      this.#conflict ??= { by: { kind: 'others' }, base, theirs, key: randomUUID(), count: conflicts.length }
    this.#settled()
  }

  /**
   * Takes over another text that somebody wrote to the disk. A text without edits follows it; otherwise both are merged. `known`: what
   * the writer started from, where that is not what the disk held.
   */
  takeDisk(disk: DiskText, by: BufferAuthor, known?: KnownText): void {
    const before = this.#disk
    const ours = this.text
    const follows = before.text.eq(ours) && (known === undefined || !this.#isTypedSince(known))
    const base = known?.text ?? before.text
    const { text, conflicts, fromOurs, fromTheirs } = follows ? followText(ours, disk.text) : mergeTexts({ base, ours, theirs: disk.text })
    const earlier = this.#conflict
    this.#disk = disk
    this.#isGone = false
    this.#shared.change(fromOurs, by)
    this.#unsaved = fromTheirs
    if (conflicts.length > 0)
      this.#conflict = { by, base: earlier?.base ?? base, theirs: disk.text, key: disk.hash, count: conflicts.length }
    else if (earlier)
      this.#conflict = stillOpen({ ...earlier, theirs: disk.text, key: disk.hash }, text)
    this.#settled()
  }

  /** There is no such file any more, or it is no longer text: this text stays. */
  markGone(): void {
    this.#isGone = true
    this.#settled()
  }

  /** The disk holds the same text, but it may have become editable, or stopped being so. */
  takeLock({ readOnly, format }: DiskText): void {
    // What an interrupted write left need not look like text of this encoding.
    if (readOnly === this.#disk.readOnly || format.encoding !== this.#disk.format.encoding)
      return
    this.#disk = { ...this.#disk, readOnly }
    this.#settled()
  }

  /** A write of this text into the file begins: until it is over, whatever the file holds counts as ours. */
  beginWrite(): void {
    this.#disk = { ...this.#disk, hash: halfWritten }
    this.#settled()
  }

  /** The disk now holds this text, or as much of it as an interrupted write left. That settles a conflict that was seen before. */
  markSaved(disk: DiskText, seen: Conflict | undefined): void {
    this.#disk = disk
    this.#isGone = false
    if (this.#conflict === seen)
      this.#conflict = undefined
    this.#unsaved = changesBetween(disk.text, this.text)
    this.#settled()
  }

  /** `key`: of the conflict that the person saw. Throws `busy` where it is another one by now. */
  settle(choice: ConflictChoice, key: string): void {
    const conflict = this.#conflict
    if (!conflict)
      return
    if (conflict.key !== key)
      throw new HostError('busy', 'The file was changed once more. Look at the difference, then choose again.')
    this.#conflict = undefined
    const { base, theirs, by } = conflict
    const settled = settleTexts({ base, ours: this.text, theirs }, choice, by.kind === 'agent' ? by.agentName : 'The disk')
    this.#shared.change(changesBetween(this.text, settled))
    this.#settled()
  }

  /** Of what only a file held, no version is known: what differs since may be what the person saved. */
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
