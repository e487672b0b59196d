import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { satisfies, validRange } from 'semver'

/** A Node that can run agents. */
export interface NodeRuntime {
  readonly command: string
  /** Environment variables that make the program behave as Node. */
  readonly env: Readonly<Record<string, string>>
  readonly version: string
}

/** The major version that most agents and npm require. */
export const minNodeMajor = 22

/**
 * Finds the Node for installing and running agents: the one that runs Parley, the one on PATH, or Electron's. If none
 * is recent enough, returns the one on PATH for the error message; `undefined` if there is none.
 */
export async function findNode(findCommand: (command: string) => string | undefined): Promise<NodeRuntime | undefined> {
  const own = findOwnNode()
  if (own)
    return own
  const onPath = await readVersion(findCommand('node'))
  if (onPath && isRecentEnough(onPath))
    return onPath
  const electronNode
    = process.versions.electron === undefined
      ? undefined
      : { command: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' }, version: process.versions.node }
  return electronNode && isRecentEnough(electronNode) ? electronNode : onPath
}

/** The Node that runs Parley, unless it is Electron's or too old. */
export function findOwnNode(): NodeRuntime | undefined {
  const own: NodeRuntime = { command: process.execPath, env: {}, version: process.versions.node }
  return process.versions.electron === undefined && isRecentEnough(own) ? own : undefined
}

/** Whether a Node is recent enough for agents. */
export function isRecentEnough({ version }: NodeRuntime): boolean {
  return fitsNodeRange(version, `>=${minNodeMajor}`)
}

async function readVersion(command: string | undefined): Promise<NodeRuntime | undefined> {
  if (command === undefined)
    return undefined
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], { timeout: 5_000, windowsHide: true })
    const version = /^v(\d+\.\d+\.\d+)/.exec(stdout.trim())?.[1]
    return version === undefined ? undefined : { command, env: {}, version }
  }
  catch {
    return undefined // another program named node, or a broken Node
  }
}

/** Whether a Node version satisfies a package's `engines.node`. An invalid range is satisfied. */
export function fitsNodeRange(version: string, range: string): boolean {
  // Like npm, accept prereleases of a matching version.
  return validRange(range) === null || satisfies(version, range, { includePrerelease: true })
}
