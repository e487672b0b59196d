import type { InstalledVersion } from './agentFolders'
import type { NodeRuntime } from './ways/nodeRuntime'
import { join } from 'node:path'

/** How an installed agent is started. */
export interface InstalledAgent {
  readonly version: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Which Node it asks for; absent when it needs none. */
  readonly nodeRange?: string
}

/** A script is given to a Node by name, never to whatever `node` a shell would find. */
export function launchOf(
  { folder, record: { version, file, runner, nodeRange, args, env } }: InstalledVersion,
  node: NodeRuntime | undefined,
): InstalledAgent {
  const program = join(folder, file)
  return runner === 'program'
    ? { version, command: program, args, env }
    : { version, command: node?.command ?? 'node', args: [program, ...args], env: { ...node?.env, ...env }, nodeRange: nodeRange ?? '' }
}
