import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractAll } from '@electron/asar'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { build, Platform } from 'electron-builder'
import { packedElectron } from '../../support/electron-double/packedElectron'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What the packager made: the program, the folder with all else, and in it the archive, as a folder. */
export interface PackedApp {
  readonly program: string
  readonly resources: string
  readonly archive: string
}

/**
 * Packs the built app as for Linux, around a stand-in for Electron's own files: they cannot be had everywhere. It
 * starts the double, which keeps the archive's rules.
 */
export async function packApp(folder: string): Promise<PackedApp> {
  const electronDist = join(folder, 'electron')
  mkdirSync(electronDist)
  const configuration = await getConfig(root, null, null)
  writeFileSync(join(electronDist, 'electron'), packedElectron(configuration.electronFuses ?? {}), { mode: 0o755 })
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    // Fuses are flipped in Electron's binary, which the stand-in is not.
    config: {
      ...configuration,
      extends: null,
      electronFuses: null,
      electronDist,
      directories: { ...configuration.directories, output: join(folder, 'dist') },
    },
  })
  const unpacked = join(folder, 'dist/linux-unpacked')
  const resources = join(unpacked, 'resources')
  const archive = join(resources, 'app.asar')
  const content = join(folder, 'content')
  extractAll(archive, content)
  rmSync(archive)
  renameSync(content, archive)
  return { program: join(unpacked, 'parley'), resources, archive }
}
