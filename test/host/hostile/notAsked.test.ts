import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

it('marks what an agent changed or ran though no answer of the turn covers it', async () => {
  const host = await testHost({ agents: { Hostile: hostile('permission/actsUnasked') } })
  const thread = await host.startThread('Hostile')
  await thread.send('go')
  await thread.answer('yes')
  await thread.until(() => openPermissions(thread.transcript)[0]?.request.toolCall.toolCallId === 'refused')
  await thread.answer('no')
  await thread.turnEnd()

  expect(thread.tools.map(({ call, notAsked }) => [call.toolCallId, notAsked === true])).toEqual([
    ['edits', true],
    ['runs', true],
    ['deletes', true],
    ['disguised', true],
    ['reads', false],
    ['asked', false],
    ['same command', false],
    ['refused', true],
  ])

  const again = await (await host.restart()).openThread(thread.threadId)
  expect(again.tools.filter(({ notAsked }) => notAsked)).toHaveLength(5)
})

it('does not mark a write that Parley asked about, or that a rule allows', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  await host.client.saveRule({ rule: { effect: 'allow', toolKind: 'edit', path: 'src/**' } })
  const thread = await host.startThread('Puppet')
  const write = (name: string): unknown => ({ ask: ['fs/write_text_file', { path: join(host.workspace, name), content: 'x' }] })
  await thread.send(JSON.stringify([write('AGENTS.md'), write('src/a'), write('b')]))
  await thread.answer('allow_once')
  await thread.turnEnd()

  expect(thread.tools.map(({ call, notAsked }) => [call.locations?.[0]?.path.slice(host.workspace.length + 1), notAsked === true])).toEqual(
    [
      ['AGENTS.md', false],
      ['src/a', false],
      ['b', true],
    ],
  )
})
