import type {
  BufferState,
  BufferView,
  OtherFile,
  SaveOutcome,
  UnsavedFile,
} from '../../shared/contract/methods/bufferMethods'
import type { ConflictChoice } from './text/mergeTexts'
import { HostError } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { createNotFoundError } from '../workspace/fileErrors'
import { PathQueue } from '../workspace/pathQueue'
import { asHostError, createBusyError } from './asHostError'
import { type FileStamp, readDisk } from './disk'
import { Merger, type MergerOptions } from './merging/merger'
import { type BufferViewer, OpenFile, type OpenFileSetup } from './openFile'
import { saveFile, type SaveFileOptions } from './saveFile'
import { TextBuffer, type TextBufferSetup } from './textBuffer'
import { UnsavedKeeper, type UnsavedKeeperOptions } from './unsavedKeeper'

/** Interval for checking open files for writes by other programs. */
const checkEveryMs = 1_000

interface BuffersOptions extends UnsavedKeeperOptions, Pick<SaveFileOptions, 'unfinishedWrites'>, MergerOptions {
  readonly onState: (path: string, state: BufferState) => void
  /** Presumed author of a recent change on disk. */
  readonly findAuthor: OpenFileSetup['findAuthor']
}

/** A file in a thread's folders, resolved by the guard. */
export interface BufferPlace {
  readonly threadId: string
  readonly realPath: string
}

/** Open files and files with unsaved text. Each has one text, shared by all windows and agents. */
export class Buffers {
  readonly #options: BuffersOptions
  readonly #keeper: UnsavedKeeper
  readonly #merger: Merger
  readonly #files = new Map<string, OpenFile>()
  /** Files of deleted threads, which a window may still show. */
  readonly #forgotten = new WeakSet<OpenFile>()
  readonly #queue = new PathQueue()
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined
  #isDisposed = false
  /** Closed windows for which a file may still be opening. */
  readonly #gone = new WeakSet<BufferViewer>()

  constructor(options: BuffersOptions) {
    this.#options = options
    this.#keeper = new UnsavedKeeper(options)
    this.#merger = new Merger(options)
  }

