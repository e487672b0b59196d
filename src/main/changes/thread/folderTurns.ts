import type { Report } from '../../system/report'
import type { BeforeWrite } from '../../workspace/files/replaceFile'
import type { Author, Note, WriteNote } from '../evidence'
import type { LedgerClient } from '../ledgers'
import { randomUUID } from 'node:crypto'
import { getSystemCode, HostError } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { openRegularFile } from '../../workspace/files/openFile'
import { maxTextBytes } from '../../workspace/files/textFiles'
import { Evidence } from '../evidence'
import { hashBytes } from '../store/contents'

/** Provides the ledgers; `undefined` if changes are not recorded. */
interface LedgerSource {
  of: (folder: string) => LedgerClient | undefined
}

/** A thread that uses a folder. */
export interface FolderUser {
  /** Whether its turn is running or about to start. */
  readonly isWorking: () => boolean
  /** Called when changes in the folder, or decisions about them, are updated. */
  readonly changed: () => void
}

/** A folder in use by threads. */
interface UsedFolder {
  readonly users: Set<FolderUser>
  readonly evidence: Evidence
}

/** Tracks which threads use which folders, and passes their events to the ledgers. Shared by all threads. */
export class FolderTurns {
  readonly #used = new Map<string, UsedFolder>()
  /** Running restores and undos, by folder. */
  readonly #restores = new Map<string, Promise<unknown>>()
  readonly #source: LedgerSource
  readonly #report: Report
  readonly #unsaved: () => readonly string[]

  /** `unsaved`: the paths of files with unsaved text. */
  constructor({ source, report, unsaved }: { source: LedgerSource, report: Report, unsaved: () => readonly string[] }) {
    this.#source = source
    this.#unsaved = unsaved
    this.#report = report
  }

  /** Returns a function that leaves the folder. */
  join(folder: string, user: FolderUser): () => void {
    const { users, evidence } = this.#use(folder)
    users.add(user)
    return () => {
      users.delete(user)
      if (users.size > 0)
        return
      // No events are passed on after this; the next user gets the unsaved files again.
      for (const [path, until] of evidence.state.unsaved) {
        if (until === Infinity)
          this.notify(folder, { kind: 'unsaved', at: Date.now(), path, isUnsaved: false })
      }
      this.#used.delete(folder)
    }
  }

  /** Reports an unawaited error. A ledger that closes with Parley is not an error: it continues at the next start. */
  report(error: unknown, doing: string): void {
    if (!(error instanceof HostError && error.code === 'closed'))
      this.#report(error, doing)
  }

  ledger(folder: string): LedgerClient | undefined {
    return this.#source.of(folder)
  }

  /** All events of the folder. */
  evidence(folder: string): Evidence {
    return this.#used.get(folder)?.evidence ?? new Evidence()
  }

  /** Passes an event to the folder's ledger. */
  notify(folder: string, note: Note): void {
    this.ledger(folder)?.notify(note)
    this.#used.get(folder)?.evidence.apply(note)
  }

