import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadEvent, ThreadEventBody } from '../../../src/shared/thread/events'
import { expect, it } from 'vitest'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { callEnding, getShownStatus, planStage } from '../../../src/shared/thread/selectors'
import { emptyTranscript, type ToolEntry, type Transcript } from '../../../src/shared/thread/transcript'

function fold(...bodies: ThreadEventBody[]): Transcript {
  return reduce(emptyTranscript, bodies.map((body, index): ThreadEvent => ({ ...body, seq: index + 1, at: index })))
}

const prompt = (text: string): ThreadEventBody => ({ type: 'prompt', promptId: text, content: [{ type: 'text', text }] })
const update = (update: SessionUpdate): ThreadEventBody => ({ type: 'update', update })
const end: ThreadEventBody = { type: 'turnEnd', reason: 'end_turn' }
const session = (how: 'new' | 'resume'): ThreadEventBody => ({ type: 'session', sessionId: 's', how })
const listTools = (transcript: Transcript): ToolEntry[] => transcript.entries.filter(entry => entry.kind === 'tool')

it('starts a new entry for a tool call id that an earlier turn used', () => {
  const transcript = fold(
    prompt('one'),
    update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'First', status: 'completed' }),
    end,
    prompt('two'),
    update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'Second' }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' }),
    end,
  )

  expect(listTools(transcript).map(({ call }) => [call.title, call.status]))
    .toEqual([['First', 'completed'], ['Second', 'completed']])
})

it('starts a new entry if the question is the first event of a call', () => {
  const question = (title: string): ThreadEventBody => ({
    type: 'permission',
    requestId: title,
    from: 'agent',
    toolCall: { toolCallId: 'call-1', title },
    options: [],
  })
  const transcript = fold(prompt('one'), question('First'), end, prompt('two'), question('Second'), end)

  expect(listTools(transcript).map(({ call }) => call.title)).toEqual(['First', 'Second'])
})

it('updates a tool call of an earlier turn by a late update', () => {
  const transcript = fold(
    prompt('one'),
    update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'In the background' }),
    end,
    prompt('two'),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' }),
    end,
  )

  expect(listTools(transcript)).toMatchObject([{ call: { status: 'completed' }, cancelled: undefined }])
})

it('does not update a tool call of an earlier session', () => {
  const transcript = fold(
    session('new'),
    prompt('one'),
    update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'First', status: 'completed' }),
    end,
    session('new'),
    prompt('two'),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', title: 'Second', status: 'failed' }),
    end,
  )

  expect(listTools(transcript).map(({ call }) => [call.title, call.status]))
    .toEqual([['First', 'completed'], ['Second', 'failed']])
})

it('merges a call that is announced twice in a turn', () => {
  const transcript = fold(
    prompt('one'),
    update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'First' }),
    update({ sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'First, in full', status: 'completed' }),
    end,
  )

  expect(listTools(transcript).map(({ call }) => call.title)).toEqual(['First, in full'])
})

it('splits a very long message into bounded entries without losing text', () => {
  const text = 'x'.repeat(600_000)
  const chunk = (content: SessionUpdate & { sessionUpdate: 'agent_message_chunk' }): ThreadEventBody => update(content)
  const long = fold(
    prompt('one'),
    ...[1, 2, 3].map(() => chunk({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } })),
  )
  expect(
    long.entries.flatMap(entry =>
      entry.kind === 'agent' ? entry.content.map(block => (block.type === 'text' ? block.text.length : 0)) : [],
    ),
  ).toEqual([1_200_000, 600_000])

  const link = { type: 'resource_link' as const, uri: 'file:///a', name: 'a' }
  const wide = fold(prompt('one'), ...Array.from({ length: 1_200 }, () => chunk({ sessionUpdate: 'agent_message_chunk', content: link })))
  expect(wide.entries.flatMap(entry => entry.kind === 'agent' ? [entry.content.length] : [])).toEqual([500, 500, 200])
})

