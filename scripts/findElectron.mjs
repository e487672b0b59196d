// Electron's program: the one that is here, else downloaded where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const probeMs = 5_000

/**
 * @param {string} node The Node that runs its installer.
 * @returns {Promise<{ path: string } | { why: string }>} Electron's path, or in a few words why there is none
 */
export async function findElectron(node) {
  let folder
  try {
    folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  }
  catch {
    return { why: 'the package "electron" is not installed' }
  }
  const here = binaryIn(folder)
  if (here !== undefined)
    return { path: here }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const why = await whyNotDownloadable(version)
  if (why !== undefined)
    return { why }
  console.error(`Downloading Electron ${version} (about 120 MB, once)…`)
  spawnSync(node, [join(folder, 'install.js')], { stdio: ['ignore', 2, 2] })
  const downloaded = binaryIn(folder)
  return downloaded === undefined ? { why: 'its download failed' } : { path: downloaded }
}

function binaryIn(folder) {
  const usual = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron'
  const pathFile = join(folder, 'path.txt')
  const path = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'),
    existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : usual,
  )
  return existsSync(path) ? path : undefined
}

/** A single request, because the installer itself has no timeout. An offline machine fails in milliseconds. */
async function whyNotDownloadable(version) {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD)
    return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set'
  const mirror
    = process.env.npm_config_electron_mirror ?? process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/'
  const folder = process.env.npm_config_electron_custom_dir ?? process.env.ELECTRON_CUSTOM_DIR ?? `v${version}`
  try {
    const url = new URL(`${folder}/electron-v${version}-${process.platform}-${process.arch}.zip`, mirror.replace(/\/?$/, '/'))
    const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(probeMs) })
    return answer.ok ? undefined : `${url.host} answers ${answer.status}`
  }
  catch (error) {
    return `${URL.canParse(mirror) ? new URL(mirror).host : mirror} cannot be reached, ${error.cause?.code ?? error.name}`
  }
}
