import type { Settings } from '../../../src/shared/settings/settings'
import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SettingsStore } from '../../../src/main/store/settings/settingsStore'
import { temporaryFolder } from '../../support/temporaryFolder'

function openSettings(dataFolder = join(temporaryFolder(), 'data')): { store: SettingsStore, changes: Settings[] } {
  const store = new SettingsStore(dataFolder)
  onTestFinished(() => store.dispose())
  const changes: Settings[] = []
  store.onChange(settings => changes.push(settings))
  return { store, changes }
}

const formatAgent = (name: string): string => JSON.stringify({ agent_servers: { [name]: { command: 'x' } } })

it('has no agents without a file, and detects a new file', async () => {
  const { store, changes } = openSettings()
  expect(store.settings).toMatchObject({ agentServers: {}, faults: [] })
  writeFileSync(store.path, formatAgent('A'))
  await expect.poll(() => changes).toHaveLength(1)
  expect(Object.keys(store.settings.agentServers)).toEqual(['A'])
})

it('detects every later save, even by an editor that renames, and the file\'s removal', async () => {
  const { store, changes } = openSettings()
  writeFileSync(store.path, formatAgent('A'))
  await expect.poll(() => changes).toHaveLength(1)
  writeFileSync(`${store.path}~`, formatAgent('B'))
  renameSync(`${store.path}~`, store.path)
  await expect.poll(() => Object.keys(store.settings.agentServers)).toEqual(['B'])
  rmSync(store.path)
  await expect.poll(() => store.settings.agentServers).toEqual({})
  expect(changes).toHaveLength(3)
})

it.each<[string, RegExp, (path: string) => void]>([
  ['a folder', /cannot be read: .* is not a file/, path => mkdirSync(path)],
  ['a link to itself', /cannot be read: it is a link that leads in circles/, path => symlinkSync(path, path)],
  ['in UTF-16', /cannot be read: .* is not in UTF-8/, path => writeFileSync(path, `\uFEFF${formatAgent('A')}`, 'utf16le')],
  ['in Latin-1', /cannot be read: .* is not in UTF-8/, path => writeFileSync(path, formatAgent('é'), 'latin1')],
])('reports a fault for a file that is %s, until that is corrected', async (_, words, make) => {
  const dataFolder = temporaryFolder()
  const path = join(dataFolder, 'settings.json')
  make(path)
  const { store } = openSettings(dataFolder)
  expect(store.settings.faults).toEqual([{ message: expect.stringMatching(words) as string }])

  rmSync(path, { recursive: true })
  writeFileSync(path, formatAgent('B'))
  await expect.poll(() => store.settings).toMatchObject({ agentServers: { B: {} }, faults: [] })
})

it('detects a save to the target of a link, and keeps the last good settings while the target is missing', async () => {
  const [dataFolder, elsewhere] = [temporaryFolder(), temporaryFolder()]
  const [path, target] = [join(dataFolder, 'settings.json'), join(elsewhere, 'parley.json')]
  symlinkSync(target, path)
  writeFileSync(target, formatAgent('A'))
  const { store } = openSettings(dataFolder)
  writeFileSync(target, formatAgent('B'))
  await expect.poll(() => Object.keys(store.settings.agentServers)).toEqual(['B'])

  rmSync(target)
  await expect.poll(() => store.settings.faults).toMatchObject([{ message: expect.stringContaining('a link to a missing file') as string }])
  expect(store.settings).toMatchObject({ agentServers: { B: {} }, sandboxes: 'unknown' })
  expect(() => store.edit([{ path: ['idle_minutes'], value: 1 }])).toThrow('a link to a missing file')
  expect(readlinkSync(path)).toBe(target)
  writeFileSync(target, formatAgent('C'))
  await expect.poll(() => Object.keys(store.settings.agentServers)).toEqual(['C'])
})

it('does not edit a file of which a character would be lost', () => {
  const { store } = openSettings()
  writeFileSync(store.path, formatAgent('José'), 'latin1')
  expect(() => store.edit([{ path: ['idle_minutes'], value: 1 }])).toThrow(/could not be changed.*is not in UTF-8/)
  expect(readFileSync(store.path, 'latin1')).toBe(formatAgent('José'))
})

it('notifies no listeners after it is disposed of', async () => {
  const dataFolder = join(temporaryFolder(), 'data')
  const { store, changes } = openSettings(dataFolder)
  const other = openSettings(dataFolder)
  writeFileSync(store.path, formatAgent('A'))
  store.dispose()
  await expect.poll(() => other.changes).toHaveLength(1)
  expect(changes).toEqual([])
})
