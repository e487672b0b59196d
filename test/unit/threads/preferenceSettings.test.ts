import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PreferenceSettings } from '../../../src/main/host/preferenceSettings'
import { Subscribers } from '../../../src/main/host/subscribers'
import { SettingsStore } from '../../../src/main/store/settings/settingsStore'
import { temporaryFolder } from '../../support/temporaryFolder'

it('writes a valid value without losing comments, and notifies every window', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'settings.json')
  writeFileSync(path, '{\n  // mine\n  "appearance": { "theme": "light" /* by day */ },\n  "later": 1\n}\n')
  const settings = new SettingsStore(folder)
  onTestFinished(() => settings.dispose())
  const subscribers = new Subscribers()
  const told: unknown[] = []
  const themes: string[] = []
  subscribers.add((event, payload) => told.push([event, payload]))
  const preferences = new PreferenceSettings({ settings, subscribers, platform: { showTheme: theme => themes.push(theme) } })

  preferences.set('appearance.theme', 'dark')
  preferences.set('idle_minutes', 5)
  expect(readFileSync(path, 'utf8'))
    .toBe('{\n  // mine\n  "appearance": { "theme": "dark" /* by day */ },\n  "later": 1,\n  "idle_minutes": 5\n}\n')
  expect(preferences.view()).toMatchObject({ preferences: { 'appearance.theme': 'dark', 'idle_minutes': 5 }, unknownKeys: ['later'] })
  expect(themes).toEqual(['light', 'dark', 'dark'])
  expect(told).toHaveLength(2)
  expect(told.at(-1)).toEqual(['settingsChanged', preferences.view()])
  expect(() => preferences.set('appearance.theme', 'pink')).toThrow('This must be one of "system", "light", "dark".')
})
