// electron-builder's `afterPack`: lays the Demo agent, and what agents start to read unsaved files, beside the archive,
// where any program can be run. `extraResources` would not do: what it takes is left out of the archive, and the app
// shares these chunks.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ packager, appOutDir }) {
  const built = join(packager.projectDir, 'out', 'main')
  const place = join(packager.getResourcesDir(appOutDir), 'demoAgent')
  for (const part of ['demoAgent.js', 'fileServer.js', 'chunks'])
    await cp(join(built, part), join(place, part), { recursive: true })
}
