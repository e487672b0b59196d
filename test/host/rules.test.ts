import { expect, it } from 'vitest'
import { testHost } from './testHost'

it('remembers what was allowed for good in this folder, also after a restart, until it is taken back', async () => {
  const host = await testHost()
  const thread = await host.startThread()
  await thread.ask('unasked', { answer: 'allow_folder' })

  const again = await host.restart()
  const other = await again.startThread()
  await other.ask('unasked', { answer: 'none' })
  expect(other.of('permission')).toHaveLength(0)

  const [rule] = await again.client.listRules({})
  expect(rule).toMatchObject({ agentName: 'Demo agent', folder: again.workspace, what: 'Run echo "Nobody asked you about me"' })
  await again.client.removeRule({ ruleId: rule!.ruleId })
  await other.send('unasked')
  await other.permission()
  await other.answer('deny')
  await other.turnEnd()
})
