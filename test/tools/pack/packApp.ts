import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractAll } from '@electron/asar'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { build, Platform } from 'electron-builder'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What the packager made: the folder beside the archive, and the archive's content as files. */
export interface PackedApp {
  readonly resources: string
  readonly content: string
}

/**
 * Packs the built app as for Linux, around a stand-in for Electron's own files: they cannot be had everywhere, and are not what is tested.
 */
export async function packApp(folder: string): Promise<PackedApp> {
  const electronDist = join(folder, 'electron')
  mkdirSync(electronDist)
  writeFileSync(join(electronDist, 'electron'), '#!/bin/sh\n')
  chmodSync(join(electronDist, 'electron'), 0o755)
  const configuration = await getConfig(root, null, null)
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
  const resources = join(folder, 'dist/linux-unpacked/resources')
  const content = join(folder, 'content')
  extractAll(join(resources, 'app.asar'), content)
  return { resources, content }
}
