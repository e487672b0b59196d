import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { getSystemCode } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { readPlainJson } from '../system/readPlainFile'
import { InstallError } from './installError'

const schema = z.object({
  version: z.string(),
  /** Milliseconds since 1970. */
  installedAt: z.number(),
  file: z.string().min(1),
  runner: z.enum(['node', 'program']),
  nodeRange: z.string().optional(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
})

const fileName = '.parley-install.json'

/** An installed version of an agent. */
export interface InstalledVersion {
  readonly folder: string
  readonly record: InstallRecord
}

/** Prefix of unfinished folders and of those to be removed. */
const temporary = '.parley-'

/**
 * The folders of installed agents: one per agent, containing one per version. A version is installed under a temporary
 * name and then renamed atomically, so that a folder with a version's name is always complete.
 */
export class AgentFolders {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Creates an empty folder to install into. */
  async begin(id: string): Promise<string> {
    const folder = join(this.#getAgentFolder(id), `${temporary}new-${randomUUID()}`)
    await mkdir(folder, { recursive: true })
    return folder
  }

  /** Renames a finished installation to its version, replacing an existing folder. */
  async finish({ id, version, from }: { id: string, version: string, from: string }): Promise<string> {
    const folder = join(this.#getAgentFolder(id), toVersionName(version))
    const aside = join(this.#getAgentFolder(id), `${temporary}old-${randomUUID()}`)
    await rename(folder, aside).catch((error: unknown) => {
      if (getSystemCode(error) !== 'ENOENT')
        throw error
    })
    await rename(from, folder)
    await remove(aside)
    return folder
  }

  /** Removes an unfinished folder, and the agent's folder if it is empty afterwards. */
  async abandon(id: string, folder: string): Promise<void> {
    await remove(folder)
    if ((await readEntries(this.#getAgentFolder(id))).length === 0)
      await remove(this.#getAgentFolder(id))
  }

  /** Removes an agent with all versions. Renames the folder first, so that it disappears atomically. */
  async removeAgent(id: string): Promise<void> {
    const aside = join(this.#root, `${temporary}old-${randomUUID()}`)
    await rename(this.#getAgentFolder(id), aside)
    await remove(aside)
  }

  async removeVersion({ folder }: InstalledVersion): Promise<void> {
    const aside = `${join(folder, '..', temporary)}old-${randomUUID()}`
    await rename(folder, aside)
    await remove(aside)
  }

  /** The installed versions of each agent, newest first. */
  async list(): Promise<Map<string, InstalledVersion[]>> {
    const found = new Map<string, InstalledVersion[]>()
    for (const id of (await readEntries(this.#root)).filter(isId)) {
      const names = await readEntries(join(this.#root, id))
      const folders = names.filter(name => !name.startsWith('.')).map(name => join(this.#root, id, name))
      const versions = folders.map(folder => ({ folder, record: readRecord(folder) })).flatMap(
        ({ folder, record }) => (record ? [{ folder, record }] : []),
      )
      if (versions.length > 0)
        found.set(id, versions.sort((left, right) => right.record.installedAt - left.record.installedAt))
    }
    return found
  }

  /** Removes leftovers of an interrupted run. */
  async sweep(): Promise<void> {
    for (const name of await readEntries(this.#root)) {
      if (name.startsWith(temporary)) {
        await remove(join(this.#root, name))
      }
      else if (isId(name)) {
        for (const leftover of (await readEntries(join(this.#root, name))).filter(entry => entry.startsWith(temporary)))
          await this.abandon(name, join(this.#root, name, leftover))
      }
    }
  }

  #getAgentFolder(id: string): string {
    if (!isId(id))
      throw new InstallError(`"${id}" cannot be the name of an agent. Nothing was installed.`)
    return join(this.#root, id)
  }
}

function isId(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)
}

/** Validates a version from the registry, which must not escape the agent's folder. */
function toVersionName(version: string): string {
  if (!/^[a-z0-9][\w.+-]{0,63}$/i.test(version))
    throw new InstallError(`"${version}" cannot be the name of a version. Nothing was installed.`)
  return version
}

async function readEntries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOENT' || getSystemCode(error) === 'ENOTDIR')
      return []
    throw error
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

/** Metadata of an installed agent. Written last, so a folder without it is unfinished. */
type InstallRecord = z.infer<typeof schema>

/** Writes the record, as the last step of an installation. */
export async function writeRecord(folder: string, record: InstallRecord): Promise<void> {
  // Uses "/" on all platforms, as in the registry.
  await writeFile(
    join(folder, fileName),
    `${JSON.stringify({ ...record, file: record.file.replaceAll(sep, '/') }, undefined, 2)}\n`,
  )
}

/** Returns `undefined` if the folder contains no installed agent. */
function readRecord(folder: string): InstallRecord | undefined {
  const record = schema.safeParse(readPlainJson(join(folder, fileName))).data
  return record && isWithin(join(folder, record.file), folder, process.platform) ? record : undefined
}
