import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Packages that a person would install without Parley, cached for later runs. */
const cache = resolve(import.meta.dirname, '../../../.cache/npm-agents')

/** Folder of a package with its dependencies: `NAME@VERSION`. */
export function packageFolder(spec: string): string {
  return join(cache, spec.replaceAll(/[^\w.-]+/g, '-'), 'node_modules')
}

/** Its programs, for PATH. */
export function besideBin(spec: string): string {
  return join(packageFolder(spec), '.bin')
}

/** Installs an npm package unless it is cached. */
export function installPackage(spec: string): void {
  const folder = packageFolder(spec)
  if (existsSync(besideBin(spec)))
    return
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', join(folder, '..'), spec], {
    stdio: 'ignore',
    shell: process.platform === 'win32',
  })
}