it('limits the terminals and metadata that a tool call accumulates', () => {
  const patches = Array.from({ length: 1_000 }, (_, index) =>
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      _meta: { [`key-${index}`]: 1 },
      content: [{ type: 'terminal', terminalId: `terminal-${index}` }],
    }))
  const [tool] = listTools(fold(prompt('one'), ...patches))
  expect(tool!.terminalIds).toHaveLength(200)
  expect(Object.keys(tool!.call._meta!).length).toBeLessThanOrEqual(200)
})

it('cancels a call again if it continued after it was cancelled and had ended', () => {
  const call = (status: 'in_progress' | 'completed'): ThreadEventBody =>
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status })
  const transcript = fold(prompt('one'), call('in_progress'), { type: 'cancel' }, call('completed'), call('in_progress'), {
    type: 'cancel',
  })

  expect(listTools(transcript)).toMatchObject([{ call: { status: 'in_progress' }, cancelled: true }])
})

it('reduces a log of fifty thousand cancelled calls in linear time', () => {
  const bodies = Array.from({ length: 50_000 }, (_, index) => [
    update({ sessionUpdate: 'tool_call', toolCallId: `t${index}`, title: 'x' }),
    { type: 'cancel' as const },
  ]).flat()

  expect(listTools(fold(prompt('one'), ...bodies)).every(({ cancelled }) => cancelled)).toBe(true)
})

function call(status: 'pending' | 'in_progress' | 'completed' | 'failed', rest: object = {}): ThreadEventBody {
  return update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'x', status, ...rest })
}
function listShown(transcript: Transcript) {
  return listTools(transcript).map(entry => [getShownStatus(entry), callEnding(entry)?.kind])
}

it.each(['completed', 'failed'] as const)('shows calls open at Stop as stopped, even if their agent then reports %s', (status) => {
  expect(listShown(fold(prompt('one'), call('in_progress'), { type: 'cancel' }, call(status), { ...end, reason: 'cancelled' }))).toEqual([
    ['cancelled', 'stopped'],
  ])
  expect(listShown(fold(prompt('one'), call(status), { type: 'cancel' }))).toEqual([[status, undefined]])
})

it('treats an unreported step as completed if it was allowed, and as cancelled if it was rejected', () => {
  const ask: ThreadEventBody = {
    type: 'permission',
    requestId: 'r',
    from: 'agent',
    toolCall: { toolCallId: 't', title: 'x' },
    options: [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }, { optionId: 'b', name: 'No', kind: 'reject_once' }],
  }
  const answer = (optionId: string): ThreadEventBody =>
    ({ type: 'permissionAnswer', requestId: 'r', outcome: { outcome: 'selected', optionId }, by: 'person' })

  expect(listShown(fold(prompt('one'), ask, answer('a'), end))).toEqual([['completed', 'unreported']])
  expect(listShown(fold(prompt('one'), ask, answer('b'), end))).toEqual([['cancelled', 'rejected']])
  expect(listShown(fold(prompt('one'), ask, answer('b'), call('failed'), end))).toEqual([['failed', 'rejected']])
  expect(listShown(fold(prompt('one'), ask, answer('b'), call('completed'), end))).toEqual([['completed', undefined]])
  expect(listShown(fold(prompt('one'), ask, answer('a'), { ...end, reason: 'cancelled' })))
    .toEqual([['cancelled', undefined]])
  expect(listShown(fold(prompt('one'), ask, answer('a'), end, call('completed')))).toEqual([['completed', undefined]])
})

it('shows the exit code of a failed command, whatever status its agent reports', () => {
  const start: ThreadEventBody = { type: 'terminalStart', terminalId: 'x', commandLine: 'false', source: 'pty' }
  const named = call('completed', { content: [{ type: 'terminal', terminalId: 'x' }] })
  const ended = (exitCode: number): ThreadEventBody => ({ type: 'terminalEnd', terminalId: 'x', exit: { exitCode }, killed: false })

  expect(listShown(fold(prompt('one'), start, named, ended(3)))).toEqual([['completed', 'exit']])
  expect(listShown(fold(prompt('one'), start, ended(3), named))).toEqual([['completed', 'exit']])
  expect(listShown(fold(prompt('one'), start, named, ended(0)))).toEqual([['completed', undefined]])
  for (const rawOutput of [{ metadata: { exit: 3 } }, { exitCode: 3 }, { exit_code: 3 }]) {
    expect(listShown(fold(prompt('one'), call('completed', { kind: 'execute', rawOutput }))))
      .toEqual([['completed', 'exit']])
  }
})

