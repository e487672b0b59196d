import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testHost } from '../support/testHost'

const attachment = { id: 'a', name: 'notes.txt', size: 5, content: { type: 'text', text: 'notes' } }

it('keeps drafts and last choices across restarts, and deletes a draft with its thread', async () => {
  const host = await testHost()
  const { threadId } = await host.startThread()
  expect(await host.client.readDraft({ threadId })).toBeUndefined()
  await host.client.saveDraft({ threadId, text: 'not sent yet', attachments: [attachment] })
  const comment = { id: 'c', path: '/w/a.ts', line: 3, isRemoved: false, quote: 'three', text: 'Why?' }
  await host.client.saveDraft({ threadId, comments: [comment] })
  await host.client.saveDraft({ threadId, text: 'not sent yet either' })
  await host.client.saveLastChoice({ name: 'side', text: 'hidden' })

  const { client, dataFolder } = await host.restart()
  expect(await client.readDraft({ threadId })).toEqual({ text: 'not sent yet either', attachments: [attachment], comments: [comment] })
  expect(await client.readLastChoices({})).toEqual({ side: 'hidden' })
  await client.saveDraft({ threadId, text: '', attachments: [] })
  expect(await client.readDraft({ threadId })).toEqual({ text: '', attachments: [], comments: [comment] })
  await client.saveDraft({ threadId, comments: [] })
  expect(await client.readDraft({ threadId })).toBeUndefined()

  await client.saveDraft({ threadId, text: 'gone with the thread' })
  await client.deleteThread({ threadId })
  await expect(client.readDraft({ threadId })).rejects.toMatchObject({ code: 'not_found' })
  const stored = (): string => ['parley.db', 'parley.db-wal'].map(name => readFileSync(join(dataFolder, name), 'latin1')).join('')
  await expect.poll(stored).not.toContain('gone with the thread')
})
