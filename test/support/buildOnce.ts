import type { TestProject } from 'vitest/node'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildHost } from './buildHost'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built web shell, Demo agent and the threads of ledgers and merges. */
    builtHost: string
  }
}

/** Builds once for the whole run what tests start as processes of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await buildHost()
  project.provide('builtHost', folder)
  // What tests start with Node is compiled at its first start only; for the agents of `test/agents`, see
  // `compileCache`.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
