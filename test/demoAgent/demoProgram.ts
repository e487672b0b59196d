import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

let built: Promise<string> | undefined

/** The Demo agent as one file, built once per test file as the app's build does. */
export function demoProgram(): Promise<string> {
  built ??= buildProgram()
  return built
}

async function buildProgram(): Promise<string> {
  const root = resolve(import.meta.dirname, '../..')
  const outDir = join(root, 'node_modules/.cache/demo-agent', String(process.pid))
  // Nothing is left behind by a test run.
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: join(root, 'src/main/demoAgent/main.ts'), outDir, emptyOutDir: true, target: 'node20' },
    ssr: { noExternal: true },
  })
  return join(outDir, 'main.js')
}
