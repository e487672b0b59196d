import type { scripted } from './scriptedAgent'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './temporaryFolder'

/** Runs the agent under a program's name, by which Parley recognizes programs. */
export async function named(name: string, agent: ReturnType<typeof scripted>): Promise<ReturnType<typeof scripted>> {
  const command = join(temporaryFolder('parley-named-'), name)
  await symlink(agent.command, command)
  return { ...agent, command }
}
