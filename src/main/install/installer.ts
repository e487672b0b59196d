import type { InstallableAgent, InstallProgress } from '../../shared/settings/installing'
import type { Report } from '../system/report'
import { HostError } from '../../shared/errors'
import { AgentFolders, type InstalledVersion } from './agentFolders'
import { type InstalledAgent, launchOf } from './installedAgent'
import { InstallError, installFailure } from './installError'
import { writeRecord } from './installRecord'
import { installWay } from './installWay'
import { ProgressFeed } from './progressFeed'
import { findNode, type NodeRuntime, ownNode } from './ways/nodeRuntime'

/** What the installer lives on. */
export interface InstallerOptions {
  /** Installed agents lie in here, and nothing else. */
  readonly folder: string
  /** The registry's name of this system, such as `linux-x86_64`. */
  readonly platform: string
  readonly environment: () => Readonly<Record<string, string | undefined>>
  /** The absolute path of a command on PATH. */
  readonly findCommand: (command: string) => string | undefined
  /** Whether something runs from that folder. */
  readonly isInUse: (folder: string) => boolean
  readonly onProgress: (progress: InstallProgress) => void
  /** What is installed has changed. */
  readonly onChange: () => void
  readonly report: Report
  /** For an installation that does not get on; a download that does may take longer. */
  readonly deadlineMs?: number
}

interface Running {
  readonly abort: AbortController
  readonly feed: ProgressFeed
  readonly end: Promise<void>
}

const defaultDeadlineMs = 600_000
const tidyEveryMs = 15_000

