import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { satisfies, validRange } from 'semver'

/** A Node that can run agents. */
export interface NodeRuntime {
  readonly command: string
  /** The variables that make it behave as Node. */
  readonly env: Readonly<Record<string, string>>
  readonly version: string
}

/** The major version that most agents need, and that npm itself wants. */
export const oldestNode = 22

/**
 * The Node to install and run agents with: the one that runs Parley, or the one on PATH, or the one inside Electron. If
 * none is new enough, the one that was found, so that a message can name it; `undefined` if there is none.
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

/** The Node that runs Parley, unless it is Electron's or too old. */
export function ownNode(): NodeRuntime | undefined {
  const own: NodeRuntime = { command: process.execPath, env: {}, version: process.versions.node }
  return process.versions.electron === undefined && isNewEnough(own) ? own : undefined
}

/** Whether agents run on it. */
export function isNewEnough({ version }: NodeRuntime): boolean {
  return fitsNodeRange(version, `>=${oldestNode}`)
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
    return undefined // another program called node, or a Node that does not start
  }
}

/**
 * Whether a Node fits what a package's `engines.node` asks for. A range that npm cannot read fits: the agent itself
 * knows best.
 */
export function fitsNodeRange(version: string, range: string): boolean {
  // As npm reads it: a prerelease of a Node is as good as that Node.
  return validRange(range) === null || satisfies(version, range, { includePrerelease: true })
}
