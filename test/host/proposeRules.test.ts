import { expect, it } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

it('proposes a rule for each command of a chain; together they answer the question', async () => {
  const host = await testHost({ agents: { Kimi: scripted('kimiDialect') } })
  const thread = await host.startThread('Kimi')
  await thread.send('run echo one && pwd\nrun echo one two | cat\nrun sudo ls')
  await thread.permission()
  const about = { agentId: 'settings:Kimi', folder: host.workspace }

  const { scopes } = await host.client.proposeRules({ ...about, commandLine: 'echo one && pwd' })
  expect(scopes.map(({ rules }) => rules.map(({ command }) => command))).toEqual([['echo one', 'pwd'], ['echo one *', 'pwd *']])
  expect(scopes[0]!.words).toEqual(expect.arrayContaining([`Kimi may run \`pwd\` in ${host.workspace} without asking.`]))
  expect((await host.client.proposeRules({ ...about, commandLine: 'echo a > b' })).why).toContain('redirects')
  expect((await host.client.proposeRules({ ...about, commandLine: 'sudo ls' })).why).toContain('more rights')

  for (const rule of scopes[1]!.rules)
    await host.client.saveRule({ rule })
  await host.client.saveRule({ rule: { effect: 'allow', command: 'cat' } })
  await thread.until(() => openPermissions(thread.transcript).some(({ request }) => request.told?.command === 'sudo ls'))
  expect(thread.of('permission').map(({ answer }) => answer?.by)).toEqual(['rule', 'rule', undefined])
  await thread.answer('reject')
  await thread.turnEnd()
})
