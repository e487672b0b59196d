import type { AgentCapabilities } from '@agentclientprotocol/sdk'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { ScratchPin } from '../../workspace/scratch/scratchPin'
import { realpath, stat } from 'node:fs/promises'
import { HostError } from '../../../shared/errors'
import { type GuardedFolders, Workspace } from '../../workspace/workspace'

interface OpenFolders {
  /** The additional folders that exist. */
  readonly additional: readonly string[]
  readonly missing: readonly string[]
  readonly firstOnly: Workspace
  readonly all: Workspace
}

/** A thread's scratch folder. */
interface Lease {
  readonly scratch: ScratchFolders
  readonly pin: () => ScratchPin
  readonly keep: (pin: ScratchPin) => void
}

interface ThreadFoldersOptions extends GuardedFolders {
  readonly folder: string
  readonly additionalFolders: readonly string[]
  readonly lease?: Lease | undefined
}

/**
 * A thread's folders, and those in which its agent works. The guard's roots are exactly the session's folders: if an
 * agent doesn't support additional folders, these are outside the workspace and need permission.
 */
export class ThreadFolders {
  readonly first: string
  readonly #additional: readonly string[]
  readonly #guard: GuardedFolders
  readonly #lease: Lease | undefined
  #open: OpenFolders | undefined

  constructor({ folder, additionalFolders, lease, closed = [], exempt = [] }: ThreadFoldersOptions) {
    this.first = folder
    this.#additional = additionalFolders
    this.#lease = lease
    this.#guard = { closed, exempt: lease ? [...exempt, folder] : exempt }
  }

  /**
   * Pins the existing folders, once. Throws `folder_not_found` for the first; skips missing others until they return.
   * Returns whether the first is a scratch folder that was recreated empty, unknown to earlier sessions.
   */
  async open(): Promise<boolean> {
    const isNew = this.#lease !== undefined && checkLease(this.#lease)
    if (isNew)
      this.#open = undefined
    await this.#pin()
    if (this.#lease)
      checkLease(this.#lease) // the pinned folder must be the leased one
    return isNew
  }

  async #pin(): Promise<void> {
    if (this.#open?.missing.length === 0)
      return
    const found = await Promise.all(
      this.#additional.map(async path => ({
        path,
        isThere:
          (await isUnchanged(path))
          && (await stat(path).then(
            status => status.isDirectory(),
            () => false,
          )),
      })),
    )
    const additional = found.filter(({ isThere }) => isThere).map(({ path }) => path)
    this.#open = {
      additional,
      missing: found.filter(({ isThere }) => !isThere).map(({ path }) => path),
      firstOnly: this.#open?.firstOnly ?? await openWorkspace([this.first], this.#guard),
      all: await openWorkspace([this.first, ...additional], this.#guard),
    }
  }

  /** Returns all existing folders, for the person's mentions. */
  async places(): Promise<{ workspace: Workspace, folders: readonly string[] }> {
    if (!this.#open)
      await this.open()
    const { all, additional } = this.#opened
    return { workspace: all, folders: [this.first, ...additional] }
  }

  /** Returns the additional folders for an agent with these capabilities. */
  additionalFor(capabilities: AgentCapabilities): readonly string[] {
    return supportsAdditionalFolders(capabilities) ? this.#opened.additional : []
  }

  /** Returns the workspace of an agent with these capabilities. */
  workspaceFor(capabilities: AgentCapabilities): Workspace {
    return supportsAdditionalFolders(capabilities) ? this.#opened.all : this.#opened.firstOnly
  }

  /** Returns notices about chosen folders in which the agent doesn't work. */
  noticesFor(agentName: string, capabilities: AgentCapabilities): { title: string, description: string }[] {
    if (this.#additional.length === 0)
      return []
    if (!supportsAdditionalFolders(capabilities)) {
      return [
        {
          title: `${agentName} only knows the first folder of this thread`,
          description: `You are asked before it touches anything in ${this.#additional.join(', ')}.`,
        },
      ]
    }
    return this.#opened.missing.map(path => ({
      title: 'A folder of this thread is not there any more',
      description: `${path}. The agent goes on without it.`,
    }))
  }

  get #opened(): OpenFolders {
    if (!this.#open)
      throw new Error('The folders of a thread are opened before any session is.')
    return this.#open
  }
}

/** Renews the lease. Returns whether the folder was recreated. */
function checkLease({ scratch, pin, keep }: Lease): boolean {
  const known = pin()
  const now = scratch.open(known)
  if (JSON.stringify(now.scratch) !== JSON.stringify(known))
    keep(now.scratch)
  return now.isNew
}

function supportsAdditionalFolders({ sessionCapabilities }: AgentCapabilities): boolean {
  return sessionCapabilities?.additionalDirectories != null
}

/** Opens the workspace of a thread's agent. Throws `folder_not_found`. */
async function openWorkspace(folders: readonly string[], guard: GuardedFolders): Promise<Workspace> {
  const workspace = await Workspace.open(folders, guard)
  for (const folder of folders) {
    const now = await realpath(folder)
    if (now !== folder) {
      throw new HostError(
        'folder_not_found',
        `The folder "${folder}" has become a link to "${now}". Start a new thread there if that is what you want.`,
      )
    }
  }
  return workspace
}

/** Whether a folder still exists as chosen. Its links were resolved then, so a new link would lead elsewhere. */
async function isUnchanged(folder: string): Promise<boolean> {
  try {
    return await realpath(folder) === folder
  }
  catch {
    return false // an unreachable folder counts as missing
  }
}
