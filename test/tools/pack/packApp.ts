import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractAll } from '@electron/asar'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { build, Platform } from 'electron-builder'
import { packedElectron } from '../../support/electron-double/packedElectron'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The packager's output: the program, the folder with everything else, and the archive in it, as a folder. */
export interface PackedApp {
  readonly program: string
  readonly resources: string
  readonly archive: string
}

/**
 * Packs the built app as for Linux, around a double of Electron's files, which are not available everywhere. The packed
 * program starts the double, which applies the archive's rules.
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
    // Fuses are flipped in Electron's binary, which the double lacks.
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
