import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { migrations } from '../../../src/main/store/migrations'
import { makeTemporaryHome, TestProcess } from './testProcess'

const canMount = process.platform === 'linux' && spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0

describe('a start that cannot store anything', () => {
  const program = [process.execPath, join(inject('builtHost'), 'main/web.js'), '--no-open']

  /** The message, which is for a person and has no stack. */
  async function failToStart({
    dataFolder,
    home,
    within = [],
  }: {
    dataFolder: string
    home: string
    within?: readonly string[]
  }): Promise<string> {
    const parley = new TestProcess([...within, ...program, '--data-dir', dataFolder], { home })
    expect(await parley.exit).toEqual({ code: 1, signal: null })
    expect(parley.stdout).toBe('')
    expect(parley.stderr).not.toMatch(/\n\s+at /)
    return parley.stderr
  }

  it('reports a data folder that is a file, or below one', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    await writeFile(dataFolder, '')
    expect(await failToStart({ home, dataFolder })).toMatch(/is a file.*--data-dir/)
    expect(await failToStart({ home, dataFolder: join(dataFolder, 'deeper') })).toMatch(/is a file.*--data-dir/)
  })

  it.runIf(canMount)('reports a folder on a disk that is read-only, or full', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    await mkdir(dataFolder)
    const mountWith = (options: string, then: string): string[] => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o ${options} tmpfs "$0" && ${then} && exec "$@"`,
      dataFolder,
    ]
    expect(await failToStart({ home, dataFolder, within: mountWith('ro', 'true') }))
      .toMatch(/cannot be written.*--data-dir/)
    const small = mountWith('size=4k', '! head -c 9000 /dev/zero > "$0/filler" 2>/dev/null')
    expect(await failToStart({ home, dataFolder, within: small })).toMatch(/is full.*--data-dir/)
    expect(await failToStart({ home, dataFolder, within: mountWith('size=60k', 'true') }))
      .toMatch(/disk.*(?:full|Free some space)/)
  })

  it.runIf(canMount)('reports a read-only database in a writable folder, and leaves it unchanged', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const file = join(dataFolder, 'parley.db')
    openDatabase(file).close()
    const before = await readFile(file)
    const within = ['unshare', '-rm', 'sh', '-c', 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"', file]
    expect(await failToStart({ home, dataFolder, within }))
      .toMatch(/cannot be written.*permissions.*The file is ".*parley.db"/)
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  it.skipIf(process.getuid?.() === 0)('reports a database that may not be written', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    openDatabase(join(dataFolder, 'parley.db')).close()
    await chmod(join(dataFolder, 'parley.db'), 0o400)
    expect(await failToStart({ home, dataFolder })).toMatch(/cannot be written.*permissions/)
  })

  it('reports a folder in place of a file, and a file in place of a folder', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    await mkdir(join(dataFolder, 'parley.db'), { recursive: true })
    expect(await failToStart({ home, dataFolder })).toMatch(/database.*is not a file.*Move it away/)
    await mkdir(join(`${dataFolder}2`, 'search.db'), { recursive: true })
    expect(await failToStart({ home, dataFolder: `${dataFolder}2` }))
      .toMatch(/where a folder stands: ".*search\.db"\. Move it away/)
    await mkdir(`${dataFolder}3`)
    await writeFile(join(`${dataFolder}3`, 'lent'), '')
    expect(await failToStart({ home, dataFolder: `${dataFolder}3` }))
      .toMatch(/where a file stands: ".*lent"\. Move it away/)
  })

  it('reports a database locked by another program', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    openDatabase(join(dataFolder, 'parley.db')).close()
    const other = new Database(join(dataFolder, 'parley.db'))
    onTestFinished(() => void other.close())
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    expect(await failToStart({ home, dataFolder })).toMatch(/Another program is using/)
  })

  it('reports a database of a newer Parley', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    openDatabase(join(dataFolder, 'parley.db'), { steps: [...migrations, 'CREATE TABLE later (one)'] }).close()
    expect(await failToStart({ home, dataFolder })).toMatch(/newer Parley.*choose another data folder/)
  })
})
