import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { systemCode } from '../../shared/errors'
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

/** The prefix of folders that are unfinished or about to be removed. */
const temporary = '.parley-'

/**
 * The folders of installed agents: one per agent, with one per version in it. A version is built under a temporary name
 * and renamed in one step, so that a folder with a version's name is always complete.
 */
export class AgentFolders {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** An empty folder to install into. */
  async begin(id: string): Promise<string> {
    const folder = join(this.#agentFolder(id), `${temporary}new-${randomUUID()}`)
    await mkdir(folder, { recursive: true })
    return folder
  }

  /** Moves a finished installation to its place, replacing a folder of that version. */
  async finish({ id, version, from }: { id: string, version: string, from: string }): Promise<string> {
    const folder = join(this.#agentFolder(id), versionName(version))
    const aside = join(this.#agentFolder(id), `${temporary}old-${randomUUID()}`)
    await rename(folder, aside).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT')
        throw error
    })
    await rename(from, folder)
    await remove(aside)
    return folder
  }

  /** Removes an unfinished folder, and the agent's folder if it is empty then. */
  async abandon(id: string, folder: string): Promise<void> {
    await remove(folder)
    if ((await entriesOf(this.#agentFolder(id))).length === 0)
      await remove(this.#agentFolder(id))
  }

  /** Removes an agent with all of its versions: renamed in one step, then deleted. */
  async removeAgent(id: string): Promise<void> {
    const aside = join(this.#root, `${temporary}old-${randomUUID()}`)
    await rename(this.#agentFolder(id), aside)
    await remove(aside)
  }

  async removeVersion({ folder }: InstalledVersion): Promise<void> {
    const aside = `${join(folder, '..', temporary)}old-${randomUUID()}`
    await rename(folder, aside)
    await remove(aside)
  }

  /** The installed versions of each agent, the newest first. */
  async list(): Promise<Map<string, InstalledVersion[]>> {
    const found = new Map<string, InstalledVersion[]>()
    for (const id of (await entriesOf(this.#root)).filter(isId)) {
      const folders = (await entriesOf(join(this.#root, id))).filter(name => !name.startsWith('.')).map(name => join(this.#root, id, name))
      const versions = folders.map(folder => ({ folder, record: readRecord(folder) })).flatMap(
        ({ folder, record }) => (record ? [{ folder, record }] : []),
      )
      if (versions.length > 0)
        found.set(id, versions.sort((left, right) => right.record.installedAt - left.record.installedAt))
    }
    return found
  }

  /** Removes what an interrupted run has left. */
  async sweep(): Promise<void> {
    for (const name of await entriesOf(this.#root)) {
      if (name.startsWith(temporary)) {
        await remove(join(this.#root, name))
      }
      else if (isId(name)) {
        for (const left of (await entriesOf(join(this.#root, name))).filter(entry => entry.startsWith(temporary)))
          await this.abandon(name, join(this.#root, name, left))
      }
    }
  }

  #agentFolder(id: string): string {
    if (!isId(id))
      throw new InstallError(`"${id}" cannot be the name of an agent. Nothing was installed.`)
    return join(this.#root, id)
  }
}

function isId(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)
}

/** Versions come from the web and must not lead out of the agent's folder. */
function versionName(version: string): string {
  if (!/^[a-z0-9][\w.+-]{0,63}$/i.test(version))
    throw new InstallError(`"${version}" cannot be the name of a version. Nothing was installed.`)
  return version
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  }
  catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR')
      return []
    throw error
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

/** Stored beside an installed agent. Written last: a folder without one is unfinished. */
type InstallRecord = z.infer<typeof schema>

/** Writes the record beside the installed agent, as the last step of installing it. */
export async function writeRecord(folder: string, record: InstallRecord): Promise<void> {
  // With "/" on every system, as in the registry.
  await writeFile(join(folder, fileName), `${JSON.stringify({ ...record, file: record.file.replaceAll(sep, '/') }, undefined, 2)}\n`)
}

/** `undefined` if the folder holds no installed agent. */
function readRecord(folder: string): InstallRecord | undefined {
  const record = schema.safeParse(readPlainJson(join(folder, fileName))).data
  return record && isWithin(join(folder, record.file), folder, process.platform) ? record : undefined
}
