import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { hostile } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
function asks(command: string): unknown {
  const toolCall = { toolCallId: 'call', title: 'Look', kind: 'execute', rawInput: { command } }
  return { ask: ['session/request_permission', { toolCall, options }] }
}
const run = (command: string): unknown => ({ ask: ['terminal/create', { command }] })

it.skipIf(process.platform === 'win32')('offers to allow read-only commands, and marks each that then runs', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  await writeFile(join(host.workspace, 'notes'), 'read me\n')
  const thread = await host.startThread('Puppet')
  const play = (...steps: unknown[]): Promise<unknown> => thread.send(JSON.stringify(steps))

  await play(asks('npm test'), asks('cat notes'))
  await thread.permission()
  expect(openPermissions(thread.transcript)[0]?.request.own?.readOnly, 'not where it does not apply').toBeUndefined()
  await thread.answer('no')
  await thread.until(() => openPermissions(thread.transcript)[0]?.request.own?.readOnly === true)
  expect(await host.client.readReadOnlyCommands({})).toBe('unset')
  await host.client.setReadOnlyCommands({ isOn: true })
  await thread.turnEnd()
  expect(thread.of('permission').at(-1), 'answered by what was turned on').toMatchObject({
    answer: { by: 'rule', readOnly: true, outcome: { optionId: 'yes' } },
  })

  await play(run('cat notes'))
  await thread.until(() => thread.turnEnds.length === 2)
  expect(thread.of('permission').at(-1)).toMatchObject({ request: { from: 'parley' }, answer: { by: 'rule', readOnly: true } })
  expect(thread.transcript.entries.at(-1)).toMatchObject({ unasked: { changes: 0, commands: 0, reads: 1 } })
  const [decision] = await host.client.listDecisions({ limit: 1 })
  expect(decision).toMatchObject({ outcome: 'allowed', by: 'remembered', why: 'Read-only commands run unasked' })

  const again = await host.restart()
  expect(await again.client.readReadOnlyCommands({})).toBe('on')
  expect(JSON.parse(await readFile(join(host.dataFolder, 'settings.json'), 'utf8'))).toMatchObject({ read_only_commands: true })
})

it.skipIf(process.platform === 'win32')('offers to allow read-only commands only once', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')

  await thread.send(JSON.stringify([run('ls'), run('pwd')]))
  await thread.until(() => openPermissions(thread.transcript)[0]?.request.own?.readOnly === true)
  await thread.answer('allow_once')
  await thread.until(() => thread.of('permission').length === 2)
  expect(thread.of('permission')[1]!.request.own).toBeUndefined()
  await thread.answer('deny')
  await thread.turnEnd()
  expect(await host.client.readReadOnlyCommands({})).toBe('off')
})