/** Installs agents into folders of their own, updates them and takes them away. Agents go by their ids in the registry. */
export class Installer {
  readonly #options: InstallerOptions
  readonly #folders: AgentFolders
  readonly #running = new Map<string, Running>()
  /** How the latest installation of each agent went, unless it went well. */
  readonly #latest = new Map<string, InstallProgress>()
  #installed = new Map<string, InstalledVersion[]>()
  #node: NodeRuntime | undefined
  #tidying: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  private constructor(options: InstallerOptions) {
    this.#options = options
    this.#folders = new AgentFolders(options.folder)
  }

  /** Looks at what is installed, and clears away what an end in the middle of work has left. */
  static async open(options: InstallerOptions): Promise<Installer> {
    const installer = new Installer(options)
    installer.#node = ownNode()
    // Asking another program for its version can take long; meanwhile everything else works.
    if (!installer.#node) {
      installer.findNode().catch((error: unknown) => options.report(error, 'looking for a Node that runs agents'))
    }
    try {
      installer.#installed = await installer.#folders.list()
    }
    catch (error) {
      options.report(error, 'looking for installed agents') // Parley works without them
    }
    installer.#tidying = installer.#folders
      .sweep()
      .catch((error: unknown) => options.report(error, 'clearing away unfinished installations'))
    installer.#tidy()
    return installer
  }

  /** How an installed agent is started; `undefined` when it is not installed. */
  installedAgent(id: string): InstalledAgent | undefined {
    const current = this.#installed.get(id)?.[0]
    return current && launchOf(current, this.#node)
  }

  /** Installations that run, and those that went wrong. */
  get progress(): InstallProgress[] {
    return [...this.#latest.values(), ...[...this.#running.values()].map(({ feed }) => feed.latest)]
  }

  /** The Node that installed agents get, looked for anew. */
  async findNode(): Promise<NodeRuntime | undefined> {
    const found = await findNode(this.#options.findCommand)
    const hasChanged = found?.command !== this.#node?.command
    this.#node = found
    if (hasChanged)
      this.#options.onChange()
    return found
  }

  /**
   * Installs an agent, or its new version. What goes wrong is told as progress. Answers when it has ended; asked again meanwhile, it is the
   * same one.
   */
  install(agent: InstallableAgent): Promise<void> {
    if (this.#isDisposed)
      return Promise.reject(new HostError('closed', 'Parley is closing.'))
    const running = this.#running.get(agent.id)
    if (running)
      return running.end
    const abort = new AbortController()
    this.#latest.delete(agent.id)
    const feed = new ProgressFeed(agent.id, this.#options.onProgress)
    const end = this.#run(agent, abort, feed).finally(() => this.#running.delete(agent.id))
    this.#running.set(agent.id, { abort, feed, end })
    return end
  }

  /** Ends an installation; nothing of it is left when this answers. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    running?.abort.abort(cancelled)
    await running?.end
  }

  /** Takes an agent away with everything that came with it. */
  async uninstall(id: string): Promise<void> {
    await this.cancel(id)
    const versions = this.#installed.get(id) ?? []
    if (versions.some(({ folder }) => this.#options.isInUse(folder)))
      throw new HostError('busy', 'This agent is running. Delete or stop the threads that use it, then uninstall it.')
    this.#latest.delete(id)
    if (versions.length === 0)
      return
    try {
      await this.#tidying
      await this.#folders.removeAgent(id)
    }
    catch (error) {
      throw new HostError('storage', installFailure(error, 'Its folder').message, { cause: error })
    }
    this.#installed.delete(id)
    this.#options.onChange()
  }

  /** Ends what runs. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    await Promise.all([...this.#running.keys()].map(id => this.cancel(id)))
    await this.#tidying
  }

  async #run(agent: InstallableAgent, abort: AbortController, feed: ProgressFeed): Promise<void> {
    const deadline = setTimeout(() => abort.abort(late), this.#options.deadlineMs ?? defaultDeadlineMs)
    const say = (line: string, fraction?: number): void => {
      if (fraction !== undefined)
        deadline.refresh()
      feed.say(line, fraction)
    }
    try {
      await this.#installInto(agent, abort.signal, say)
      feed.end('done')
      this.#options.onChange()
    }
    catch (error) {
      const message = abort.signal.reason === late
        ? 'It took too long and was ended. Check the internet connection, then try again.'
        : installFailure(error, this.#from(agent)).message
      feed.end(abort.signal.reason === cancelled ? 'cancelled' : 'failed', abort.signal.reason === cancelled ? undefined : message)
      if (feed.latest.state === 'failed')
        this.#latest.set(agent.id, feed.latest)
    }
    finally {
      clearTimeout(deadline)
    }
  }

  async #installInto(agent: InstallableAgent, signal: AbortSignal, say: (line: string, fraction?: number) => void): Promise<void> {
    const { environment, findCommand, isInUse } = this.#options
    const way = installWay(agent, { platform: this.#options.platform, hasUv: findCommand('uv') !== undefined })
    const before = this.#installed.get(agent.id) ?? []
    if (before.some(({ folder, record }) => record.version === agent.version && isInUse(folder)))
      throw new InstallError('This very version is running. Stop the threads that use it, then install it again.')
    const node = await this.findNode()
    await this.#tidying
    const folder = await this.#folders.begin(agent.id)
    try {
      const program = await way.run({ folder, signal, say, environment: environment(), findCommand, node })
      signal.throwIfAborted()
      const record = { version: agent.version, installedAt: Date.now(), ...program, args: [...way.args], env: way.env }
      await writeRecord(folder, record)
      const finished = await this.#folders.finish({ id: agent.id, version: agent.version, from: folder })
      this.#installed.set(agent.id, [{ folder: finished, record }, ...before.filter(version => version.folder !== finished)])
      this.#tidy()
    }
    catch (error) {
      await this.#folders
        .abandon(agent.id, folder)
        .catch((left: unknown) => this.#options.report(left, 'clearing away an unfinished installation'))
      throw error
    }
  }

  #from(agent: InstallableAgent): string {
    try {
      return installWay(agent, { platform: this.#options.platform, hasUv: true }).from
    }
    catch {
      return 'The registry' // there is no way to get it, which the message says
    }
  }

  /** Takes away versions that newer ones have replaced, as soon as nothing runs from them. */
  #tidy(): void {
    clearTimeout(this.#timer)
    this.#tidying = this.#tidying
      .then(() => this.#removeReplaced())
      .catch((error: unknown) => this.#options.report(error, 'removing a replaced agent'))
      .then(() => {
        if (!this.#isDisposed && [...this.#installed.values()].some(versions => versions.length > 1))
          this.#timer = setTimeout(() => this.#tidy(), tidyEveryMs).unref()
      })
  }

  async #removeReplaced(): Promise<void> {
    for (const [id, [, ...replaced]] of this.#installed) {
      for (const version of replaced.filter(({ folder }) => !this.#options.isInUse(folder))) {
        await this.#folders.removeVersion(version)
        this.#installed.set(id, (this.#installed.get(id) ?? []).filter(one => one !== version))
      }
    }
  }
}

const cancelled = new Error('cancelled')
const late = new Error('late')
