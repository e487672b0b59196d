import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../shared/errors'
import { InstallError } from './installError'
import { type InstallRecord, readRecord } from './installRecord'

/** An installed version of an agent. */
export interface InstalledVersion {
  readonly folder: string
  readonly record: InstallRecord
}

/** Names that begin so are of work that was not finished, or of what is to go. */
const passing = '.parley-'

/**
 * Where installed agents lie: a folder per agent and in it one per version. A version is made under a passing name and appears under its
 * own in one step, so that whatever has a version's name is whole.
 */
export class AgentFolders {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** An empty folder to install into. */
  async begin(id: string): Promise<string> {
    const folder = join(this.#agentFolder(id), `${passing}new-${randomUUID()}`)
    await mkdir(folder, { recursive: true })
    return folder
  }

  /** Puts what was installed in its place; a folder of that version gives way. */
  async finish({ id, version, from }: { id: string, version: string, from: string }): Promise<string> {
    const folder = join(this.#agentFolder(id), versionName(version))
    const aside = join(this.#agentFolder(id), `${passing}old-${randomUUID()}`)
    await rename(folder, aside).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT')
        throw error
    })
    await rename(from, folder)
    await remove(aside)
    return folder
  }

  /** Takes away a folder that was begun, and the agent's when nothing else is in it. */
  async abandon(id: string, folder: string): Promise<void> {
    await remove(folder)
    if ((await entriesOf(this.#agentFolder(id))).length === 0)
      await remove(this.#agentFolder(id))
  }

  /** Takes away an agent with all of its versions: out of sight in one step, then for good. */
  async removeAgent(id: string): Promise<void> {
    const aside = join(this.#root, `${passing}old-${randomUUID()}`)
    await rename(this.#agentFolder(id), aside)
    await remove(aside)
  }

  async removeVersion({ folder }: InstalledVersion): Promise<void> {
    const aside = `${join(folder, '..', passing)}old-${randomUUID()}`
    await rename(folder, aside)
    await remove(aside)
  }

  /** Every installed version by its agent, the newest first. */
  async list(): Promise<Map<string, InstalledVersion[]>> {
    const found = new Map<string, InstalledVersion[]>()
    for (const id of (await entriesOf(this.#root)).filter(isId)) {
      const folders = (await entriesOf(join(this.#root, id))).filter(name => !name.startsWith('.')).map(name => join(this.#root, id, name))
      const versions = (await Promise.all(folders.map(async folder => ({ folder, record: await readRecord(folder) })))).flatMap(
        ({ folder, record }) => (record ? [{ folder, record }] : []),
      )
      if (versions.length > 0)
        found.set(id, versions.sort((left, right) => right.record.installedAt - left.record.installedAt))
    }
    return found
  }

  /** Takes away what an end in the middle of work has left. */
  async sweep(): Promise<void> {
    for (const name of await entriesOf(this.#root)) {
      if (name.startsWith(passing)) {
        await remove(join(this.#root, name))
      }
      else if (isId(name)) {
        for (const left of (await entriesOf(join(this.#root, name))).filter(entry => entry.startsWith(passing)))
          await this.abandon(name, join(this.#root, name, left))
      }
    }
  }

  #agentFolder(id: string): string {
    if (!isId(id))
      throw new InstallError(`"${id}" is not a name that an agent can have.`)
    return join(this.#root, id)
  }
}

function isId(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)
}

/** Versions come from the web: whatever is in them, the folder lies where it should. */
function versionName(version: string): string {
  if (!/^[a-z0-9][\w.+-]{0,63}$/i.test(version))
    throw new InstallError(`"${version}" is not a version that can be installed.`)
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
