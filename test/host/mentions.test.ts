import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost } from '../support/testHost'

it('lists files that the agent added, and mentions an unlisted file if its full path is typed', async () => {
  const host = await testHost()
  const { client, workspace } = host
  const also = temporaryFolder('parley-also-')
  writeFileSync(join(also, 'other.md'), '')
  mkdirSync(join(workspace, 'src'))
  for (const name of ['src/app.ts', '.env', 'out.log'])
    writeFileSync(join(workspace, name), 'text\n')
  writeFileSync(join(workspace, '.gitignore'), '*.log\n')
  const thread = await host.startThread('Demo agent', { additionalFolders: [also] })
  const { threadId } = thread
  async function list(known?: { listingId: string, from: number }) {
    let chunk = await client.listPaths({ threadId, ...known ?? { from: 0 } })
    const paths = [...chunk.paths]
    while (!chunk.isDone) {
      chunk = await client.listPaths({ threadId, listingId: chunk.listingId, from: paths.length })
      paths.push(...chunk.paths)
    }
    return { listingId: chunk.listingId, paths }
  }

  const first = await list()
  expect(first.paths).toEqual(['.gitignore', 'src/', join(also, 'other.md'), 'src/app.ts'])
  expect(await client.listPaths({ threadId, listingId: first.listingId, from: 4 })).toMatchObject({ paths: [], isDone: true, isCut: false })

  await thread.ask('write src/new.ts hello', { answer: 'allow_once' })
  const second = await list({ listingId: first.listingId, from: 4 })
  expect(second.listingId).not.toBe(first.listingId)
  expect(second.paths).toContain('src/new.ts')

  const uri = (name: string): string => pathToFileURL(join(workspace, name)).href
  expect(await client.mentionPath({ threadId, path: 'src/app.ts', withText: true })).toEqual({
    path: 'src/app.ts',
    link: { uri: uri('src/app.ts'), name: 'app.ts', mimeType: 'text/x-typescript', size: 5 },
    text: 'text\n',
  })
  expect(await client.mentionPath({ threadId, path: 'src' })).toEqual({
    path: 'src/',
    link: { uri: uri('src/'), name: 'src', mimeType: 'inode/directory' },
  })
  expect(await client.mentionPath({ threadId, path: join(also, 'other.md') })).toMatchObject({ path: join(also, 'other.md') })
  // Those who type its name know it; the agent has to ask for its content.
  expect(await client.mentionPath({ threadId, path: '.env', withText: true })).toEqual({
    path: '.env',
    link: { uri: uri('.env'), name: '.env', mimeType: 'text/plain', size: 5 },
  })
  for (const path of ['nowhere', '../x', '/etc/passwd', join(host.dataFolder, 'parley.db')])
    expect(await client.mentionPath({ threadId, path })).toBeUndefined()

  expect(await client.previewPath({ threadId, path: 'src/app.ts' })).toEqual({ text: 'text\n', isCut: false })
  expect(await client.previewPath({ threadId, path: 'src/' })).toEqual({ text: 'app.ts\nnew.ts', isCut: false })
  const pdf = Buffer.from('%PDF-1.7 all of it text').toString('base64')
  writeFileSync(join(workspace, 'report'), pdf, 'base64')
  expect(await client.previewPath({ threadId, path: 'report' })).toEqual({ text: '', blob: pdf, isCut: false })
  writeFileSync(join(workspace, 'shot.png'), '\x89PNG\r\n\x1A\n', 'latin1')
  expect(await client.previewPath({ threadId, path: 'shot.png' })).toMatchObject({ blob: 'iVBORw0KGgo=' })
  writeFileSync(join(workspace, 'a.zip'), 'PK\x03\x04\0')
  await expect(client.previewPath({ threadId, path: 'a.zip' })).rejects.toThrow('neither text, picture')
  await expect(client.previewPath({ threadId, path: '.env' })).rejects.toThrow('often hold secrets')
  await expect(client.previewPath({ threadId, path: '/etc/passwd' })).rejects.toMatchObject({ code: 'not_found' })
})
