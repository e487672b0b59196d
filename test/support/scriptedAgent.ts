import { join } from 'node:path'

/** Agents are started hundreds of times: compiled once, each start takes half as much of the processor. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/agents')

/** One of the little agents of `test/agents/scripted`, as it stands in `settings.json`. */
export function scripted(name: string, env: Record<string, string> = {}): { command: string, args: string[], env: Record<string, string> } {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, '../agents/scripted', `${name}.ts`)],
    env: { NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compileCache, ...env },
  }
}

/** One of the agents of `test/agents/hostile`, by its folder and name. */
export function hostile(name: string, env: Record<string, string> = {}): ReturnType<typeof scripted> {
  return scripted(`../hostile/${name}`, env)
}
