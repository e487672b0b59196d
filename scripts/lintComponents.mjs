// Checks the rules that need types in all or the named components. Oxlint has no types in components, so their scripts
// are copied to TypeScript files with the same line numbers.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { parse } from 'vue/compiler-sfc'

const mirror = '.cache/components'
/** Imports of `X.vue` resolve to `X.vue.ts` in the mirror, others to the sources, because of `rootDirs`. */
const tsconfig = {
  extends: '../../src/renderer/tsconfig.json',
  compilerOptions: { incremental: false, rootDirs: ['../..', '.'] },
  include: ['.', '../../src/renderer/**/*.d.ts'],
}

const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.vue']
const named = process.argv.slice(2)
const components = named.length > 0 ? named : execFileSync('git', listed, { encoding: 'utf8' }).trim().split('\n').filter(existsSync)

rmSync(mirror, { recursive: true, force: true })
mkdirSync(mirror, { recursive: true })
writeFileSync(join(mirror, 'tsconfig.json'), JSON.stringify(tsconfig))
const copies = components.map(copyScript)
// Passed by name, because the linter ignores their folder by default.
const oxlint = ['node_modules/oxlint/bin/oxlint', '--config', 'oxlint.types.ts', '--no-ignore']
const { status, error } = spawnSync(process.execPath, [...oxlint, ...copies], { stdio: 'inherit' })
if (error)
  throw error
process.exitCode = status ?? 1

function copyScript(component) {
  const script = parse(readFileSync(component, 'utf8')).descriptor.scriptSetup
  const copy = join(mirror, `${component}.ts`)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, '\n'.repeat((script?.loc.start.line ?? 1) - 1) + (script?.content ?? ''))
  return copy
}
