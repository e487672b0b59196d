import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll } from 'vitest'

let built: Promise<string> | undefined

afterAll(async () => {
  if (built !== undefined)
    await rm(dirname(await built), { recursive: true, force: true })
})

/** The Demo agent as one file, built once per test file as the app's build does. */
export function demoProgram(): Promise<string> {
  built ??= buildProgram()
  return built
}

async function buildProgram(): Promise<string> {
  const root = resolve(import.meta.dirname, '../..')
  const outDir = join(root, 'node_modules/.cache/demo-agent', String(process.pid))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: join(root, 'src/main/demoAgent/main.ts'), outDir, emptyOutDir: true, target: 'node20' },
    ssr: { noExternal: true },
  })
  return join(outDir, 'main.js')
}
