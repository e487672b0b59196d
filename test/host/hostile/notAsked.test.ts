import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

it('marks changes and commands that no answer of the turn covers', async () => {
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

it('does not mark a command that Parley asked about, even if its call names no terminal', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  const call = { toolCallId: 'c', title: 'Execute', kind: 'execute', rawInput: { variant: 'Bash', command: 'true 1' } }
  await thread.ask(JSON.stringify([
    { update: { sessionUpdate: 'tool_call', status: 'in_progress', ...call } },
    { ask: ['terminal/create', { command: 'true 1' }] },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' } },
    { update: { sessionUpdate: 'tool_call', status: 'completed', ...call, toolCallId: 'd', rawInput: { command: 'true 2' } } },
  ]), { answer: 'allow_once' })
  const marks = thread.tools.flatMap(({ call, notAsked }) => 'cd'.includes(call.toolCallId) ? [[call.toolCallId, notAsked === true]] : [])
  expect(marks).toEqual([['c', false], ['d', true]])
})

it('marks an action after an answer that covered another kind of action', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  const thread = await host.startThread('Puppet')
  const path = (name: string): string => join(host.workspace, name)
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }]
  const ask = (toolCallId: string, call: object): unknown => ({
    ask: ['session/request_permission', { toolCall: { toolCallId, title: toolCallId, ...call }, options }],
  })
  const write = (name: string): unknown => ({ ask: ['fs/write_text_file', { path: path(name), content: 'x' }] })
  const done = (toolCallId: string, call: object): unknown => ({
    update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', ...call },
  })
  await thread.ask(JSON.stringify([
    ask('reads', { kind: 'read', locations: [{ path: path('read') }] }),
    write('read'),
    ask('searches', { kind: 'search', title: `Search for x in ${path('found')}` }),
    write('found'),
    ask('edits', { kind: 'edit', locations: [{ path: path('edited') }] }),
    write('edited'),
    ask('turns', { kind: 'read', locations: [{ path: path('turned') }] }),
    done('turns', { kind: 'edit' }),
    done('deletes', { kind: 'delete', locations: [{ path: path('edited') }] }),
    ask('runs', { kind: 'edit', rawInput: { command: 'rm x', file_path: path('y') } }),
    done('runs', { kind: 'execute' }),
  ]))

  expect(thread.tools.filter(({ notAsked }) => notAsked).map(({ call }) => call.toolCallId)).toEqual([
    'reads',
    'searches',
    'turns',
    'deletes',
    'runs',
  ])
})

it('rejects reads and writes while no turn is open', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') } })
  await writeFile(join(host.workspace, 'here'), 'old')
  const thread = await host.startThread('Puppet')
  const path = join(host.workspace, 'here')
  const late = [{ pauseMs: 50 }, { ask: ['fs/write_text_file', { path, content: 'new' }] }, { ask: ['fs/read_text_file', { path }] }]
  await thread.send(JSON.stringify([{ untilCancelled: true }, ...late]))
  await thread.cancel()
  await thread.turnEnd()

  expect(thread.text.match(/\S+ failed: .*/g)).toEqual([
    'fs/write_text_file failed: Permission denied: files are read and written only while a turn is open',
    'fs/read_text_file failed: Permission denied: files are read and written only while a turn is open',
  ])
  expect(await readFile(path, 'utf8')).toBe('old')
})
