import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import packageJson from './package.json' with { type: 'json' }
import { framedPackages, framedPages } from './scripts/framedPages.mjs'
import { licences } from './scripts/licences.mjs'

/** Workers are bundled apart. */
const inWorkers = ['@shikijs/core', '@shikijs/engine-javascript', '@shikijs/langs']

export default defineConfig({
  main: {
    plugins: [licences({ named: Object.keys(packageJson.dependencies) })],
    build: {
      // index: the desktop app. web: the same host behind a loopback server. demoAgent: spawned like any other agent.
      // ledger: a thread of the host's for each folder. merge: its thread for texts. fileServer: spawned by agents.
      rollupOptions: {
        input: {
          index: 'src/main/electron/main.ts',
          web: 'src/main/web/main.ts',
          demoAgent: 'src/main/demoAgent/main.ts',
          ledger: 'src/main/changes/worker/main.ts',
          merge: 'src/main/buffers/merging/main.ts',
          fileServer: 'src/main/fileServer/main.ts',
        },
      },
    },
  },
  preload: {
    // A sandboxed preload must be CommonJS.
    build: { rollupOptions: { input: { index: 'src/preload/index.ts' }, output: { format: 'cjs', entryFileNames: '[name].cjs' } } },
  },
  renderer: {
    // A font in the stylesheet itself would be refused by the page's own policy.
    build: {
      minify: true,
      assetsInlineLimit: path => path.endsWith('.woff2') ? false : undefined,
      chunkSizeWarningLimit: 1_000, // read from this machine's disk
    },
    worker: { format: 'es' }, // its grammars are loaded one by one
    // The window shows the licences of everything that ships.
    plugins: [vue(), framedPages(), licences({ named: [...framedPackages, ...inWorkers], built: 'out/main/licences.txt' })],
  },
})
