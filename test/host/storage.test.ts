import Database from 'better-sqlite3'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { hostile } from './scriptedAgent'
import { testHost } from './testHost'

const titled = (title: string): unknown => ({ update: { sessionUpdate: 'session_info_update', title } })

it('goes on while nothing can be stored, and stores it all later', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  await thread.send(JSON.stringify([{ pauseMs: 300 }, titled('A new title'), { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'unhindered' } } }, { untilCancelled: true }]))
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

it('shortens the title that an agent gives', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')

  await thread.ask(JSON.stringify([titled(`${'x'.repeat(3_000_000)}\nmore`)]))

  expect(thread.summary.title.length).toBeLessThanOrEqual(80)
  await thread.ask(JSON.stringify([titled('  \n')]))
  expect(thread.summary.title).toMatch(/^x+…$/)
})
