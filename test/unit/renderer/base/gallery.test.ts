import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const listNames = (pattern: string): string[] => globSync(pattern, { cwd: root })

it('the gallery shows every base component, alone or within another', () => {
  const base = 'src/renderer/components/base'
  const texts = listNames('test/tools/gallery/**/*.vue').map(path => readFileSync(join(root, path), 'utf8')).join('\n')
  const names = listNames(`${base}/*.vue`).map(path => basename(path, '.vue'))
  const readText = (name: string): string => readFileSync(join(root, base, `${name}.vue`), 'utf8')
  const isUsed = (name: string, text: string): boolean => text.includes(`<${name}`)
  const shown = new Set(names.filter(name => isUsed(name, texts)))
  for (const name of shown) // includes future additions
    names.filter(part => isUsed(part, readText(name))).forEach(part => shown.add(part))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter(name => !shown.has(name))).toEqual([])
})
