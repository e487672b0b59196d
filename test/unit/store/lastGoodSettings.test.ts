import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseSettings } from '../../../src/main/store/settings/parseSettings'
import { SettingsStore } from '../../../src/main/store/settings/settingsStore'
import { readPlainFile } from '../../../src/main/system/readPlainFile'
import { temporaryFolder } from '../../support/temporaryFolder'

const good = JSON.stringify({ agent_servers: { Mine: { command: 'x' } }, sandboxed_folders: { '/work': {} } })

function openSettings(folder: string): SettingsStore {
  const store = new SettingsStore(folder)
  onTestFinished(() => store.dispose())
  return store
}

describe('a settings.json that cannot be read', () => {
  it.each([
    ['garbage', '\u0000\u0001 no JSON'],
    ['cut in the middle', good.slice(0, 30)],
    ['emptied', ''],
    ['nested too deeply', '['.repeat(100_000)],
    ['with too many keys', `{${Array.from({ length: 50_000 }, (_, index) => `"${index}":1`).join()}}`],
    ['with too many faults', '}'.repeat(200_000)],
    ['too large', ' '.repeat(2_000_000)],
  ])('keeps the last good settings: %s', (_, text) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'settings.json'), good)
    openSettings(folder)
    writeFileSync(join(folder, 'settings.json'), text)

    const { settings } = openSettings(folder)

    expect(Object.keys(settings.agentServers)).toEqual(['Mine'])
    // A command that may belong into a sandbox is not run without one.
    expect(settings.sandboxes).toEqual(text.length > 1_048_576 ? 'unknown' : { '/work': { network: false, write: [] } })
    expect(settings.faults.length).toBeLessThanOrEqual(100)
    expect(settings.faults[0]).toMatchObject({ isRestorable: true })
  })

  it('is not edited if it was emptied, as by a save on a full disk', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'settings.json')
    writeFileSync(path, good)
    const store = openSettings(folder)
    writeFileSync(path, '')

    expect(() => store.edit([{ path: ['idle_minutes'], value: 1 }])).toThrow('is empty')
    expect(store.settings.sandboxes).toHaveProperty('/work')
    store.restore()
    expect(readFileSync(path, 'utf8')).toBe(good)
  })

  it('is not read as a whole if it is huge', () => {
    const path = join(temporaryFolder(), 'huge')
    writeFileSync(path, '')
    truncateSync(path, 4_000_000_000)
    expect(() => readPlainFile(path)).toThrow('is larger than 1024 KB')
    expect(process.memoryUsage().rss).toBeLessThan(3_000_000_000)
  })

  it('is kept under another name when the last good one is restored', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'settings.json')
    writeFileSync(path, good)
    const store = openSettings(folder)
    writeFileSync(path, 'broken')

    store.restore()

    expect(readFileSync(path, 'utf8')).toBe(good)
    expect(readFileSync(join(folder, 'settings.faulty.json'), 'utf8')).toBe('broken')
    expect(statSync(join(folder, 'settings.last-good.json')).mode & 0o777).toBe(0o600)
    expect(store.settings.faults).toEqual([])
  })

  it('cannot be replaced if there was no good one', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'settings.json'), 'broken')
    const store = openSettings(folder)

    expect(store.settings.faults[0]).not.toHaveProperty('isRestorable')
    expect(() => store.restore()).toThrow('no last good')
    expect(existsSync(join(folder, 'settings.faulty.json'))).toBe(false)
  })
})

it('a fault in an entry is not a fault of the whole file', () => {
  expect(parseSettings('{ "agent_servers": { "A": { "command": 5 } } }').faults[0]).toHaveProperty('key')
})
