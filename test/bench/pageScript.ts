import type { Rolldown } from 'vite'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { build } from 'vite'

/** Bundles a script of this folder, with the modules of the window that it imports, for an empty page. */
export async function pageScript(file: string): Promise<string> {
  const [built] = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [vue()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: join(import.meta.dirname, file), formats: ['iife'], name: 'bench' } },
  }) as Rolldown.RolldownOutput[] // one for its only format
  return built!.output[0].code
}
