import type {
  BinaryDistribution,
  Distribution,
  InstallableAgent,
  InstallProgress,
  PackageDistribution,
} from '../../shared/settings/installing'
import type { Report } from '../system/report'
import type { InstalledProgram, InstallStep } from './installStep'
import { HostError } from '../../shared/errors'
import { AgentFolders, writeRecord } from './agentFolders'
import { type InstalledAgent, InstalledVersions, launchCommand } from './installedVersions'
import { InstallError, toInstallError } from './installError'
import { installBinary } from './ways/binaryInstall'
import { findNode, findOwnNode, type NodeRuntime } from './ways/nodeRuntime'
import { installWithNpm } from './ways/npmInstall'
import { installWithUv } from './ways/uvInstall'

const intervalMs = 100

export interface InstallerOptions {
  /** A folder exclusively for installed agents. */
  readonly folder: string
  /** The registry's key for this platform, such as `linux-x86_64`. */
  readonly platform: string
  readonly environment: () => Readonly<Record<string, string | undefined>>
  /** Returns the absolute path of a command on PATH. */
  readonly findCommand: (command: string) => string | undefined
  /** Whether a process runs from the folder. */
  readonly isInUse: (folder: string) => boolean
  readonly onProgress: (progress: InstallProgress) => void
  /** Called when an installed agent, or how to start it, has changed. */
  readonly onChange: () => void
  readonly report: Report
  /** Aborts an installation without progress. A download may take longer. */
  readonly deadlineMs?: number
}

interface Running {
  readonly abort: AbortController
  readonly feed: ProgressFeed
  readonly end: Promise<void>
}

const defaultDeadlineMs = 600_000
// Reasons for aborting an installation.
const cancelled = new Error('cancelled')
const timedOut = new Error('late')

/** Installs, updates and removes agents, each in its own folder. Agents are identified by registry id. */
export class Installer {
  readonly #options: InstallerOptions
  readonly #folders: AgentFolders
  readonly #installed: InstalledVersions
  readonly #running = new Map<string, Running>()
  /** The last installation of each agent, if it failed. */
  readonly #failed = new Map<string, InstallProgress>()
  #node = findOwnNode()
  #isDisposed = false

  private constructor(
    options: InstallerOptions,
    { folders, installed }: { folders: AgentFolders, installed: InstalledVersions },
  ) {
    this.#options = options
    this.#folders = folders
    this.#installed = installed
  }

