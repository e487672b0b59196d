import type { FileIdentity } from '../../workspace/files/openFile'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'
import { readPlainText } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'

/** Far more than anyone attaches in a thread. The oldest are dropped. */
const maxPerThread = 1_000

/** A file's path and identity. A replacement at that path is not covered. */
export type GrantedFile = FileIdentity & { readonly realPath: string }

const grantSchema = z.object({ realPath: z.string(), device: z.string(), inode: z.string() })

/**
 * Files outside a thread's folders that the person attached to its messages. Its agent may read these without asking,
 * but nothing else there. Stored in Parley's data folder until the thread is deleted.
 */
export class FileGrants {
  readonly #folder: string
  readonly #known = new Map<string, readonly GrantedFile[]>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  grant(threadId: string, file: GrantedFile): void {
    this.#save(threadId, [...this.#read(threadId).filter(({ realPath }) => realPath !== file.realPath), file])
  }

  /** Called when the person removes an attachment before sending. */
  revoke(threadId: string, matches: (file: GrantedFile) => boolean): void {
    const all = this.#read(threadId)
    const kept = all.filter(file => !matches(file))
    if (kept.length < all.length)
      this.#save(threadId, kept)
  }

  find(threadId: string, realPath: string): GrantedFile | undefined {
    return this.#read(threadId).find(file => file.realPath === realPath)
  }

  /** Grants the same files to a thread that continues another one. */
  copy(fromThreadId: string, toThreadId: string): void {
    const files = this.#read(fromThreadId)
    if (files.length > 0)
      this.#save(toThreadId, files)
  }

  async removeThread(threadId: string): Promise<void> {
    this.#known.delete(threadId)
    await rm(this.#path(threadId), { force: true })
  }

  #read(threadId: string): readonly GrantedFile[] {
    const known = this.#known.get(threadId)
    if (known)
      return known
    const files = parseGrants(readPlainText(this.#path(threadId)))
    this.#known.set(threadId, files)
    return files
  }

  #save(threadId: string, files: readonly GrantedFile[]): void {
    const kept = files.slice(-maxPerThread)
    const stored = kept.map(({ device, inode, ...file }) => ({ ...file, device: String(device), inode: String(inode) }))
    replaceFileText(this.#path(threadId), JSON.stringify(stored))
    this.#known.set(threadId, kept)
  }

  #path(threadId: string): string {
    return join(this.#folder, `${threadId}.json`)
  }
}

/** Parses a stored record. An unreadable one grants nothing. */
function parseGrants(text: string | undefined): readonly GrantedFile[] {
  try {
    const checked = safeParse(z.array(grantSchema).max(maxPerThread), JSON.parse(text ?? '[]'))
    return (checked.data ?? []).map(({ device, inode, ...file }) => ({
      ...file,
      device: BigInt(device),
      inode: BigInt(inode),
    }))
  }
  catch {
    return [] // damaged: ask the person instead
  }
}
