// Finds the Electron executable, downloading it if necessary and possible.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const probeMs = 5_000

/**
 * @param {string} node The Node that runs its installer.
 * @returns {Promise<{ path: string } | { why: string }>} Electron's path, or a short reason why there is none
 */
export async function findElectron(node) {
  let folder
  try {
    folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  }
  catch {
    return { why: 'the package "electron" is not installed' }
  }
  const here = findBinary(folder)
  if (here !== undefined)
    return { path: here }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const why = await checkDownload(version)
  if (why !== undefined)
    return { why }
  console.error(`Downloading Electron ${version} (about 120 MB, once)…`)
  spawnSync(node, [join(folder, 'install.js')], { stdio: ['ignore', 2, 2] })
  const downloaded = findBinary(folder)
  return downloaded === undefined ? { why: 'its download failed' } : { path: downloaded }
}

function findBinary(folder) {
  const usual = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron'
  const pathFile = join(folder, 'path.txt')
  const path = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'),
    existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : usual,
  )
  return existsSync(path) ? path : undefined
}

/** Sends a single request first, because the installer has no timeout. Offline, this fails in milliseconds. */
async function checkDownload(version) {
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
