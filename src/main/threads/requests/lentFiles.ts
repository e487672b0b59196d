import type { FileIdentity } from '../../workspace/files/openFile'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'
import { readPlainText } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'

/** Far more than anyone attaches in a thread. The oldest are dropped first. */
const maxPerThread = 1_000

/** A file's identity: a replacement is not lent. */
export type LentFile = FileIdentity & { readonly realPath: string }

const lentFiles = z.array(z.object({ realPath: z.string(), device: z.string(), inode: z.string() })).max(maxPerThread)

/**
 * Files outside a thread's folders that the person attached to its messages. Its agent may read them, and nothing else
 * there, without asking. Stored in Parley's data folder until the thread is deleted.
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

  /** Called when the person removes an attachment before sending. */
  takeBack(threadId: string, isMeant: (file: LentFile) => boolean): void {
    const all = this.#of(threadId)
    const kept = all.filter(file => !isMeant(file))
    if (kept.length < all.length)
      this.#save(threadId, kept)
  }

  find(threadId: string, realPath: string): LentFile | undefined {
    return this.#of(threadId).find(file => file.realPath === realPath)
  }

  /** Lends the same files to a thread that continues another one. */
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

/** An unreadable record lends nothing. */
function parsed(text: string | undefined): readonly LentFile[] {
  try {
    const checked = safeParse(lentFiles, JSON.parse(text ?? '[]'))
    return (checked.data ?? []).map(({ device, inode, ...file }) => ({ ...file, device: BigInt(device), inode: BigInt(inode) }))
  }
  catch {
    return [] // damaged: ask the person instead
  }
}
