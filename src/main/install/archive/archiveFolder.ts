import type { Readable } from 'node:stream'
import { createWriteStream } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, realpath, symlink } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isWithin } from '../../../shared/paths'
import { InstallError } from '../installError'

const limits = { entries: 200_000, bytes: 8 * 1024 ** 3 }

/**
 * The folder that an archive is extracted to. Links are created last, so that no entry can be written through one, and
 * their targets must be inside the folder.
 */
export class ArchiveFolder {
  readonly #folder: string
  readonly #signal: AbortSignal
  readonly #links: { path: string, target: string, name: string }[] = []
  readonly #copies: { path: string, source: string, name: string }[] = []
  #entries = 0
  #bytes = 0

  constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder
    this.#signal = signal
  }

  async addFolder(name: string): Promise<void> {
    this.#count()
    await mkdir(resolveArchivePath(this.#folder, name), { recursive: true })
  }

  /** Keeps only the executable bit of `mode`. */
  async addFile({ name, mode, content }: {
    name: string
    mode: number
    content: Readable | AsyncIterable<Buffer>
  }): Promise<void> {
    this.#count()
    const path = resolveArchivePath(this.#folder, name)
    await mkdir(dirname(path), { recursive: true })
    const count = (chunk: Buffer): Buffer => {
      this.#bytes += chunk.length
      if (this.#bytes > limits.bytes)
        throw new InstallError('The archive unpacks to more than 8 GB. Nothing was installed.')
      return chunk
    }
    await pipeline(content, async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks)
        yield count(chunk)
    }, createWriteStream(path), { signal: this.#signal })
    await chmod(path, (mode & 0o111) === 0 ? 0o644 : 0o755)
  }

  async addLink(name: string, target: string): Promise<void> {
    this.#count()
    const path = resolveArchivePath(this.#folder, name)
    if (isAbsolute(target)
      || /^[a-z]:|\\/i.test(target)
      || !isWithin(join(dirname(path), target), this.#folder, process.platform)) {
      throw new InstallError(`The archive is not safe: its link "${name}" leads to "${target}". Nothing was installed.`)
    }
    await mkdir(dirname(path), { recursive: true }) // now, while there are no links for the path to pass through
    this.#links.push({ path, target, name })
  }

  /** Adds a second name for a file in the archive. */
  addHardLink(name: string, source: string): void {
    this.#count()
    this.#copies.push({
      path: resolveArchivePath(this.#folder, name),
      source: resolveArchivePath(this.#folder, source),
      name,
    })
  }

  /** Creates the links. Resolves them on disk, because one link may pass through another. */
  async finish(): Promise<void> {
    for (const { path, source, name } of this.#copies) {
      if (!(await lstat(source)).isFile())
        throw new InstallError(`The archive is damaged: "${name}" is a hard link to something other than a file. Nothing was installed.`)
      await mkdir(dirname(path), { recursive: true })
      await copyFile(source, path)
    }
    const root = await realpath(this.#folder)
    for (const { path, target, name } of this.#links) {
      // The path may pass through a link that was just created.
      if (!isWithin(await realpath(dirname(path)), root, process.platform))
        throw new InstallError(`The archive is not safe: its link "${name}" is outside the agent's folder. Nothing was installed.`)
      await symlink(target, path)
    }
    for (const { path, target, name } of this.#links) {
      if (!isWithin(await resolveTarget(path, name), root, process.platform))
        throw new InstallError(`The archive is not safe: its link "${name}" leads to "${target}". Nothing was installed.`)
    }
  }

  #count(): void {
    this.#signal.throwIfAborted()
    if (++this.#entries > limits.entries)
      throw new InstallError(`The archive has more than ${limits.entries} entries. Nothing was installed.`)
  }
}

async function resolveTarget(path: string, name: string): Promise<string> {
  try {
    return await realpath(path)
  }
  catch (error) {
    // The target of a dangling link may be created later.
    throw new InstallError(`The archive is not safe: its link "${name}" has no target. Nothing was installed.`, { cause: error })
  }
}

/** The path of an archive entry below `folder`. Throws for a name that would escape it on any platform. */
export function resolveArchivePath(folder: string, name: string): string {
  const parts = name.replaceAll('\\', '/').split('/')
  if (name.includes('\0')
    || name.startsWith('/')
    || name.startsWith('\\')
    || /^[a-z]:/i.test(name)
    || parts.includes('..')) {
    throw new InstallError(`The archive is not safe: its entry "${name}" would lead out of the agent's folder. Nothing was installed.`)
  }
  // A backslash is valid in POSIX names, but programs that create such archives use it as a separator.
  return join(folder, ...parts)
}