it('shows a terminal that no call names in the only open call with the same command', () => {
  const commandLine = `/bin/bash -lc 'make test'`
  const start: ThreadEventBody = { type: 'terminalStart', terminalId: 'x', commandLine, cwd: '/w', source: 'pty' }
  const asks = (toolCallId: string, command: string, status: 'in_progress' | 'completed' = 'in_progress'): ThreadEventBody =>
    update({ sessionUpdate: 'tool_call', toolCallId, title: 'Execute', kind: 'execute', status, rawInput: { command } })
  const listTerminals = (...bodies: ThreadEventBody[]): unknown =>
    listTools(fold(prompt('one'), ...bodies, end)).map(({ call, terminalIds }) => [call.toolCallId, ...terminalIds])

  expect(listTerminals(asks('1', 'make test'), start)).toEqual([['1', 'x']])
  expect(listTerminals(asks('1', 'cd /w && make test'), start)).toEqual([['1', 'x']])
  const ownEntry = ['terminal:x', 'x']
  expect(listTerminals(asks('1', 'make'), start)).toEqual([['1'], ownEntry])
  expect(listTerminals(asks('1', 'make test', 'completed'), start)).toEqual([['1'], ownEntry])
  expect(listTerminals(asks('1', 'make test'), asks('2', 'make test'), start)).toEqual([['1'], ['2'], ownEntry])
})

it('keeps the change of a write through Parley and of a diff that text replaced', () => {
  const diff = { type: 'diff', path: 'a.ts', oldText: 'two', newText: '2' } as const
  const words: SessionUpdate = {
    sessionUpdate: 'tool_call_update',
    toolCallId: '1',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: 'Wrote file successfully' } }],
  }
  const call: SessionUpdate = { sessionUpdate: 'tool_call', toolCallId: '1', title: 'Edit', kind: 'edit', content: [diff] }
  const write: ThreadEventBody = {
    type: 'fileWrite',
    path: '/w/a.ts',
    created: false,
    approved: true,
    oldText: 'one\ntwo\n',
    newText: 'one\n2\n',
  }

  const [wrote] = listTools(fold(prompt('one'), update(call), write, update(words), end))
  expect(wrote?.writes).toEqual([{ path: '/w/a.ts', oldText: 'one\ntwo\n', newText: 'one\n2\n' }])
  const [said] = listTools(fold(prompt('one'), update(call), update(words), end))
  expect(said).toMatchObject({ replaced: [diff], call: { content: [{ type: 'content' }] } })
  const again: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: '1', content: [diff] }
  expect(listTools(fold(prompt('one'), update(call), update(words), update(again), end))[0]?.replaced).toBeUndefined()
})

it('shows only the last summary of changes at the end of its turn', () => {
  const changed = (count: number): ThreadEventBody => ({ type: 'turnChanges', promptId: 'two', count, files: [] })
  const notice: ThreadEventBody = { type: 'notice', severity: 'info', title: 'Said' }
  const transcript = fold(prompt('one'), end, prompt('two'), end, changed(1), notice, changed(2))
  expect(transcript.entries.flatMap(entry => entry.kind === 'turn-end' ? [entry.changes?.count] : [])).toEqual([undefined, 2])
})

it('assigns a summary of changes to its turn, even if the next one runs or has ended', () => {
  const changed = (promptId: string, count: number): ThreadEventBody => ({ type: 'turnChanges', promptId, count, files: [] })
  const countChanges = (...bodies: ThreadEventBody[]): unknown =>
    fold(...bodies).entries.flatMap(entry => entry.kind === 'turn-end' ? [entry.changes?.count] : [])
  expect(countChanges(prompt('one'), end, prompt('two'), changed('one', 1))).toEqual([1])
  expect(countChanges(prompt('one'), end, prompt('two'), end, changed('one', 1), changed('two', 2))).toEqual([1, 2])
  expect(countChanges(prompt('one'), end, changed('forgotten', 1))).toEqual([undefined])
})

