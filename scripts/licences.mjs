import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const separator = `\n${'-'.repeat(80)}\n`

/**
 * Writes `licences.txt` next to the build: the licences of all bundled packages, and of the `named` packages with their
 * dependencies, which ship separately or already bundled. `built`: the `licences.txt` of an earlier build, to include.
 * @param {{ named?: readonly string[], built?: string }} [options]
 * @returns {import('vite').Plugin}
 */
export function licences({ named = [], built } = {}) {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const folders = new Set(named.flatMap(name => listDependencies(resolvePackage(name, root))))
      for (const part of Object.values(bundle)) {
        for (const id of part.type === 'chunk' ? part.moduleIds : part.originalFileNames)
          folders.add(findPackageFolder(id))
      }
      const earlier = built === undefined ? [] : readFileSync(join(root, built), 'utf8').split(separator)
      const texts = [...[...folders].filter(Boolean).map(readLicence), ...earlier].sort()
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...new Set(texts)].join(separator) })
    },
  }
}

/** Returns the folder of the package that a file belongs to; `undefined` for Parley's own files. */
function findPackageFolder(path) {
  const inside = /node_modules[/\\](?:.*node_modules[/\\])?(?:@[^/\\]+[/\\])?[^/\\]+/.exec(path)?.[0]
  return inside && join(root, inside)
}

/** Resolves a package from `from` like Node; `undefined` if an optional one is not installed. */
function resolvePackage(name, from) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder))
    return folder
  return from === dirname(from) ? undefined : resolvePackage(name, dirname(from))
}

function listDependencies(folder, seen = new Set()) {
  if (folder === undefined || seen.has(folder))
    return [...seen]
  seen.add(folder)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    listDependencies(resolvePackage(name, folder), seen)
  return [...seen]
}

function readLicence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying|ofl)(?:$|[.-])/i.test(entry))
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}\n\n${text}\n`
}
