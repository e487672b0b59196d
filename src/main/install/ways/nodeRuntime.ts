import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compareVersions } from './nodeRange'

/** A Node that agents can be run with. */
export interface NodeRuntime {
  readonly command: string
  /** What makes it behave as Node. */
  readonly env: Readonly<Record<string, string>>
  readonly version: string
}

/** What most agents need, and what npm itself wants. */
export const oldestNode = '22.0.0'

/**
 * The Node to install and run agents with: the one that runs us, else the one on PATH, else the one inside Electron. When none is new
 * enough, the one that was found all the same, so that a message can name it; `undefined` when there is none.
 */
export async function findNode(findCommand: (command: string) => string | undefined): Promise<NodeRuntime | undefined> {
  const own = ownNode()
  if (own)
    return own
  const onPath = await askVersion(findCommand('node'))
  if (onPath && isNewEnough(onPath))
    return onPath
  const inside
    = process.versions.electron === undefined
      ? undefined
      : { command: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' }, version: process.versions.node }
  return inside && isNewEnough(inside) ? inside : onPath
}

/** The Node that runs us, where it is one of its own and new enough. */
export function ownNode(): NodeRuntime | undefined {
  const own: NodeRuntime = { command: process.execPath, env: {}, version: process.versions.node }
  return process.versions.electron === undefined && isNewEnough(own) ? own : undefined
}

/** Whether agents can be run with it. */
export function isNewEnough({ version }: NodeRuntime): boolean {
  return compareVersions(version, oldestNode) >= 0
}

async function askVersion(command: string | undefined): Promise<NodeRuntime | undefined> {
  if (command === undefined)
    return undefined
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], { timeout: 5_000, windowsHide: true })
    const version = /^v(\d+\.\d+\.\d+)/.exec(stdout.trim())?.[1]
    return version === undefined ? undefined : { command, env: {}, version }
  }
  catch {
    return undefined // something else that is called node, or one that does not start: as good as none
  }
}
