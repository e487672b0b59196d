import type { Report } from '../system/report'
import type { AgentFolders, InstalledVersion } from './agentFolders'
import type { NodeRuntime } from './ways/nodeRuntime'
import { join } from 'node:path'

interface InstalledVersionsOptions {
  readonly folders: AgentFolders
  /** Whether a process runs from the folder. */
  readonly isInUse: (folder: string) => boolean
  readonly report: Report
}

const removeEveryMs = 15_000

/** The installed versions of each agent, newest first. Removes replaced versions when no process runs from them. */
export class InstalledVersions {
  readonly #options: InstalledVersionsOptions
  #versions = new Map<string, InstalledVersion[]>()
  /** The chain of pending removals. */
  #removing: Promise<void>
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  private constructor(options: InstalledVersionsOptions) {
    this.#options = options
    this.#removing = options.folders
      .sweep()
      .catch((error: unknown) => options.report(error, 'removing unfinished installations'))
  }

  /** Lists installed versions, and removes leftovers of an interrupted run. */
  static async open(options: InstalledVersionsOptions): Promise<InstalledVersions> {
    const found = await options.folders.list().catch((error: unknown) => {
      options.report(error, 'looking for installed agents') // not fatal
      return new Map<string, InstalledVersion[]>()
    })
    const versions = new InstalledVersions(options)
    versions.#versions = found
    versions.#removeReplaced()
    return versions
  }

  of(id: string): readonly InstalledVersion[] {
    return this.#versions.get(id) ?? []
  }

  /** Adds the newest version of an agent. */
  add(id: string, version: InstalledVersion): void {
    this.#versions.set(id, [version, ...this.of(id).filter(({ folder }) => folder !== version.folder)])
    this.#removeReplaced()
  }

  /** Removes an agent with all versions. */
  async remove(id: string): Promise<void> {
    await this.#removing
    await this.#options.folders.removeAgent(id)
    this.#versions.delete(id)
  }

  /** Resolves when no removal is pending. Never rejects. */
  async idle(): Promise<void> {
    await this.#removing
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    await this.#removing
  }

  #removeReplaced(): void {
    clearTimeout(this.#timer)
    this.#removing = this.#removing
      .then(() => this.#removeUnused())
      .catch((error: unknown) => this.#options.report(error, 'removing a replaced agent'))
      .then(() => {
        if (!this.#isDisposed && [...this.#versions.values()].some(versions => versions.length > 1))
          this.#timer = setTimeout(() => this.#removeReplaced(), removeEveryMs).unref()
      })
  }

  async #removeUnused(): Promise<void> {
    for (const [id, [, ...replaced]] of this.#versions) {
      for (const version of replaced.filter(({ folder }) => !this.#options.isInUse(folder))) {
        await this.#options.folders.removeVersion(version)
        this.#versions.set(id, this.of(id).filter(one => one !== version))
      }
    }
  }
}

/** How to start an installed agent. */
export interface InstalledAgent {
  readonly version: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The package's `engines.node`; absent if the agent does not need Node. */
  readonly nodeRange?: string
}

/** Scripts run on the Node that Parley selected, never on the shell's `node`. */
export function launchCommand(
  { folder, record: { version, file, runner, nodeRange, args, env } }: InstalledVersion,
  node: NodeRuntime | undefined,
): InstalledAgent {
  const program = join(folder, file)
  return runner === 'program'
    ? { version, command: program, args, env }
    : {
        version,
        command: node?.command ?? 'node',
        args: [program, ...args],
        env: { ...node?.env, ...env },
        nodeRange: nodeRange ?? '',
      }
}
