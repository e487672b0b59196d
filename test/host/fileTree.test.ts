import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost } from '../support/testHost'

async function tree() {
  const host = await testHost()
  const { threadId } = await host.startThread()
  const at = (name: string): string => join(host.workspace, name)
  mkdirSync(at('src'))
  writeFileSync(at('src/a.ts'), 'a\n')
  return { host, client: host.client, threadId, at }
}

it('creates, renames and deletes files and folders without replacing any', async () => {
  const { client, threadId, at } = await tree()
  const made = await client.createInTree({ threadId, path: 'src/deep/new.ts', kind: 'file' })
  expect(made).toEqual({ path: at('src/deep/new.ts') })
  expect(readFileSync(at('src/deep/new.ts'), 'utf8')).toBe('')
  await client.createInTree({ threadId, path: at('lib'), kind: 'folder' })
  for (const path of ['src/a.ts', 'lib', 'src']) {
    for (const kind of ['file', 'folder'] as const)
      await expect(client.createInTree({ threadId, path: at(path), kind })).rejects.toThrow('already exists')
  }

  const renamed = await client.renameInTree({ threadId, path: at('src/a.ts'), to: at('lib/b.ts') })
  expect(renamed).toEqual({ path: at('lib/b.ts') })
  await client.renameInTree({ threadId, path: at('src'), to: at('source') })
  expect([existsSync(at('src')), existsSync(at('source/deep/new.ts'))]).toEqual([false, true])
  expect(readFileSync(at('lib/b.ts'), 'utf8')).toBe('a\n')
  const onto = client.renameInTree({ threadId, path: at('lib/b.ts'), to: at('source') })
  await expect(onto).rejects.toThrow('already exists')
  const into = client.renameInTree({ threadId, path: at('source'), to: at('source/deep/in') })
  await expect(into).rejects.toThrow('into itself')

  await client.deleteInTree({ threadId, path: at('source') })
  expect(existsSync(at('source'))).toBe(false)
  await expect(client.deleteInTree({ threadId, path: at('source') })).rejects.toMatchObject({ code: 'not_found' })
})

it('renames and deletes links themselves, and changes nothing outside the folder or in .git', async () => {
  const { client, threadId, at } = await tree()
  const outside = temporaryFolder('parley-outside-')
  writeFileSync(join(outside, 'kept.txt'), 'kept\n')
  symlinkSync(outside, at('link'))
  mkdirSync(at('.git'))
  for (const path of ['link/kept.txt', '../x.txt', join(outside, 'kept.txt'), '.', '.git', '.git/hooks/x']) {
    await expect(client.deleteInTree({ threadId, path }), path).rejects.toThrow()
    await expect(client.createInTree({ threadId, path, kind: 'file' }), path).rejects.toThrow()
    await expect(client.renameInTree({ threadId, path: at('src/a.ts'), to: path }), path).rejects.toThrow()
  }
  await client.renameInTree({ threadId, path: at('link'), to: at('other') })
  expect(readlinkSync(at('other'))).toBe(outside)
  await client.deleteInTree({ threadId, path: at('other') })
  expect(existsSync(join(outside, 'kept.txt'))).toBe(true)
  expect(existsSync(at('src/a.ts'))).toBe(true)
})

it('neither renames nor deletes a file with unsaved text', async () => {
  const { host, client, threadId, at } = await tree()
  const place = { threadId, path: at('src/a.ts') }
  const file = await EditedFile.open(host.connection, place)
  file.type('a', 'mine')
  await file.push()
  for (const path of [at('src/a.ts'), at('src')]) {
    await expect(client.deleteInTree({ threadId, path })).rejects.toThrow('“a.ts” has unsaved text')
    await expect(client.renameInTree({ threadId, path, to: at('else') })).rejects.toThrow('“a.ts” has unsaved text')
  }
  await client.saveBuffer(place)
  await client.deleteInTree(place)
  expect(existsSync(at('src'))).toBe(true)
})

it('attributes changes in the tree during a turn to the person', async () => {
  const host = await testHost({ agents: { Changer: scripted('changesFiles') }, isRecorded: true })
  const at = (name: string): string => join(host.workspace, name)
  for (const name of ['gone.txt', 'old.txt'])
    writeFileSync(at(name), `${name}\n`)
  const thread = await host.startThread('Changer')
  const { threadId } = thread
  await thread.send(`run until [ -e ${at('done')} ]; do sleep 0.05; done; echo 1 > made.txt`)
  await thread.until(() => thread.of('tool').length > 0)
  await host.client.deleteInTree({ threadId, path: at('gone.txt') })
  await host.client.renameInTree({ threadId, path: at('old.txt'), to: at('new.txt') })
  await host.client.createInTree({ threadId, path: at('done'), kind: 'file' })
  await thread.until(() => thread.turnEnds.at(-1)?.changes !== undefined)
  const by = Object.fromEntries(thread.turnEnds.at(-1)!.changes!.files.map(file => [basename(file.path), file.by]))
  const yours = { 'done': ['you'], 'gone.txt': ['you'], 'new.txt': ['you'], 'old.txt': ['you'] }
  expect(by).toEqual({ ...yours, 'made.txt': ['command'] })
})
