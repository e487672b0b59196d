import { join } from 'node:path'

/** Agents are started hundreds of times: with cached compilation, each start takes half the CPU time. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/agents')

/** An agent of `test/agents/scripted`, as in `settings.json`. */
export function scripted(name: string, env: Record<string, string> = {}): { command: string, args: string[], env: Record<string, string> } {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, '../agents/scripted', `${name}.ts`)],
    env: { NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compileCache, ...env },
  }
}

/** An agent of `test/agents/hostile`, by folder and name. */
export function hostile(name: string, env: Record<string, string> = {}): ReturnType<typeof scripted> {
  return scripted(`../hostile/${name}`, env)
}
