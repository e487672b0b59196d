// electron-builder's `afterPack`: copies the Demo agent and the MCP server for unsaved files next to the archive, where
// they can be run as programs. `extraResources` would exclude these files from the archive, but the app shares their
// chunks.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ packager, appOutDir }) {
  const built = join(packager.projectDir, 'out', 'main')
  const place = join(packager.getResourcesDir(appOutDir), 'demoAgent')
  for (const part of ['demoAgent.js', 'fileServer.js', 'chunks'])
    await cp(join(built, part), join(place, part), { recursive: true })
}
