import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { AttachedFiles } from '../../../src/main/threads/requests/attachedFiles'
import { temporaryFolder } from '../../support/temporaryFolder'

async function createFiles() {
  const [dataFolder, outside] = [temporaryFolder('parley-data-'), temporaryFolder('parley-outside-')]
  const path = join(outside, 'notes.txt')
  writeFileSync(path, 'notes')
  return { dataFolder, outside, path, files: new AttachedFiles(dataFolder) }
}

it('grants one thread access to one file, even after a restart, until it is revoked or the thread is deleted', async () => {
  const { dataFolder, path, files } = await createFiles()
  const { uri, size } = await files.grant('a', path)
  expect([uri, size]).toEqual([pathToFileURL(path).href, 5])
  const again = new AttachedFiles(dataFolder)
  expect(again.grants.find('a', path)?.realPath).toBe(path)
  expect(again.grants.find('b', path)).toBeUndefined()
  again.revoke('a', pathToFileURL(`${path}x`).href)
  expect(again.grants.find('a', path)).toBeDefined()
  again.grants.copy('a', 'b')
  again.revoke('a', uri)
  expect([again.grants.find('a', path), again.grants.find('b', path)?.realPath]).toEqual([undefined, path])
  await again.removeThread('b')
  expect(new AttachedFiles(dataFolder).grants.find('b', path)).toBeUndefined()
})

it('grants nothing if its record is damaged', async () => {
  const { dataFolder, path, files } = await createFiles()
  await files.grant('a', path)
  const record = join(dataFolder, 'lent/a.json')
  for (const text of ['', '{', '{"length":9}', readFileSync(record, 'utf8').replace(/"inode":"\d+"/, '"inode":"x"')]) {
    writeFileSync(record, text)
    expect(new AttachedFiles(dataFolder).grants.find('a', path)).toBeUndefined()
  }
})

it('identifies a link by its target', async () => {
  const { outside, path, files } = await createFiles()
  symlinkSync(path, join(outside, 'link'))
  expect((await files.grant('a', join(outside, 'link'))).uri).toBe(pathToFileURL(path).href)
})

it('grants no outside file through a link in the thread\'s folder', async () => {
  const { outside, path, files } = await createFiles()
  const folder = join(outside, 'project')
  mkdirSync(join(folder, 'docs'), { recursive: true })
  writeFileSync(join(folder, 'own.txt'), 'x')
  symlinkSync(path, join(folder, 'report.txt'))
  symlinkSync(outside, join(folder, 'more'))
  symlinkSync('../own.txt', join(folder, 'docs/inner.txt'))
  symlinkSync(folder, join(outside, 'alias'))
  const lend = (name: string): Promise<unknown> => files.grant('a', join(outside, name), [join(outside, 'alias')])
  for (const name of ['project/report.txt', 'alias/report.txt', `project/more/${basename(path)}`])
    await expect(lend(name)).rejects.toThrow('a link that leads out of the thread’s folder')
  expect(files.grants.find('a', path)).toBeUndefined()
  for (const name of ['project/own.txt', 'alias/docs/inner.txt', basename(path)])
    await expect(lend(name)).resolves.toHaveProperty('uri')
})

it('explains what cannot be granted: folders, missing files, devices, Parley\'s own data', async () => {
  const { dataFolder, outside, path, files } = await createFiles()
  mkdirSync(join(outside, 'src'))
  writeFileSync(join(dataFolder, 'parley.db'), 'x')
  symlinkSync(join(dataFolder, 'parley.db'), join(outside, 'innocent'))
  const tried = ['src', 'gone.txt', 'innocent'].map(name => join(outside, name))
  const results = await Promise.allSettled([...tried, '/dev/null', '/proc/self/environ', 'notes.txt'].map(one => files.grant('a', one)))
  expect(results.map(result => result.status === 'rejected' && String(result.reason.message))).toEqual([
    '“src” is a folder. Attach the files that matter, or name the folder in your message.',
    '“gone.txt” was not attached: it is not there any more.',
    '“innocent” was not attached: it lies where no agent may read.',
    '“null” was not attached: it is no ordinary file.',
    '“environ” was not attached: it lies where no agent may read.',
    '“notes.txt” was not attached: it is not there any more.',
  ])
  expect(readdirSync(join(dataFolder, 'lent'))).toEqual([])
  expect(files.grants.find('a', path)).toBeUndefined()
})
