import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findSettings, listPreferences, settingRows } from '../../../src/renderer/components/settings/settingsTable'
import { parseSettingsAddress, settingsSections } from '../../../src/renderer/composables/settingsPlace'
import { preferenceKeys } from '../../../src/shared/settings/preferences'
import { settingsKeys } from '../../../src/shared/settings/settingsKeys'

it('finds every key of settings.json by the key and by its name', () => {
  for (const key of [...preferenceKeys, ...settingsKeys]) {
    const [row] = findSettings(key)
    expect(row?.key, key).toBe(key)
    expect(findSettings(row!.name).map(found => found.key), key).toContain(key)
  }
  expect(findSettings('no such setting')).toEqual([])
})

it('states the default of every key, and the README names each key', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const { key, effect, preference } of settingRows) {
    expect(preference ? 'Default: ' : effect, key).toContain('Default: ')
    const [group, name = group!] = key.split('.')
    expect(readme, key).toContain(`"${group}"`)
    expect(readme, key).toMatch(new RegExp(`["\`]${name}["\`]`))
  }
})

it('every plain setting is in exactly one section', () => {
  const keys = settingsSections.flatMap(section => listPreferences(section).map(({ key }) => key))
  expect(keys.toSorted()).toEqual(preferenceKeys.toSorted())
})

it('finds the place that an address names, and the first section for an unknown one', () => {
  expect(parseSettingsAddress('#/settings/rules/3')).toEqual({ section: 'rules', about: '3' })
  expect(parseSettingsAddress('#/settings/decisions/a%2Fb')).toEqual({ section: 'decisions', about: 'a/b' })
  expect(parseSettingsAddress('#/settings/nowhere')).toEqual({ section: 'appearance' })
  expect(parseSettingsAddress('#/settings')).toEqual({ section: 'appearance' })
  expect(parseSettingsAddress('#/threads/settings')).toBeUndefined()
})