  /** Opens a file for a window. */
  async open({ realPath, threadId }: BufferPlace, viewer: BufferViewer): Promise<BufferView | OtherFile> {
    return this.#enqueue(realPath, async () => {
      const known = await this.#find(realPath)
      if (known)
        await known.look()
      const found = known ? undefined : await readDisk(realPath)
      if (found?.kind === 'gone')
        throw createNotFoundError(realPath)
      if (found?.kind === 'busy')
        throw createBusyError(realPath)
      if (found?.kind === 'other')
        return { kind: 'other', path: realPath, size: found.size, reason: found.reason, stamp: found.stamp.key }
      if (this.#gone.has(viewer))
        throw new HostError('closed', 'The window was closed while the file opened.')
      const file = known ?? this.#add({ path: realPath, disk: found!.disk }, threadId, found!.stamp)
      file.threadId = threadId
      file.show(viewer)
      this.#watch()
      return await file.buffer.view()
    })
  }

  /** Closes a file for a window. Returns whether it was open. */
  close(realPath: string, viewer: BufferViewer): boolean {
    const file = this.#files.get(realPath)
    const isShown = file?.isShownBy(viewer) === true
    file?.hide(viewer)
    this.#releaseUnused()
    return isShown
  }

  /** Closes all files of a closed window. */
  release(viewer: BufferViewer): void {
    this.#gone.add(viewer)
    for (const file of this.#files.values())
      file.hide(viewer, { everywhere: true })
    this.#releaseUnused()
  }

  /** The buffer of a file open in the window, for its edits. */
  edited({ realPath }: BufferPlace, viewer: BufferViewer): TextBuffer {
    const file = this.#files.get(realPath)
    if (!file?.isShownBy(viewer))
      throw createNotOpenError()
    if (this.#isDisposed)
      throw new HostError('closed', 'Parley is closing.') // no further text is accepted
    this.#keeper.ensureRoom(realPath, file.buffer.isUnsaved ? 0 : file.buffer.disk.text.length)
    return file.buffer
  }

  /** Merges a window's edit of an earlier text. */
  async merge(place: BufferPlace, viewer: BufferViewer, earlier: string, changes: unknown): Promise<void> {
    await this.#enqueue(
      place.realPath,
      async () => this.#merger.run(this.edited(place, viewer).merging(earlier, changes)),
    )
  }

  /**
   * Saves the file. `over`: the state on disk that the person chose to overwrite. `record`: makes the write and records
   * its author.
   */
  async save(
    { realPath }: BufferPlace,
    over: string | undefined,
    record: SaveFileOptions['record'],
  ): Promise<SaveOutcome> {
    return this.#enqueue(realPath, async () => {
      const file = await this.#get(realPath)
      const { unfinishedWrites } = this.#options
      const outcome = await saveFile({
        buffer: file.buffer,
        over,
        record,
        unfinishedWrites,
        keep: () => this.#keeper.flush(),
        merger: this.#merger,
      })
      this.#keeper.flush()
      return outcome
    })
  }

  /** Resolves the conflict with this key, which the person saw. */
  async settle({ realPath }: BufferPlace, choice: ConflictChoice, key: string): Promise<void> {
    await this.#enqueue(
      realPath,
      async () => this.#merger.run((await this.#get(realPath)).buffer.settling(choice, key)),
    )
  }

  /** Whether the file is open or has unsaved text. */
  has(realPath: string): boolean {
    return this.#files.has(realPath) || this.#keeper.has(realPath)
  }

  /** Runs `work` exclusively on a file. `file` is set if it is open or has unsaved text. */
  async use<T>(realPath: string, work: (file: OpenFile | undefined) => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(realPath, async () => {
        const file = await this.#find(realPath)
        await file?.look()
        return work(file)
      })
    }
    finally {
      this.#releaseUnused()
    }
  }

  /** Drops a permanently deleted thread. Keeps unsaved text of files outside that folder. */
  forget(threadId: string, folder: string): void {
    for (const { path } of this.#keeper.entries.filter(entry => entry.threadId === threadId)) {
      if (!isWithin(path, folder, process.platform))
        continue
      const file = this.#files.get(path)
      if (file)
        this.#forgotten.add(file)
      this.#keeper.forget(path)
      this.#files.delete(path)
    }
  }

  /** Files with unsaved text, with their threads, which may be deleted. */
  get unsaved(): readonly UnsavedFile[] {
    return this.#keeper.entries.map(({ path, threadId }) => ({ path, threadId }))
  }

  /** Checks soon for writes by other programs. */
  checkSoon(): void {
    if (!this.#isDisposed)
      this.#checking ??= this.#checkAll().finally(() => this.#checking = undefined)
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    clearInterval(this.#timer)
    await this.#checking
    await this.#merger.dispose()
    this.#keeper.dispose()
  }

  async #checkAll(): Promise<void> {
    for (const file of [...this.#files.values()]) {
      await this.#queue.run(file.buffer.path, () => file.look())
        .catch(error => this.#options.report(error, 'looking at an open file'))
    }
  }

  /** The file if it is open or has unsaved text. */
  async #find(realPath: string): Promise<OpenFile | undefined> {
    const open = this.#files.get(realPath)
    if (open)
      return open
    const restored = this.#keeper.restore(realPath)
    if (!restored)
      return undefined
    const file = this.#add({ path: realPath, ...restored }, restored.threadId)
    await file.look()
    this.#watch()
    return file
  }

  async #get(realPath: string): Promise<OpenFile> {
    const file = await this.#find(realPath)
    if (!file)
      throw createNotOpenError()
    return file
  }

  #add(setup: Omit<TextBufferSetup, 'onUpdates' | 'onChange'>, threadId: string, stamp?: FileStamp): OpenFile {
    const { path } = setup
    const buffer: TextBuffer = new TextBuffer({
      ...setup,
      onUpdates: (version, updates) => {
        for (const viewer of file.viewers)
          viewer.emit('bufferUpdates', { path, version, updates: [...updates] })
      },
      onChange: () => {
        if (this.#forgotten.has(file))
          return
        this.#keeper.changed(buffer, file.threadId)
        const now = buffer.stateParts
        if (now.some((part, place) => part !== told[place]))
          this.#options.onState(path, buffer.state)
        told = now
      },
    })
    const file = new OpenFile({ buffer, threadId, findAuthor: this.#options.findAuthor, stamp, merger: this.#merger })
    let told = buffer.stateParts
    this.#files.set(path, file)
    return file
  }

  /** Drops saved files that no window shows. */
  #releaseUnused(): void {
    for (const [path, { buffer, isShown }] of this.#files) {
      if (!isShown && !buffer.isUnsaved)
        this.#files.delete(path)
    }
    if (this.#files.size > 0)
      return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #watch(): void {
    this.#timer ??= setInterval(() => this.checkSoon(), checkEveryMs).unref()
  }

  async #enqueue<T>(realPath: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(realPath, work)
    }
    catch (error) {
      throw asHostError(error, realPath)
    }
  }
}

function createNotOpenError(): HostError {
  return new HostError('not_found', 'This file is no longer open. Open it again.')
}
