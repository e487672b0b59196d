import type { InstalledVersion } from './agentFolders'
import type { NodeRuntime } from './ways/nodeRuntime'
import { join } from 'node:path'

/** How an installed agent is started. */
export interface InstalledAgent {
  readonly version: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Its package's `engines.node`; absent if it needs no Node. */
  readonly nodeRange?: string
}

/** Scripts run on the Node that Parley found, never on the `node` that a shell would find. */
export function launchOf(
  { folder, record: { version, file, runner, nodeRange, args, env } }: InstalledVersion,
  node: NodeRuntime | undefined,
): InstalledAgent {
  const program = join(folder, file)
  return runner === 'program'
    ? { version, command: program, args, env }
    : { version, command: node?.command ?? 'node', args: [program, ...args], env: { ...node?.env, ...env }, nodeRange: nodeRange ?? '' }
}
