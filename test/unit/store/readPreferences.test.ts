import { expect, it } from 'vitest'
import { parseSettings } from '../../../src/main/store/settings/parseSettings'
import { defaultPreferences, preferenceKeys, preferences } from '../../../src/shared/settings/preferences'

it('reads each plain value, and uses defaults for all others', () => {
  expect(parseSettings('{}').preferences).toEqual(defaultPreferences)
  const { preferences, faults } = parseSettings(`{
    "appearance": { "theme": "dark", /* for the evening */ "text_size": 15, },
    "idle_minutes": 5,
  }`)
  expect(preferences).toEqual({ ...defaultPreferences, 'appearance.theme': 'dark', 'appearance.text_size': 15, 'idle_minutes': 5 })
  expect(faults).toEqual([])
})

it('reports a faulty value by line and key with what is valid, and uses the default', () => {
  const { preferences, faults } = parseSettings(`{
    "appearance": { "theme": "pink",
      "code_size": 200 },
    "idle_minutes": -1
  }`)
  expect(preferences).toEqual(defaultPreferences)
  expect(faults).toEqual([
    { line: 2, key: 'appearance.theme', message: 'This must be one of "system", "light", "dark".' },
    { line: 3, key: 'appearance.code_size', message: 'This must be a number, 10 to 20.' },
    { line: 4, key: 'idle_minutes', message: 'This must be a number, 0 or more.' },
  ])
  expect(parseSettings('{ "appearance": "dark" }').faults).toEqual([{ line: 1, key: 'appearance', message: 'This must be an object.' }])
})

it('uses the last of duplicate keys', () => {
  const { preferences, faults } = parseSettings('{ "appearance": { "theme": "dark", "theme": "light" } }')
  expect([preferences['appearance.theme'], faults[0]?.key]).toEqual(['light', 'appearance.theme'])
})

it('lists unknown keys, but not as faults', () => {
  const { unknownKeys, faults } = parseSettings('{ "appearance": { "sparkle": 1 }, "later": true, "agent_servers": {}, "idle_minutes": 1 }')
  expect([unknownKeys, faults]).toEqual([['appearance.sparkle', 'later'], []])
})

it('every preference has a valid default', () => {
  for (const key of preferenceKeys) {
    const path = key.split('.')
    const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), preferences[key].default)
    expect(parseSettings(JSON.stringify(value)).faults, key).toEqual([])
  }
})
