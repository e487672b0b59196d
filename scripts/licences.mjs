import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const separator = `\n${'-'.repeat(80)}\n`

/**
 * Writes `licences.txt` beside what is built: the licences of all packages that have gone into it, and of the `named`
 * ones with all that they depend on, which ship without being bundled, or bundled already. `built`: such a file of an
 * earlier build, which it repeats.
 * @param {{ named?: readonly string[], built?: string }} [options]
 * @returns {import('vite').Plugin}
 */
export function licences({ named = [], built } = {}) {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const folders = new Set(named.flatMap(name => withDependencies(folderOf(name, root))))
      for (const part of Object.values(bundle)) {
        for (const id of part.type === 'chunk' ? part.moduleIds : part.originalFileNames)
          folders.add(packageFolder(id))
      }
      const earlier = built === undefined ? [] : readFileSync(join(root, built), 'utf8').split(separator)
      const texts = [...[...folders].filter(Boolean).map(licenceOf), ...earlier].sort()
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...new Set(texts)].join(separator) })
    },
  }
}

/** The folder of the package that a file belongs to; `undefined` for Parley's own. */
function packageFolder(path) {
  const inside = /node_modules[/\\](?:.*node_modules[/\\])?(?:@[^/\\]+[/\\])?[^/\\]+/.exec(path)?.[0]
  return inside && join(root, inside)
}

/** Where Node finds a package from `from`; `undefined` where an optional one is not there. */
function folderOf(name, from) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder))
    return folder
  return from === dirname(from) ? undefined : folderOf(name, dirname(from))
}

function withDependencies(folder, seen = new Set()) {
  if (folder === undefined || seen.has(folder))
    return [...seen]
  seen.add(folder)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    withDependencies(folderOf(name, folder), seen)
  return [...seen]
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^(?:licen[cs]e|copying|ofl)(?:$|[.-])/i.test(entry))
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}\n\n${text}\n`
}
