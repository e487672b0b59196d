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
import { InstallError, installFailure } from './installError'
import { installBinary } from './ways/binaryInstall'
import { findNode, type NodeRuntime, ownNode } from './ways/nodeRuntime'
import { installWithNpm } from './ways/npmInstall'
import { installWithUv } from './ways/uvInstall'

const intervalMs = 100

export interface InstallerOptions {
  /** Installed agents are in this folder, and nothing else. */
  readonly folder: string
  /** The registry's name of this system, such as `linux-x86_64`. */
  readonly platform: string
  readonly environment: () => Readonly<Record<string, string | undefined>>
  /** The absolute path of a command on PATH. */
  readonly findCommand: (command: string) => string | undefined
  /** Whether a process runs from that folder. */
  readonly isInUse: (folder: string) => boolean
  readonly onProgress: (progress: InstallProgress) => void
  /** What is installed, or how it is started, has changed. */
  readonly onChange: () => void
  readonly report: Report
  /** Ends an installation that makes no progress; a download that does may take longer. */
  readonly deadlineMs?: number
}

interface Running {
  readonly abort: AbortController
  readonly feed: ProgressFeed
  readonly end: Promise<void>
}

const defaultDeadlineMs = 600_000
/** Why an installation is aborted. */
const cancelled = new Error('cancelled')
const late = new Error('late')

/** Installs agents into folders of their own, updates and removes them. Agents have their registry ids here. */
export class Installer {
  readonly #options: InstallerOptions
  readonly #folders: AgentFolders
  readonly #installed: InstalledVersions
  readonly #running = new Map<string, Running>()
  /** The latest installation of each agent, if it failed. */
  readonly #failed = new Map<string, InstallProgress>()
  #node = ownNode()
  #isDisposed = false

  private constructor(options: InstallerOptions, { folders, installed }: { folders: AgentFolders, installed: InstalledVersions }) {
    this.#options = options
    this.#folders = folders
    this.#installed = installed
  }

  /** Reads what is installed, and removes what an interrupted run has left. */
  static async open(options: InstallerOptions): Promise<Installer> {
    const { folder, isInUse, report } = options
    const folders = new AgentFolders(folder)
    const installed = await InstalledVersions.open({ folders, isInUse, report })
    const installer = new Installer(options, { folders, installed })
    // Asking another program for its version can take long; meanwhile everything else works.
    if (!installer.#node)
      installer.findNode().catch((error: unknown) => report(error, 'looking for a Node that runs agents'))
    return installer
  }

  /** How an installed agent is started; `undefined` if it is not installed. */
  installedAgent(id: string): InstalledAgent | undefined {
    const [current] = this.#installed.of(id)
    return current && launchCommand(current, this.#node)
  }

  /** Running and failed installations. */
  get progress(): InstallProgress[] {
    return [...this.#failed.values(), ...[...this.#running.values()].map(({ feed }) => feed.latest)]
  }

  /** The Node that installed agents run on, looked up again. */
  async findNode(): Promise<NodeRuntime | undefined> {
    const found = await findNode(this.#options.findCommand)
    const hasChanged = found?.command !== this.#node?.command
    this.#node = found
    if (hasChanged)
      this.#options.onChange()
    return found
  }

  /**
   * Installs or updates an agent; failures are progress too. Resolves when it has ended. A second call meanwhile gets
   * the same promise.
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

  /** Ends an installation; resolves once nothing is left of it. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id)
    running?.abort.abort(cancelled)
    await running?.end
  }

  /** Removes an agent with everything that was installed with it. */
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
      throw new HostError('storage', installFailure(error, 'Its folder').message, { cause: error })
    }
    this.#options.onChange()
  }

  /** Ends running installations. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await Promise.all([...this.#running.keys()].map(id => this.cancel(id)))
    await this.#installed.dispose()
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
      if (abort.signal.reason === cancelled)
        return feed.end('cancelled')
      feed.end('failed', abort.signal.reason === late
        ? 'The installation took too long and was stopped. Check the internet connection, then try again.'
        : installFailure(error, this.#sourceOf(agent)).message)
      this.#failed.set(agent.id, feed.latest)
    }
    finally {
      clearTimeout(deadline)
    }
  }

  async #installInto(agent: InstallableAgent, signal: AbortSignal, say: (line: string, fraction?: number) => void): Promise<void> {
    const { environment, findCommand, isInUse, platform, report } = this.#options
    const way = installWay(agent, { platform, hasUv: findCommand('uv') !== undefined })
    if (this.#installed.of(agent.id).some(({ folder, record }) => record.version === agent.version && isInUse(folder)))
      throw new InstallError('This version is running. Stop the threads that use it, then install it again.')
    const node = await this.findNode()
    await this.#installed.idle()
    const folder = await this.#folders.begin(agent.id)
    try {
      const program = await way.run({ folder, signal, say, environment: environment(), findCommand, node })
      signal.throwIfAborted()
      const record = { version: agent.version, installedAt: Date.now(), ...program, args: [...way.args], env: way.env }
      await writeRecord(folder, record)
      const finished = await this.#folders.finish({ id: agent.id, version: agent.version, from: folder })
      this.#installed.add(agent.id, { folder: finished, record })
    }
    catch (error) {
      await this.#folders
        .abandon(agent.id, folder)
        .catch((left: unknown) => report(left, 'removing an unfinished installation'))
      throw error
    }
  }

  /** Where an agent is installed from, in words. */
  #sourceOf(agent: InstallableAgent): string {
    try {
      return installWay(agent, { platform: this.#options.platform, hasUv: true }).from
    }
    catch {
      return 'The registry' // there is no way to install it, as the message says
    }
  }
}

/** Emits the progress of one installation at most ten times a second, and its end at once. */
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
    this.#latest = { agentId: this.#latest.agentId, state, line: this.#latest.line, ...message !== undefined && { message } }
    this.#emit(this.#latest)
  }
}

/** One way to get an agent on this machine. */
interface InstallWay {
  /** The source, in words for a person. */
  readonly from: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly run: (step: InstallStep) => Promise<InstalledProgram>
}

/**
 * A build for this platform first, as it needs nothing else; then npm; then uv if it is installed. Throws if there is
 * no way.
 */
function installWay(
  { name, distribution }: InstallableAgent,
  { platform, hasUv }: { platform: string, hasUv: boolean },
): InstallWay {
  const { binary, npx, uvx }: Distribution = distribution
  const build = binary?.[platform]
  if (build)
    return way(build, hostOf(build.archive), step => installBinary(build, step))
  if (npx)
    return way(npx, 'The npm registry', step => installWithNpm(npx, step))
  // Without uv, this way fails with a message that says so.
  if (uvx && (hasUv || !binary))
    return way(uvx, 'The Python package index', step => installWithUv(uvx, step))
  throw new InstallError(
    binary
      ? `There is no build of ${name} for ${platform}. Ask its makers for one, or pick another agent.`
      : `The registry lists no way to install ${name} that Parley supports. Pick another agent.`,
  )
}

function way({ args = [], env = {} }: BinaryDistribution | PackageDistribution, from: string, run: InstallWay['run']): InstallWay {
  return { from, args, env, run }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
