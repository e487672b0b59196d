import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const changesFiles = { agents: { Changer: scripted('changesFiles') }, isRecorded: true }

it('lists the changes of each turn, even if a queued message starts the next one at once', async () => {
  const host = await testHost(changesFiles)
  for (let number = 0; number < 1_000; number++)
    writeFileSync(join(host.workspace, `file ${number}`), `${number}\n`)
  const thread = await host.startThread('Changer')
  await thread.send('run sleep 0.3; echo 1 > one.txt')
  for (const name of ['two.txt', 'three.txt'])
    await host.client.queuePrompt({ threadId: thread.threadId, content: text(`write ${name} text`) })
  await thread.until(() => thread.turnEnds.length === 3 && thread.turnEnds.every(({ changes }) => changes !== undefined))
  const names = thread.turnEnds.map(({ changes }) => changes?.files.map(({ path }) => path.split('/').at(-1)))
  expect(names).toEqual([['one.txt'], ['two.txt'], ['three.txt']])
})

it('lists and restores an ignored file that the agent\'s tool call names', async () => {
  const host = await testHost(changesFiles)
  const { client, workspace } = host
  const at = (name: string): string => join(workspace, name)
  mkdirSync(at('dist'))
  writeFileSync(at('.gitignore'), 'dist/\n')
  writeFileSync(at('dist/out.js'), 'before\n'.repeat(5_000))
  const thread = await host.startThread('Changer')
  const { threadId } = thread
  await thread.ask('make dist/new.js text\nmake dist/out.js after')
  await thread.until(() => thread.turnEnds.at(-1)?.changes !== undefined)
  expect(thread.turnEnds.at(-1)?.changes?.files).toMatchObject([
    { path: at('dist/new.js'), kind: 'added', by: ['asked'] },
    { path: at('dist/out.js'), kind: 'changed', by: ['asked'] },
  ])
  const { promptId } = thread.of('user')[0]!
  const steps = await client.previewRestore({ threadId, promptId: promptId! })
  await client.restoreFiles({ threadId, promptId: promptId!, files: steps.map(({ path, current }) => ({ path, current })) })
  expect(existsSync(at('dist/new.js'))).toBe(false)
  expect(readFileSync(at('dist/out.js'), 'utf8')).toBe('before\n'.repeat(5_000))
})

it('opens no turn in the folder for a message that the agent cannot accept', async () => {
  const host = await testHost(changesFiles)
  const { client, workspace } = host
  const thread = await host.startThread('Changer')
  const { threadId } = thread
  const image = [{ type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }]
  await expect(client.sendPrompt({ threadId, content: image })).rejects.toMatchObject({ code: 'unsupported' })
  writeFileSync(join(workspace, 'mine.txt'), 'the person\'s own\n')
  expect((await client.listChanges({ threadId })).files).toEqual([])

  await thread.ask('write made.txt text')
  await expect(client.sendPrompt({ threadId, content: image })).rejects.toMatchObject({ code: 'unsupported' })
  const { promptId } = thread.of('user')[0]!
  const steps = await client.previewRestore({ threadId, promptId: promptId! })
  const shown = steps.map(({ path, current }) => ({ path, current }))
  expect(await client.restoreFiles({ threadId, promptId: promptId!, files: shown })).toMatchObject({ done: 1 })
})
