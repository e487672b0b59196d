import type { TestThread } from '../support/testThread'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openElicitations, openPermissions } from '../../src/shared/thread/selectors'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

async function asking(what: string): Promise<{ host: TestHost, thread: TestThread, withdraw: () => void }> {
  const host = await testHost({ agents: { Withdraws: scripted('withdraws') } })
  const thread = await host.startThread('Withdraws')
  await thread.send(what)
  await thread.until(() => openPermissions(thread.transcript).length + openElicitations(thread.transcript).length > 0)
  return { host, thread, withdraw: () => writeFileSync(join(host.workspace, 'withdraw'), '') }
}

it('a permission request that the agent withdraws is closed and answered as cancelled', async () => {
  const { host, thread, withdraw } = await asking('permission')
  const { requestId } = (await thread.permission()).request
  withdraw()

  expect((await thread.turnEnd()).end.reason).toBe('end_turn')
  expect(thread.of('permission')[0]?.answer).toMatchObject({ outcome: { outcome: 'cancelled' }, by: 'agent' })
  expect(thread.text).toContain('Answered: {"outcome":{"outcome":"cancelled"}}')
  await expect(host.client.answerPermission({ threadId: thread.threadId, requestId, optionId: 'yes' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await host.client.listThreads({}))[0]?.waiting).toBe(0)
})

it('a form that the agent withdraws is closed and answered as cancelled', async () => {
  const { thread, withdraw } = await asking('form')
  withdraw()

  await thread.turnEnd()
  expect(thread.of('elicitation')[0]?.answer).toMatchObject({ response: { action: 'cancel' }, by: 'agent' })
  expect(thread.text).toContain('Answered: {"action":"cancel"}')
})

it('a command that the agent withdraws while Parley asks about it is not run', async () => {
  const { host, thread, withdraw } = await asking('command')
  withdraw()

  await thread.turnEnd()
  expect(openPermissions(thread.transcript)).toHaveLength(0)
  expect(thread.text).toContain('Answered: error')
  expect(existsSync(join(host.workspace, 'ran'))).toBe(false)
})

it('an answered question cannot be withdrawn', async () => {
  const { thread } = await asking('permission')
  await thread.answer('yes')

  expect((await thread.turnEnd()).end.reason).toBe('end_turn')
  expect(thread.of('permission')[0]?.answer).toMatchObject({ outcome: { outcome: 'selected', optionId: 'yes' }, by: 'person' })
  expect(thread.text).toContain('Answered: {"outcome":{"outcome":"selected","optionId":"yes"}}')
})