  /** Lists installed agents, and removes leftovers of an interrupted run. */
  static async open(options: InstallerOptions): Promise<Installer> {
    const { folder, isInUse, report } = options
    const folders = new AgentFolders(folder)
    const installed = await InstalledVersions.open({ folders, isInUse, report })
    const installer = new Installer(options, { folders, installed })
    // In the background, because `node --version` may take long.
    if (!installer.#node)
      installer.findNode().catch((error: unknown) => report(error, 'looking for a Node that runs agents'))
    return installer
  }

  /** How to start an installed agent; `undefined` if it is not installed. */
  installedAgent(id: string): InstalledAgent | undefined {
    const [current] = this.#installed.of(id)
    return current && launchCommand(current, this.#node)
  }

  /** Running and failed installations. */
  get progress(): InstallProgress[] {
    return [...this.#failed.values(), ...[...this.#running.values()].map(({ feed }) => feed.latest)]
  }

  /** Looks up again which Node installed agents run on. */
  async findNode(): Promise<NodeRuntime | undefined> {
    const found = await findNode(this.#options.findCommand)
    const hasChanged = found?.command !== this.#node?.command
    this.#node = found
    if (hasChanged)
      this.#options.onChange()
    return found
  }

  /**
   * Installs or updates an agent. Resolves when done; failures are reported as progress. Concurrent calls share the
   * installation.
   */
  install(agent: InstallableAgent): Promise<void> {
    if (this.#isDisposed)
      return Promise.reject(new HostError('closed', 'Parley is closing.'))
    const running = this.#running.get(agent.id)
    if (running)
      return running.end
    const abort = new AbortController()
    this.#failed.delete(agent.id)
    const feed = new ProgressFeed(agent.id, this.#options.onProgress)
    const end = this.#run(agent, abort, feed).finally(() => this.#running.delete(agent.id))
    this.#running.set(agent.id, { abort, feed, end })
    return end
  }

  /** Cancels an installation. Resolves after its files are removed. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    running?.abort.abort(cancelled)
    await running?.end
  }

  /** Removes an agent and everything installed with it. */
  async uninstall(id: string): Promise<void> {
    await this.cancel(id)
    const versions = this.#installed.of(id)
    if (versions.some(({ folder }) => this.#options.isInUse(folder)))
      throw new HostError('busy', 'This agent is running. Delete or stop the threads that use it, then uninstall it.')
    this.#failed.delete(id)
    if (versions.length === 0)
      return
    try {
      await this.#installed.remove(id)
    }
    catch (error) {
      throw new HostError('storage', toInstallError(error, 'Its folder').message, { cause: error })
    }
    this.#options.onChange()
  }

  /** Cancels running installations. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await Promise.all([...this.#running.keys()].map(id => this.cancel(id)))
    await this.#installed.dispose()
  }

  async #run(agent: InstallableAgent, abort: AbortController, feed: ProgressFeed): Promise<void> {
    const deadline = setTimeout(() => abort.abort(timedOut), this.#options.deadlineMs ?? defaultDeadlineMs)
    const showProgress = (line: string, fraction?: number): void => {
      if (fraction !== undefined)
        deadline.refresh()
      feed.say(line, fraction)
    }
    try {
      await this.#installInto(agent, abort.signal, showProgress)
      feed.end('done')
      this.#options.onChange()
    }
    catch (error) {
      if (abort.signal.reason === cancelled)
        return feed.end('cancelled')
      feed.end('failed', abort.signal.reason === timedOut
        ? 'The installation took too long and was stopped. Check the internet connection, then try again.'
        : toInstallError(error, this.#describeSource(agent)).message)
      this.#failed.set(agent.id, feed.latest)
    }
    finally {
      clearTimeout(deadline)
    }
  }

  async #installInto(
    agent: InstallableAgent,
    signal: AbortSignal,
    showProgress: (line: string, fraction?: number) => void,
  ): Promise<void> {
    const { environment, findCommand, isInUse, platform, report } = this.#options
    const method = selectMethod(agent, { platform, hasUv: findCommand('uv') !== undefined })
    if (this.#installed.of(agent.id).some(({ folder, record }) => record.version === agent.version && isInUse(folder)))
      throw new InstallError('This version is running. Stop the threads that use it, then install it again.')
    const node = await this.findNode()
    await this.#installed.idle()
    const folder = await this.#folders.begin(agent.id)
    try {
      const program = await method.run({ folder, signal, showProgress, environment: environment(), findCommand, node })
      signal.throwIfAborted()
      const record = {
        version: agent.version,
        installedAt: Date.now(),
        ...program,
        args: [...method.args],
        env: method.env,
      }
      await writeRecord(folder, record)
      const finished = await this.#folders.finish({ id: agent.id, version: agent.version, from: folder })
      this.#installed.add(agent.id, { folder: finished, record })
    }
    catch (error) {
      await this.#folders
        .abandon(agent.id, folder)
        .catch((leftover: unknown) => report(leftover, 'removing an unfinished installation'))
      throw error
    }
  }

  /** Display name of an agent's source. */
  #describeSource(agent: InstallableAgent): string {
    try {
      return selectMethod(agent, { platform: this.#options.platform, hasUv: true }).from
    }
    catch {
      return 'The registry' // the agent has no installation method, which the error message explains
    }
  }
}

/** Emits the progress of an installation at most ten times a second, and its end immediately. */
class ProgressFeed {
  readonly #emit: (progress: InstallProgress) => void
  #latest: InstallProgress
  #timer: NodeJS.Timeout | undefined

  constructor(agentId: string, emit: (progress: InstallProgress) => void) {
    this.#emit = emit
    this.#latest = { agentId, state: 'running', line: 'Starting' }
    emit(this.#latest)
  }

  get latest(): InstallProgress {
    return this.#latest
  }

  say(line: string, fraction?: number): void {
    if (this.#latest.state !== 'running')
      return
    this.#latest = {
      agentId: this.#latest.agentId,
      state: 'running',
      line,
      ...(fraction !== undefined && { fraction: Math.min(1, fraction) }),
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#emit(this.#latest)
    }, intervalMs)
  }

  end(state: 'done' | 'failed' | 'cancelled', message?: string): void {
    clearTimeout(this.#timer)
    this.#latest = {
      agentId: this.#latest.agentId,
      state,
      line: this.#latest.line,
      ...message !== undefined && { message },
    }
    this.#emit(this.#latest)
  }
}

/** A method of installing an agent. */
interface InstallMethod {
  /** Display name of the source. */
  readonly from: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly run: (step: InstallStep) => Promise<InstalledProgram>
}

/**
 * Selects an installation method: a build for this platform, which has no dependencies; else npm; else uv if installed.
 * Throws if there is none.
 */
function selectMethod(
  { name, distribution }: InstallableAgent,
  { platform, hasUv }: { platform: string, hasUv: boolean },
): InstallMethod {
  const { binary, npx, uvx }: Distribution = distribution
  const build = binary?.[platform]
  if (build)
    return createMethod(build, parseHost(build.archive), step => installBinary(build, step))
  if (npx)
    return createMethod(npx, 'The npm registry', step => installWithNpm(npx, step))
  // If uv is missing, this method fails with an explanation.
  if (uvx && (hasUv || !binary))
    return createMethod(uvx, 'The Python package index', step => installWithUv(uvx, step))
  throw new InstallError(
    binary
      ? `There is no build of ${name} for ${platform}. Ask its makers for one, or pick another agent.`
      : `The registry lists no way to install ${name} that Parley supports. Pick another agent.`,
  )
}

function createMethod(
  { args = [], env = {} }: BinaryDistribution | PackageDistribution,
  from: string,
  run: InstallMethod['run'],
): InstallMethod {
  return { from, args, env, run }
}

function parseHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
