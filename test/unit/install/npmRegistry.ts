import { createHash } from 'node:crypto'
import { type ArchiveEntry, createTarGz } from './archives'
import { serve } from './testInstaller'

interface TestPackage {
  readonly name: string
  readonly version?: string
  readonly manifest?: Record<string, unknown>
  readonly files?: Record<string, string>
}

export const other: TestPackage = { name: 'other', files: { 'index.js': 'module.exports = "other"\n' } }

/** An npm registry on loopback with these packages. */
export async function serveRegistry(...packages: TestPackage[]): Promise<{ environment: Record<string, string> }> {
  const routes: Record<string, Buffer | string> = {}
  const url = await serve(routes)
  for (const { name, version = '1.0.0', manifest = {}, files = {} } of packages) {
    const whole = { name, version, ...manifest }
    const entries: ArchiveEntry[] = Object.entries({ 'package.json': JSON.stringify(whole), ...files }).map(([path, content]) => ({
      name: `package/${path}`,
      content,
    }))
    const tarball = createTarGz(entries)
    const file = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
    routes[file] = tarball
    const dist = { tarball: url + file, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` }
    routes[`/${name}`] = JSON.stringify({
      name,
      'dist-tags': { latest: version },
      'versions': { [version]: { ...whole, dist, ...(manifest.scripts ? { hasInstallScript: true } : {}) } },
    })
  }
  return { environment: { npm_config_registry: url } }
}
