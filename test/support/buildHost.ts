import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const repository = join(import.meta.dirname, '../..')

/**
 * Builds the web shell with a one-line page, and the programs beside it. Returns the folder, which the caller deletes.
 */
export async function buildHost(): Promise<string> {
  // Inside the repository, where packages outside the bundle are found.
  const cache = join(repository, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await realpath(await mkdtemp(join(cache, 'parley-web-')))
  await build({
    configFile: false,
    root: repository,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node22',
      outDir: join(folder, 'main'),
      rollupOptions: {
        input: {
          web: join(repository, 'src/main/web/main.ts'),
          demoAgent: join(repository, 'src/main/demoAgent/main.ts'),
          ledger: join(repository, 'src/main/changes/worker/main.ts'),
          merge: join(repository, 'src/main/buffers/merging/main.ts'),
          fileServer: join(repository, 'src/main/fileServer/main.ts'),
        },
      },
    },
    // Like the app's build, bundles all packages without binaries or runtime dependencies: one file starts faster than
    // a hundred.
    ssr: { noExternal: true, external: ['better-sqlite3', 'node-pty', 'ws'] },
  })
  // As in the app's build. Without it, Node compiles each file twice at each start: as CommonJS, then as a module.
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'renderer'))
  await writeFile(join(folder, 'renderer/index.html'), '<!doctype html><title>Parley</title>')
  return folder
}
