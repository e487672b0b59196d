import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const doublePath = fileURLToPath(new URL('../../support/electron-double', import.meta.url))

/**
 * Returns the Electron for desktop tests: the real one if its binary and a display exist, else the double. Reports must
 * say which.
 */
export function electronKind(): { readonly name: string, readonly isDouble: boolean, readonly overridePath?: string } {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (given === doublePath || (given === undefined && !canRunElectron()))
    return { name: 'the Electron double, not Electron', isDouble: true, overridePath: doublePath }
  return { name: given === undefined ? `Electron ${electronVersion()}` : `Electron at ${given}`, isDouble: false }
}

function canRunElectron(): boolean {
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
  return hasDisplay && existsSync(join(electronFolder(), 'path.txt'))
}

function electronVersion(): string {
  const { version } = JSON.parse(readFileSync(join(electronFolder(), 'package.json'), 'utf8')) as { version: string } // npm requires it
  return version
}

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}
