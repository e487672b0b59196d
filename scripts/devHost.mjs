// Rebuilds the host whenever its sources change, and runs the latest successful build.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'

/**
 * @param {{ root: string, flags: readonly string[], onReady: (host: { address: string, token: string }) => void }} options
 * @returns {Promise<{ stop: () => Promise<void> }>} resolves when the first build has started
 */
export async function watchHost({ root, flags, onReady }) {
  const folder = join(root, 'node_modules/.cache/dev') // inside node_modules, so that external packages are found
  mkdirSync(join(folder, 'renderer'), { recursive: true })
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html><title>Parley</title>Open the address that "npm run dev" printed.')
  const watcher = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node22',
      outDir: join(folder, 'main'),
      emptyOutDir: false, // a running thread may start the demo agent meanwhile
      watch: {},
      rollupOptions: {
        input: {
          web: join(root, 'src/main/web/main.ts'),
          demoAgent: join(root, 'src/main/demoAgent/main.ts'),
          ledger: join(root, 'src/main/changes/worker/main.ts'),
          merge: join(root, 'src/main/buffers/merging/main.ts'),
        },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', 'node-pty', 'ws'] },
  })

  let child
  let starting = Promise.resolve()
  let isStopped = false
  const end = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const restart = async () => {
    await end()
    if (isStopped)
      return
    child = spawn(process.execPath, [join(folder, 'main/web.js'), '--no-open', '--port', '0', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address, token] = /^Parley is ready at (\S+)\/#token=(\S+)$/.exec(line) ?? []
      if (address !== undefined)
        onReady({ address, token })
    })
  }
  watcher.on('event', (event) => {
    event.result?.close()
    if (event.code === 'BUNDLE_END')
      starting = starting.then(restart)
    if (event.code === 'ERROR')
      console.error(`${event.error.message}\nThe last working host keeps running until this is fixed.`)
  })
  return {
    stop: async () => {
      isStopped = true
      await watcher.close()
      await starting
      await end()
    },
  }
}
