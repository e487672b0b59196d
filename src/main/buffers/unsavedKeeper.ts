import type { ChangeSet } from '@codemirror/state'
import type { NewUnsavedRow, UnsavedEntry, UnsavedRow } from '../store/tables/unsavedFileTable'
import type { Report } from '../system/report'
import { HostError } from '../../shared/errors'
import { parseChanges } from './text/editorText'
import { formatText, LineBuilder, type TextFormat } from './text/textFormat'
import { type Conflict, type DiskText, parseConflict, serializeConflict, type TextBuffer } from './textBuffer'

/** Delay before unsaved text is stored. A kill loses at most what was typed during this time and the write. */
const storeAfterMs = 200
/** Maximum size of all unsaved files with their bases, because large rows slow the database down. */
const maxCharacters = 64 * 1024 * 1024
const maxFiles = 200

/** The storage of unsaved text. */
interface UnsavedStore {
  readonly list: () => UnsavedEntry[]
  readonly read: (path: string) => UnsavedRow | undefined
  readonly save: (row: NewUnsavedRow) => void
  readonly remove: (path: string) => void
}

/** A stored unsaved file. */
interface RestoredText {
  readonly disk: DiskText
  readonly threadId: string
  readonly unsaved: { readonly changes: ChangeSet, readonly conflict?: Conflict }
}

export interface UnsavedKeeperOptions {
  readonly store: UnsavedStore
  /** Runs a write now, or later if the disk is full. */
  readonly write: (path: string, work: () => void) => void
  /** Moves unreadable unsaved text elsewhere and tells the person where. Throws if it cannot. */
  readonly setAside: (row: UnsavedRow) => void
  readonly report: Report
}

/** Stores unsaved text shortly after each change, so that no crash loses it. */
export class UnsavedKeeper {
  readonly #options: UnsavedKeeperOptions
  readonly #stored: Map<string, UnsavedEntry>
  readonly #changed = new Map<string, { buffer: TextBuffer, threadId: string }>()
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: UnsavedKeeperOptions) {
    this.#options = options
    this.#stored = new Map(options.store.list().map(entry => [entry.path, entry]))
  }

  /** All unsaved files, by path. */
  get entries(): readonly UnsavedEntry[] {
    this.flush()
    return [...this.#stored.values()]
  }

  has(path: string): boolean {
    return this.#stored.has(path)
  }

  /** Throws `storage` if there is no room for `added` more characters. */
  ensureRoom(path: string, added: number): void {
    const isNew = !this.#stored.has(path)
    const size = [...this.#stored.values()].reduce((sum, entry) => sum + entry.size, added)
    if (size > maxCharacters || (isNew && this.#stored.size >= maxFiles)) {
      throw new HostError(
        'storage',
        `Parley keeps unsaved text of at most ${maxFiles} files and 64 MB. Save some of them first.`,
      )
    }
  }

  restore(path: string): RestoredText | undefined {
    this.flush()
    const row = this.#stored.has(path) ? this.#options.store.read(path) : undefined
    if (!row)
      return undefined
    const builder = new LineBuilder()
    builder.add(row.base)
    const { text, ...endings } = builder.end()
    try {
      // Written only by `toRow`.
      const format = { encoding: row.encoding as TextFormat['encoding'], ...endings }
      const changes = parseChanges(JSON.parse(row.changes), text.length)
      const conflict = row.conflict === undefined ? undefined : parseConflict(row.conflict)
      return {
        disk: { text, hash: row.hash, format },
        threadId: row.threadId,
        unsaved: { changes, ...conflict && { conflict } },
      }
    }
    catch (error) {
      // Rows recovered from a damaged database may be inconsistent. The file can be opened without them.
      this.#options.setAside(row)
      this.#options.report(error, `reading the unsaved text of ${path}`)
      this.forget(path)
      return undefined
    }
  }

  /** Called when the buffer's text or state has changed. */
  changed(buffer: TextBuffer, threadId: string): void {
    if (!buffer.isUnsaved && !this.#stored.has(buffer.path))
      return void this.#changed.delete(buffer.path)
    this.#changed.set(buffer.path, { buffer, threadId })
    if (this.#isDisposed)
      return
    this.#timer ??= setTimeout(() => this.flush(), storeAfterMs)
  }

  /** Stores pending texts. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { write, store } = this.#options
    for (const [path, { buffer, threadId }] of this.#changed) {
      this.#changed.delete(path)
      if (!buffer.isUnsaved) {
        this.forget(path)
        continue
      }
      const row = toRow(buffer, threadId)
      this.#stored.set(path, { path, threadId, size: row.size })
      write(path, () => store.save(row))
    }
  }

  forget(path: string): void {
    this.#changed.delete(path)
    if (this.#stored.delete(path))
      this.#options.write(path, () => this.#options.store.remove(path))
  }

  dispose(): void {
    this.flush()
    this.#isDisposed = true
  }
}

function toRow(
  { path, disk: { text, hash, format }, unsavedChanges, conflict }: TextBuffer,
  threadId: string,
): NewUnsavedRow {
  const base = (): string => formatText(text, { ...format, encoding: 'utf-8' }) // without a byte order mark
  const changes = JSON.stringify(unsavedChanges.toJSON())
  const size = text.length + changes.length + (conflict ? conflict.base.length + conflict.theirs.length : 0)
  return {
    path,
    threadId,
    base,
    encoding: format.encoding,
    hash,
    changes,
    ...conflict && { conflict: { key: `${conflict.key} ${conflict.count}`, json: () => serializeConflict(conflict) } },
    size,
  }
}
