import type { FileIdentity } from '../../workspace/files/openFile'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'
import { readPlainText } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'

/** Far more than anyone attaches in a thread; the oldest goes first. */
const maxPerThread = 1_000

/** A file at one moment: another one that is put in its place is not lent. */
export type LentFile = FileIdentity & { readonly realPath: string }

const lentFiles = z.array(z.object({ realPath: z.string(), device: z.string(), inode: z.string() })).max(maxPerThread)

/**
 * The files outside its folders that a person attached to messages of a thread: its agent may read each of them, and
 * nothing else there, without a further question. Kept in Parley's data folder, where no agent reads or writes, until
 * the thread is deleted.
 */
export class LentFiles {
  readonly #folder: string
  readonly #known = new Map<string, readonly LentFile[]>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  lend(threadId: string, file: LentFile): void {
    this.#save(threadId, [...this.#of(threadId).filter(({ realPath }) => realPath !== file.realPath), file])
  }

  /** The person changed their mind before they sent it. */
  takeBack(threadId: string, isMeant: (file: LentFile) => boolean): void {
    const all = this.#of(threadId)
    const kept = all.filter(file => !isMeant(file))
    if (kept.length < all.length)
      this.#save(threadId, kept)
  }

  find(threadId: string, realPath: string): LentFile | undefined {
    return this.#of(threadId).find(file => file.realPath === realPath)
  }

  /** Lends a thread that continues another one's messages the same files. */
  copy(fromThreadId: string, toThreadId: string): void {
    const files = this.#of(fromThreadId)
    if (files.length > 0)
      this.#save(toThreadId, files)
  }

  async removeThread(threadId: string): Promise<void> {
    this.#known.delete(threadId)
    await rm(this.#path(threadId), { force: true })
  }

  #of(threadId: string): readonly LentFile[] {
    const known = this.#known.get(threadId)
    if (known)
      return known
    const files = parsed(readPlainText(this.#path(threadId)))
    this.#known.set(threadId, files)
    return files
  }

  #save(threadId: string, files: readonly LentFile[]): void {
    const kept = files.slice(-maxPerThread)
    const stored = kept.map(({ device, inode, ...file }) => ({ ...file, device: String(device), inode: String(inode) }))
    replaceFileText(this.#path(threadId), JSON.stringify(stored))
    this.#known.set(threadId, kept)
  }

  #path(threadId: string): string {
    return join(this.#folder, `${threadId}.json`)
  }
}

/** Nothing is lent by a record that cannot be read. */
function parsed(text: string | undefined): readonly LentFile[] {
  try {
    const checked = safeParse(lentFiles, JSON.parse(text ?? '[]'))
    return (checked.data ?? []).map(({ device, inode, ...file }) => ({ ...file, device: BigInt(device), inode: BigInt(inode) }))
  }
  catch {
    return [] // damaged: the person is asked instead
  }
}
