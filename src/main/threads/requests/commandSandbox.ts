import type { SandboxRules } from '../../../shared/settings/sandbox'
import type { Settings } from '../../../shared/settings/settings'
import type { SandboxLimits } from '../../../shared/thread/events'
import type { Placeholders } from '../../sandbox/placeholders'
import type { SandboxTool } from '../../sandbox/sandboxProbe'
import type { TerminalSandbox } from '../../terminal/terminal'
import type { ThreadLog } from '../log/threadLog'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HostError } from '../../../shared/errors'
import { findSecretKind, isGitSettings } from '../../../shared/files/secretNames'
import { wrapInBubblewrap } from '../../sandbox/bubblewrap'
import { findOpenSockets } from '../../sandbox/openSockets'
import { findChangedPaths, findProtectedPaths, readStamps } from '../../sandbox/protectedPlaces'
import { SandboxDenials } from '../../sandbox/sandboxDenials'
import { getSandboxFor, type ProtectedPlaces, type SandboxPolicy } from '../../sandbox/sandboxPolicy'
import { createSeatbeltProfile, wrapInSeatbelt } from '../../sandbox/seatbelt'
import { findSecretPaths, holdsToken, removeSecrets, settingsWithSecrets } from '../../sandbox/secretPlaces'
import { readPlainText } from '../../system/readPlainFile'
import { codeFiles, codeFolders, isProtected } from '../../workspace/protectedNames'

/** No protected places, for sandboxes that can't write anyway. */
const nothingProtected: ProtectedPlaces = { fixed: [], pinned: [], empty: [], missing: [], watched: [], isComplete: true }

/** Installed packages contain no secrets. */
const inPackages = /\/(?:node_modules|site-packages|dist-packages)\//

/** Maximum changed places named in a notice. */
const maxReported = 10

/** The host's sandbox tool and settings. */
export interface SandboxSource {
  readonly sandboxes: () => Settings['sandboxes']
  readonly tool: () => Promise<SandboxTool>
  readonly placeholders: Placeholders
}

/** A command's sandbox, with its cleanup. */
interface Sandboxed {
  /** False if there are too many folders to hide or protect everything in them. */
  readonly isComplete: boolean
  readonly sandbox: TerminalSandbox
  ended(): Promise<void>
}

interface CommandSandboxOptions {
  /** The thread's folder. */
  readonly folder: string
  readonly source: SandboxSource
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: ThreadLog
  /** Whether the person allowed this thread's commands in a sandbox, regardless of the folder's setting. */
  readonly isWanted?: () => boolean
}

/** Runs a thread's commands in the sandbox chosen for its folder, and none if that sandbox doesn't work. */
export class CommandSandbox {
  readonly #options: CommandSandboxOptions

  constructor(options: CommandSandboxOptions) {
    this.#options = options
  }

  /** The sandbox for the next command. Throws if one is required but not available. */
  async ensureReady(): Promise<SandboxLimits | undefined> {
    const required = await this.#required()
    return required && { network: required.rules.network }
  }

  /** The sandbox chosen for the folder, even if it doesn't work here. */
  get wanted(): SandboxLimits | undefined {
    const sandboxes = this.#options.source.sandboxes()
    const rules = sandboxes === 'unknown' ? undefined : this.#rulesIn(sandboxes)
    return rules && { network: rules.network }
  }

  /** Whether a sandbox works here but none is chosen. */
  async canBeOffered(): Promise<boolean> {
    const sandboxes = this.#options.source.sandboxes()
    return sandboxes !== 'unknown'
      && this.#rulesIn(sandboxes) === undefined
      && (await this.#options.source.tool()).kind !== 'none'
  }

  #rulesIn(sandboxes: Exclude<Settings['sandboxes'], 'unknown'>): SandboxRules | undefined {
    const { folder, isWanted } = this.#options
    return getSandboxFor(folder, sandboxes)?.rules ?? (isWanted?.() ? { network: false, write: [] } : undefined)
  }

