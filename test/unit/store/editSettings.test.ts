import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getNodeValue, parseTree } from 'jsonc-parser'
import { expect, it } from 'vitest'
import { applySettingsEdits, editSettings, type SettingsEdit } from '../../../src/main/store/settings/editSettings'
import { temporaryFolder } from '../../support/temporaryFolder'

it('changes one value and keeps comments, order and unknown keys', () => {
  const text = '{\n  // mine\n  "theme": "dark", /* stays */\n  "agent_servers": { "Kimi": { "command": "kimi" } },\n}\n'
  const edited = applySettingsEdits(text, [{ path: ['agent_servers', 'Kimi', 'default_config_options', 'model'], value: 'k2' }])
  expect(edited).toContain('// mine')
  expect(edited).toContain('"theme": "dark", /* stays */')
  expect(edited).toMatch(/"command": "kimi",\s+"default_config_options": \{\s+"model": "k2"\s+\}/)
})

it('removes a key that is unset, and ignores one that was never set', () => {
  expect(
    JSON.parse(
      applySettingsEdits('{ "a": 1, "b": 2 }', [
        { path: ['a'], value: undefined },
        { path: ['c', 'd'], value: undefined },
      ]),
    ),
  ).toEqual({ b: 2 })
})

it('changes the last of duplicate keys, which is the effective one', () => {
  const parseEdited = (text: string, ...edits: SettingsEdit[]): unknown =>
    getNodeValue(parseTree(applySettingsEdits(text, edits))!)
  const text = '{ "a": { "b": 1, "c": 2 }, // mine\n "a": { "b": 3, "b": 4, "d": 5 }, "e": 6, "e": 7, "e": 8 }'
  expect(parseEdited(text, { path: ['a', 'b'], value: 'new' })).toEqual({ a: { b: 'new', d: 5 }, e: 8 })
  const renamed = parseEdited(text, { path: ['a', 'b'], newName: 'f' }, { path: ['e'], value: undefined })
  expect(renamed).toEqual({ a: { b: 3, f: 4, d: 5 } })
  const joinLines = (lines: string): string => lines.replace(/\s+/g, ' ')
  expect(joinLines(applySettingsEdits(text, [{ path: ['e'], value: 9 }]))).toBe(joinLines(text.replace('8', '9')))
})

it('changes nothing in a file that is not valid JSON', () => {
  expect(() => applySettingsEdits('{ "a": ', [{ path: ['b'], value: 1 }])).toThrow(/not valid JSON/)
  expect(() => applySettingsEdits('[]', [{ path: ['b'], value: 1 }])).toThrow(/not valid JSON/)
})

it('creates a missing file that only its owner can read', () => {
  const path = join(temporaryFolder(), 'settings.json')
  editSettings(path, [{ path: ['a', 'b'], value: [1] }])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: { b: [1] } })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('writes through a link to the file that it names', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'real.json'), '{}')
  symlinkSync(join(folder, 'real.json'), join(folder, 'settings.json'))
  editSettings(join(folder, 'settings.json'), [{ path: ['a'], value: 1 }])
  expect(JSON.parse(readFileSync(join(folder, 'real.json'), 'utf8'))).toEqual({ a: 1 })
})