  /**
   * Passes a thread's event to the ledgers of these folders and of nested and enclosing ones, for which the agent is
   * another writer.
   */
  notifyOfThread(folders: readonly string[], note: Note): void {
    new Set(folders.flatMap(folder => this.#sharingFiles(folder))).forEach(folder => this.notify(folder, note))
  }

  /** Reports whether the person has unsaved text in the file. */
  noteUnsaved(path: string, isUnsaved: boolean): void {
    this.#around(path).forEach(folder => this.notify(folder, { kind: 'unsaved', at: Date.now(), path, isUnsaved }))
  }

  /**
   * Makes one of Parley's own writes. `work` must call the given function before writing, so that no scan attributes
   * the write to anyone else.
   */
  async write<T>(path: string, author: Author, work: (beforeWrite: BeforeWrite) => Promise<T>): Promise<T> {
    const folders = this.#around(path)
    const id = randomUUID()
    let [isAnnounced, isDone] = [false, false]
    try {
      const written = await work(async (write) => {
        if (folders.length === 0)
          return
        // An agent may write to an unrecorded file.
        const before = author.by === 'you' ? undefined : await getStateBefore(write.target, path)
        const note: WriteNote = { kind: 'write', id, path, author, content: hashBytes(write.bytes), before }
        isAnnounced = true
        folders.forEach(folder => this.notify(folder, { ...note, at: Date.now() }))
      })
      isDone = true
      return written
    }
    finally {
      if (isAnnounced)
        folders.forEach(folder => this.notify(folder, { kind: 'written', at: Date.now(), id, path, isDone }))
    }
  }

  /** Applies the person's change to these files. `contents`: the `toContentKey` of each file afterwards. */
  async changeOwn<T>(contents: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T> {
    const changes = [...contents].map(([path, content]) =>
      ({ id: randomUUID(), path, content, folders: this.#around(path) }))
    for (const { folders, ...change } of changes) {
      const note = { kind: 'write', author: { by: 'you' }, at: Date.now(), ...change } as const
      folders.forEach(folder => this.notify(folder, note))
    }
    let isDone = false
    try {
      const made = await work()
      isDone = true
      return made
    }
    finally {
      for (const { id, path, folders } of changes)
        folders.forEach(folder => this.notify(folder, { kind: 'written', at: Date.now(), id, path, isDone }))
    }
  }

  /** Passes a write by the folder's review to other ledgers with open turns that also record the file. */
  passWrite(folder: string, note: Extract<Note, { kind: 'write' | 'written' }>): void {
    for (const other of this.#around(note.path)) {
      const { evidence } = this.#used.get(other)!
      // The end is sent to the ledgers that were notified of the start.
      const isConcerned = note.kind === 'write'
        ? evidence.turnsAt(note.at).length > 0
        : evidence.write(note.id) !== undefined
      if (other !== folder && isConcerned)
        this.notify(other, note)
    }
  }

  /**
   * The only thread that is writing the path or names it in an open or recent call; `undefined` if there is none or
   * several.
   */
  threadNaming(path: string): string | undefined {
    const now = Date.now()
    const naming = new Set([...this.#used.values()].flatMap(({ evidence }) => evidence.threadsNaming(path, now)))
    return naming.size === 1 ? [...naming][0] : undefined
  }

  changed(folder: string): void {
    for (const user of this.#used.get(folder)?.users ?? [])
      user.changed()
  }

  /**
   * Runs a restore or undo while prompts wait. Throws `busy` while an agent works in one of the folders, or in nested
   * or enclosing ones.
   */
  async runRestore<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
    const shared = folders.flatMap(folder => this.#sharingFiles(folder))
    const users = shared.flatMap(folder => [...this.#used.get(folder)!.users])
    if (users.some(user => user.isWorking()))
      throw new HostError('busy', 'An agent is working in this folder. Stop it, or wait until it has finished.')
    const working = work()
    const done = Promise.all([...folders.map(folder => this.#restores.get(folder)), working.catch(() => undefined)])
    folders.forEach(folder => this.#restores.set(folder, done))
    try {
      return await working
    }
    finally {
      folders.filter(folder => this.#restores.get(folder) === done).forEach(folder => this.#restores.delete(folder))
    }
  }

  /** Resolves once no restore or undo runs in the folder. */
  async whenRestored(folder: string): Promise<void> {
    await Promise.all([...this.#restores].flatMap(([other, done]) => shareFiles(folder, other) ? done : []))
  }

  #use(folder: string): UsedFolder {
    const known = this.#used.get(folder)
    if (known)
      return known
    const used = { users: new Set<FolderUser>(), evidence: new Evidence() }
    this.#used.set(folder, used)
    for (const path of this.#unsaved()) {
      if (isWithin(path, folder, process.platform))
        this.notify(folder, { kind: 'unsaved', at: Date.now(), path, isUnsaved: true })
    }
    const now = Date.now()
    for (const other of this.#sharingFiles(folder).filter(other => other !== folder)) {
      for (const { threadId, promptId, began, lateUntil } of this.evidence(other).turnsAt(now)) {
        if (lateUntil === undefined)
          this.notify(folder, { kind: 'turnBegan', at: began, threadId, promptId })
      }
    }
    return used
  }

  /** Folders in use that have files in common with this one. */
  #sharingFiles(folder: string): string[] {
    return [...this.#used.keys()].filter(other => shareFiles(folder, other))
  }

  /** Folders in use that contain the path. */
  #around(path: string): string[] {
    return [...this.#used.keys()].filter(folder => isWithin(path, folder, process.platform))
  }
}

/** Whether the folders are equal or nested. */
function shareFiles(folder: string, other: string): boolean {
  return isWithin(folder, other, process.platform) || isWithin(other, folder, process.platform)
}

/** The state of a file that is about to be replaced; `undefined` if unknown or too long. */
async function getStateBefore(openPath: string, realPath: string): Promise<WriteNote['before']> {
  try {
    const { handle, status } = await openRegularFile(openPath, realPath) // a pipe may have replaced it
    try {
      return status.size <= maxTextBytes ? { bytes: await handle.readFile(), mode: status.mode & 0o7777 } : undefined
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    return getSystemCode(error) === 'ENOENT' ? 'absent' : undefined
  }
}