  /**
   * Prepares the sandbox for a command in `cwd` that may write below `roots`; `undefined` if none is wanted.
   * `isReadOnly`: no writes, no network, and places that often hold secrets are hidden. Long, because the returned
   * functions clean up what is set up here.
   */
  async prepare(
    { cwd, roots, isReadOnly = false }: { cwd: string, roots: readonly string[], isReadOnly?: boolean },
  ): Promise<Sandboxed | undefined> {
    const required = await this.#required()
    if (!required)
      return undefined
    const { tool, rules } = required
    const own = [...roots, ...(await filterExisting(rules.write))]
    const network = rules.network && !isReadOnly
    const { dataFolder, environment: { HOME: home } } = this.#options
    const { hiddenFolders, hiddenFiles } = findSecretPaths({ home, dataFolder })
    const find = (): Promise<ProtectedPlaces> =>
      findProtectedPaths(roots, {
        isProtected: path => isProtected(path, 'command'),
        secretKind: path => findSecretKind(path.toLowerCase()),
        hidden: hiddenFolders,
      })
    const places = await find()
    if (!places.isComplete && !isReadOnly)
      this.#reportIncomplete()
    // Build inputs stay visible unless they contain a secret. Git needs its settings.
    const secrets = (places.secrets ?? []).filter(({ path, kind, isFolder }) =>
      isReadOnly && !isGitSettings(path.toLowerCase())
        ? true
        : !inPackages.test(path) && (kind === 'other' || (!isFolder && holdsToken(readPlainText(path)))))
    // A read-only command needs nothing else in the home folder. On macOS, a folder in it couldn't be made visible
    // again.
    const homes = isReadOnly && tool.kind === 'bubblewrap' ? await filterExisting([home ?? homedir()]) : []
    const policy: SandboxPolicy = {
      writable: isReadOnly ? [] : own,
      hiddenFolders: [...hiddenFolders, ...homes],
      hiddenFiles: [...hiddenFiles, ...(await findOpenSockets({ open: own, hidden: [...hiddenFolders, ...hiddenFiles] }))],
      blankFiles: hiddenFiles.filter(path => settingsWithSecrets.test(path)),
      secrets,
      protectedPlaces: isReadOnly ? { ...nothingProtected, fixed: own } : places,
      network,
      resolver: await findResolverBelowRun(),
    }
    const temporary = tool.kind === 'seatbelt'
      ? await realpath(await mkdtemp(join(tmpdir(), 'parley-sandbox-')))
      : '/tmp'
    const sandbox: TerminalSandbox = {
      network,
      line: command =>
        tool.kind === 'seatbelt'
          ? wrapInSeatbelt(
              command,
              createSeatbeltProfile(policy, { temporary, guardedNames: { folders: codeFolders, files: codeFiles } }),
            )
          : wrapInBubblewrap(command, { ...tool, bubblewrap: tool.path, policy, cwd }),
      environment: base => ({ ...removeSecrets(base), TMPDIR: temporary }),
      denials: new SandboxDenials({ network }),
    }
    // On macOS, the profile denies names even if no such file exists.
    const release = tool.kind === 'seatbelt' || isReadOnly
      ? undefined
      : await this.#options.source.placeholders.acquire(places.missing)
    const stamps = await readStamps(places)
    return {
      sandbox,
      isComplete: places.isComplete,
      ended: async () => {
        await release?.()
        if (!isReadOnly)
          this.#report(findChangedPaths(stamps, await readStamps(await find()), places))
        if (tool.kind === 'seatbelt')
          await rm(temporary, { recursive: true, force: true })
      },
    }
  }

  async #required(): Promise<{ tool: Exclude<SandboxTool, { kind: 'none' }>, rules: SandboxRules } | undefined> {
    const sandboxes = this.#options.source.sandboxes()
    if (sandboxes === 'unknown') {
      throw this.#unavailableError(
        'settings.json cannot be read as a whole, and it may say that commands here run in a sandbox.',
        'Repair the file.',
      )
    }
    const rules = this.#rulesIn(sandboxes)
    if (!rules)
      return undefined
    const tool = await this.#options.source.tool()
    if (tool.kind === 'none') {
      throw this.#unavailableError(
        `Commands in this folder run in a sandbox, and there is none: ${tool.why}`,
        `${tool.how} Or switch the sandbox off for this folder.`,
      )
    }
    return { tool, rules }
  }

  #unavailableError(why: string, how: string): HostError {
    this.#options.log.addNoticeOnce({
      title: 'A command was not run, because it would have run outside its sandbox',
      description: `${why} ${how}`,
    })
    return new HostError('unsupported', `Failed to start terminal: ${why}`)
  }

  /** Reports protected places that a command created: the sandbox protects only existing ones. */
  #report(changed: readonly string[]): void {
    if (changed.length === 0)
      return
    const more = changed.length > maxReported ? `\nand ${changed.length - maxReported} more` : ''
    this.#options.log.add({
      type: 'notice',
      severity: 'warning',
      title: 'While a command ran in the sandbox, something was made or changed that can run code later, outside the sandbox',
      description: changed.slice(0, maxReported).join('\n') + more,
    })
  }

  #reportIncomplete(): void {
    this.#options.log.addNoticeOnce({
      title: 'This folder is too large to protect all of it from commands in the sandbox',
      description: 'Git folders and files that run code later are protected in its first 10,000 folders, the outermost first.',
    })
  }
}

async function filterExisting(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map(folder => realpath(folder).catch(() => undefined)))
  return found.filter(folder => folder !== undefined)
}

/** On many systems `/etc/resolv.conf` links into `/run`, which is not visible in a sandbox. */
async function findResolverBelowRun(): Promise<string | undefined> {
  const path = await realpath('/etc/resolv.conf').catch(() => undefined)
  return path?.startsWith('/run/') ? dirname(path) : undefined
}
