import type { Settings } from '../../../src/shared/settings/settings'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SettingsStore } from '../../../src/main/store/settings/settingsStore'
import { temporaryFolder } from './temporaryFolder'

function openSettings(dataFolder = join(temporaryFolder(), 'data')): { store: SettingsStore, changes: Settings[] } {
  const store = new SettingsStore(dataFolder)
  onTestFinished(() => store.dispose())
  const changes: Settings[] = []
  store.onChange(settings => changes.push(settings))
  return { store, changes }
}

const withAgent = (name: string): string => JSON.stringify({ agent_servers: { [name]: { command: 'x' } } })

it('is empty where there is no file, and notices one that is made', async () => {
  const { store, changes } = openSettings()
  expect(store.settings).toMatchObject({ agentServers: {}, faults: [] })
  writeFileSync(store.path, withAgent('A'))
  await vi.waitFor(() => expect(changes).toHaveLength(1), { timeout: 5000 })
  expect(Object.keys(store.settings.agentServers)).toEqual(['A'])
})

it('notices every later save, also by an editor that renames, and the file\'s removal', async () => {
  const { store, changes } = openSettings()
  writeFileSync(store.path, withAgent('A'))
  await vi.waitFor(() => expect(changes).toHaveLength(1), { timeout: 5000 })
  writeFileSync(`${store.path}~`, withAgent('B'))
  renameSync(`${store.path}~`, store.path)
  await vi.waitFor(() => expect(Object.keys(store.settings.agentServers)).toEqual(['B']), { timeout: 5000 })
  rmSync(store.path)
  await vi.waitFor(() => expect(store.settings.agentServers).toEqual({}), { timeout: 5000 })
  expect(changes).toHaveLength(3)
})

it('gives a fault for a file that cannot be read', () => {
  const dataFolder = temporaryFolder()
  mkdirSync(join(dataFolder, 'settings.json'))
  const { store } = openSettings(dataFolder)
  expect(store.settings.faults).toEqual([{ message: expect.stringContaining('cannot be read') as string }])
})

it('tells nobody any more once it is disposed of', async () => {
  const dataFolder = join(temporaryFolder(), 'data')
  const { store, changes } = openSettings(dataFolder)
  const other = openSettings(dataFolder)
  writeFileSync(store.path, withAgent('A'))
  store.dispose()
  await vi.waitFor(() => expect(other.changes).toHaveLength(1), { timeout: 5000 })
  expect(changes).toEqual([])
})
