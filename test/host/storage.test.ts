import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { hostile, scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const titled = (title: string): unknown => ({ update: { sessionUpdate: 'session_info_update', title } })

it('a thread continues while nothing can be stored, and is stored later', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  await thread.send(
    JSON.stringify([
      { pauseMs: 300 },
      titled('A new title'),
      { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'unhindered' } } },
      { untilCancelled: true },
    ]),
  )
  const other = new Database(join(host.dataFolder, 'parley.db'))
  for (const [name, change] of [['no_events', 'INSERT ON events'], ['no_threads', 'UPDATE ON threads']])
    other.exec(`CREATE TRIGGER ${name} BEFORE ${change} BEGIN SELECT RAISE(FAIL, 'no room'); END`)

  await thread.until(() => thread.of('agent').length > 0)
  await thread.cancel()
  await thread.until(() => thread.turnEnds.length > 0)
  expect(host.faults.map(String).join()).toContain('no room')
  other.exec('DROP TRIGGER no_events; DROP TRIGGER no_threads')
  other.close()
  await wait(1200)
  host.faults.splice(0)

  const reopened = await (await host.restart()).openThread(thread.threadId)
  expect(reopened.text).toBe(thread.text)
})

it('shortens a long title from an agent, and ignores an empty one', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')

  await thread.ask(JSON.stringify([titled(`${'x'.repeat(3_000_000)}\nmore`)]))

  expect(thread.summary.title.length).toBeLessThanOrEqual(80)
  await thread.ask(JSON.stringify([titled('  \n')]))
  expect(thread.summary.title).toMatch(/^x+…$/)
})

it('keeps the order of threads and messages when the clock changes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const host = await testHost({ agents: { Plain: scripted('neither') } })
  const [first, second] = [await host.startThread('Plain'), await host.startThread('Plain')]
  for (const [thread, time] of [
    [first, '2040-01-01'],
    [second, '2010-01-01'],
    [first, '1999-01-01'],
    [second, '2035-01-01'],
    [first, '2011-01-01'],
  ] as const) {
    vi.setSystemTime(new Date(time))
    await thread.ask(`at ${time}`)
  }

  const again = await host.restart()
  expect((await again.client.listThreads({})).map(({ threadId }) => threadId)).toEqual([first.threadId, second.threadId])
  const reopened = await again.openThread(first.threadId)
  expect(reopened.text).toBe(first.text)
  expect(reopened.of('user').map(({ content }) => content[0])).toMatchObject(
    ['2040-01-01', '1999-01-01', '2011-01-01'].map(time => ({ text: `at ${time}` })),
  )
})

it('deletes all data of a thread and nothing of others', async () => {
  const host = await testHost({ agents: { One: scripted('kimiCliDialect'), Other: scripted('kimiCliDialect') } })
  const [gone, kept] = [await host.startThread('One'), await host.startThread('Other')]
  await gone.ask('run echo word-of-the-deleted')
  await kept.ask('run echo word-of-the-kept')
  expect(filesWith(host.dataFolder, 'word-of-the-deleted')).not.toEqual([])

  await host.client.deleteThread({ threadId: gone.threadId })

  await kept.until(() => filesWith(host.dataFolder, 'word-of-the-deleted').length === 0)
  expect((await host.client.listThreads({})).map(({ threadId }) => threadId)).toEqual([kept.threadId])
  const reopened = await (await host.restart()).openThread(kept.threadId)
  expect(reopened.text).toBe(kept.text)
  expect(filesWith(host.dataFolder, 'word-of-the-kept')).toContain('parley.db')
})

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() && readFileSync(join(folder, name)).includes(text),
  )
}
