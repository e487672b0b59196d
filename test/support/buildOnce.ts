import type { TestProject } from 'vitest/node'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildHost } from './buildHost'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built web shell, the Demo agent and the workers of ledgers and merges. */
    builtHost: string
  }
}

/** Builds, once per run, the programs that tests start. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await buildHost()
  project.provide('builtHost', folder)
  // Caches the compiled programs that tests start with Node; for the agents of `test/agents`, see `compileCache`.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