it('distinguishes plans in progress, left unfinished and completed', () => {
  const plan = (...statuses: ('completed' | 'pending')[]): ThreadEventBody =>
    update({ sessionUpdate: 'plan', entries: statuses.map(status => ({ content: 'A step', priority: 'medium', status })) })
  const half = plan('completed', 'pending')
  const whole = plan('completed', 'completed')

  expect(planStage(fold(prompt('one')))).toBeUndefined()
  const countPlans = (...events: ThreadEventBody[]) =>
    fold(...events).entries.filter(({ kind }) => kind === 'plan').length
  expect(countPlans(prompt('one'), whole, end, prompt('two'), whole, end), 'told again in a later turn').toBe(1)
  expect(countPlans(prompt('one'), half, end, prompt('two'), half, end)).toBe(2)
  expect(planStage(fold(prompt('one'), half))).toBe('running')
  expect(planStage(fold(prompt('one'), whole)), 'its turn goes on').toBe('running')
  expect(planStage(fold(prompt('one'), whole, end))).toBe('over')
  expect(planStage(fold(prompt('one'), whole, end, prompt('two')))).toBe('over')
  expect(planStage(fold(prompt('one'), half, end))).toBe('left')
  expect(planStage(fold(prompt('one'), half, end, prompt('two')))).toBe('left')
  expect(planStage(fold(prompt('one'), half, end, prompt('two'), half))).toBe('running')
  expect(planStage(fold(prompt('one'), half, end, prompt('two'), end))).toBe('over')
})

it('tracks which files of which turns were reverted, until that is undone', () => {
  const [one, two] = ['p', 'q'].map(promptId => ({ promptId, path: '/a b', act: 'reject' as const }))
  const back = { promptId: 'p', path: '/a b' }
  const told: ThreadEventBody[] = [{ type: 'takenBack', files: [one!, two!] }, { type: 'takenBack', files: [back] }]
  expect(fold(...told).head.takenBack).toEqual([two])
  expect(fold(...told, { type: 'takenBack', files: [{ ...two!, act: 'restore' }] }).head.takenBack).toEqual([{ ...two, act: 'restore' }])
})

it('removes the slash from names of commands', () => {
  const availableCommands = [{ name: '/help', description: '' }, { name: 'plain', description: '' }]
  const { head } = fold(update({ sessionUpdate: 'available_commands_update', availableCommands }))
  expect(head.commands.map(({ name }) => name)).toEqual(['help', 'plain'])
})

it('explains unapproved actions by an earlier lasting answer, or else by a mode that may not ask', () => {
  const edits = (id: string): ThreadEventBody => update({
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: 'Edit',
    kind: 'edit',
    status: 'completed',
    content: [{ type: 'diff', path: `/${id}`, oldText: 'a', newText: 'b' }],
  })
  const inMode = (name: string): ThreadEventBody =>
    ({ ...session('new'), modes: { currentModeId: 'm', availableModes: [{ id: 'm', name }] } }) as ThreadEventBody
  const asks: ThreadEventBody = {
    type: 'permission',
    requestId: 'r',
    from: 'agent',
    toolCall: { toolCallId: 'one', kind: 'edit' },
    options: [{ optionId: 'all', name: 'Yes, allow all edits', kind: 'allow_always' }],
  }
  const allowsAll: ThreadEventBody = {
    type: 'permissionAnswer',
    requestId: 'r',
    outcome: { outcome: 'selected', optionId: 'all' },
    by: 'person',
  }
  const findUnasked = (...bodies: ThreadEventBody[]) => {
    const last = fold(...bodies).entries.at(-1)
    return last?.kind === 'turn-end' ? last.unasked : undefined
  }

  expect(findUnasked(inMode('Manual'), prompt('p'), asks, allowsAll, edits('one'), edits('two'), end))
    .toEqual({ changes: 1, commands: 0, always: 'Yes, allow all edits' })
  expect(findUnasked(inMode('Accept edits'), prompt('p'), edits('one'), end))
    .toEqual({ changes: 1, commands: 0, mode: 'Accept edits' })
  for (const mode of ['Manual', 'Always ask'])
    expect(findUnasked(inMode(mode), prompt('p'), edits('one'), end)).toEqual({ changes: 1, commands: 0 })
})
