import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const changesFiles = { agents: { Changer: scripted('changesFiles') }, isRecorded: true }

it('lists what changed in each turn, however soon a queued message begins the next one', async () => {
  const host = await testHost(changesFiles)
  for (let number = 0; number < 3_000; number++)
    writeFileSync(join(host.workspace, `file ${number}`), `${number}\n`)
  const thread = await host.startThread('Changer')
  await thread.send('run sleep 0.3; echo 1 > one.txt')
  for (const name of ['two.txt', 'three.txt'])
    await host.client.queuePrompt({ threadId: thread.threadId, content: text(`write ${name} text`) })
  await thread.until(() => thread.turnEnds.length === 3 && thread.turnEnds.every(({ changes }) => changes !== undefined))
  const names = thread.turnEnds.map(({ changes }) => changes?.files.map(({ path }) => path.split('/').at(-1)))
  expect(names).toEqual([['one.txt'], ['two.txt'], ['three.txt']])
})
