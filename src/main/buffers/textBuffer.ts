import type { BufferAuthor, BufferState, BufferView, TextUpdate } from '../../shared/contract/methods/bufferMethods'
import type { TextFormat } from './text/textFormat'
import { randomUUID } from 'node:crypto'
import { ChangeSet, type Text } from '@codemirror/state'
import { HostError } from '../../shared/errors'
import { type KnownText, type OnTextUpdates, SharedText } from './sharedText'
import { editorText, flatText, parseChanges } from './text/editorText'
import { type ConflictChoice, settleTexts } from './text/mergeTexts'
import { mergeAtOnce, mergeWhole, type Merging, wholeChange } from './text/mergeWork'

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
    const { readOnly, format: { encoding, lineEnding } } = this.#disk
    return {
      isUnsaved,
      isGone,
      encoding,
      lineEnding,
      ...readOnly !== undefined && { readOnly },
      ...this.#conflict && { conflict: conflictState(this.#conflict) },
    }
  }

  /**
   * What makes states differ, without the texts of a conflict: they can be long, and this is compared with every key.
   */
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
   * Takes what a window made of an earlier text, whose versions are no longer known. Where others wrote the same lines,
   * the window's stay and a conflict opens; if one is open already, both versions stay between markers. Throws with
   * nothing taken.
   */
  * merging(earlier: string, changes: unknown): Merging {
    this.#ensureEditable()
    const base = editorText(earlier)
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
   * Takes over another text that someone wrote to the disk. A text without edits follows it; otherwise both are
   * merged. `known`: what the writer started from, where that is not what the disk held.
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
      // What was typed meanwhile is on top of it.
      this.#unsaved = fromTheirs.compose(since.map(fromOurs, true))
      const next = { base: earlier?.base ?? base, theirs, key: disk.hash, count: left }
      if (conflicts > 0)
        this.#conflict = { ...next, by, isTooDifferent }
      else if (this.#conflict)
        this.#conflict = left === 0 ? undefined : { ...this.#conflict, ...next }
      return this.#settled()
    }
  }

  /** The same at once, which only short texts can afford. */
  takeDisk(disk: DiskText, by: BufferAuthor, known?: KnownText): void {
    mergeAtOnce(this.takingDisk(disk, by, known))
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

  /**
   * The disk now holds this text, or as much of it as an interrupted write left. That settles a conflict that was seen
   * before.
   */
  markSaved(disk: DiskText, seen: Conflict | undefined): void {
    this.#disk = disk
    this.#isGone = false
    if (this.#conflict === seen)
      this.#conflict = undefined
    this.#unsaved = wholeChange(disk.text, this.text)
    this.#settled()
  }

  /** `key`: of the conflict that the person saw. Throws `busy` where it is another one by now. */
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

  /** The same at once, which only short texts can afford. */
  settle(choice: ConflictChoice, key: string): void {
    mergeAtOnce(this.settling(choice, key))
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

function conflictState({ by, theirs, key, count, isTooDifferent }: Conflict): BufferState['conflict'] {
  return { by, theirs: theirs.toString(), key, count, ...isTooDifferent && { isTooDifferent } }
}

/** Someone wrote over lines that the person changed. */
export interface Conflict {
  readonly by: BufferAuthor
  readonly base: Text
  readonly theirs: Text
  /** Another one with each other text of theirs: what the person chose about. */
  readonly key: string
  readonly count: number
  /** Their lines could not be compared with ours: the whole texts are in conflict. */
  readonly isTooDifferent?: boolean | undefined
}

/** The conflict as it is stored. */
export function conflictJson({ base, theirs, ...rest }: Conflict): string {
  return JSON.stringify({ ...rest, base: base.toString(), theirs: theirs.toString() })
}

/** The conflict that `conflictJson` made that of. */
export function parseConflict(json: string): Conflict {
  const { base, theirs, key = 'earlier', ...rest } = JSON.parse(json) as Pick<Conflict, 'by' | 'count' | 'isTooDifferent'>
    & { base: string, theirs: string, key?: string }
  return { ...rest, key, base: editorText(base), theirs: editorText(theirs) }
}
