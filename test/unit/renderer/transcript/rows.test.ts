import type { Diff, ToolCall } from '@agentclientprotocol/sdk'
import type { Row } from '../../../../src/renderer/components/transcript/rows/row'
import { describe, expect, it } from 'vitest'
import { findActivity } from '../../../../src/renderer/components/transcript/busy/findActivity'
import { listChangedFiles } from '../../../../src/renderer/components/transcript/changes/changedFiles'
import { buildRows } from '../../../../src/renderer/components/transcript/rows/buildRows'
import { sumWaitingMs } from '../../../../src/renderer/components/transcript/rows/questionsByCall'
import { rowWords, summarizeDeeds, summarizeLookUps } from '../../../../src/renderer/components/transcript/rows/words'
import { formatTitle } from '../../../../src/renderer/components/transcript/toolCall/formatTitle'
import {
  emptyTranscript,
  type Entry,
  type PermissionEntry,
  type ToolEntry,
  type TurnEndEntry,
} from '../../../../src/shared/thread/transcript'

function tool(id: string, kind: ToolCall['kind'], more: Partial<ToolCall> = {}): ToolEntry {
  return { kind: 'tool', id, at: 1, call: { toolCallId: id, title: id, kind, status: 'completed', ...more }, terminalIds: [] }
}
const user = (id: string, more: object = {}): Entry => ({ kind: 'user', id, at: 1_000, content: [], promptId: id, ...more })
const said = (id: string, text = id): Entry => ({ kind: 'agent', id, at: 1, content: [{ type: 'text', text }] })
const thought: Entry = { kind: 'thought', id: 'thought', at: 1, content: [] }
const notice = (id: string, severity: string): Entry => ({ kind: 'notice', id, at: 1, notice: { severity, title: id } })
function end(reason = 'end_turn', more: Partial<TurnEndEntry> = {}): TurnEndEntry {
  return { kind: 'turn-end', id: 'end', at: 126_000, end: { reason }, ...more }
}

function question(id: string, toolCallId: string, more: Partial<PermissionEntry['request']> = {}): PermissionEntry {
  const request = { type: 'permission', requestId: id, from: 'agent', toolCall: { toolCallId }, options: [], ...more } as const
  return { kind: 'permission', id, at: 1, request, answer: { outcome: { outcome: 'cancelled' }, by: 'person', at: 1 } }
}

it('computes how long a person took to answer', () => {
  const asked = question('q', 'call')
  const { answer, ...open } = asked
  expect(sumWaitingMs([{ ...open, answer: { ...answer!, at: 41 } }, open])).toBe(40)
})

interface Shown { open?: string[], keepsWork?: boolean, liveFrom?: number, steps?: Record<string, Entry[]> }

function listRows(
  entries: readonly Entry[],
  { open = [], keepsWork = false, liveFrom = Infinity, steps = {} }: Shown = {},
): readonly Row[] {
  const isOpen = (id: string, byDefault = false) => byDefault || open.includes(id)
  return buildRows(entries, { liveFrom, isOpen, keepsWork, getSteps: call => steps[call.id] ?? [] })
}
const listIds = (list: readonly Row[]) => list.map(({ id }) => id)

describe('while a turn runs', () => {
  const live = { liveFrom: 0 }

  it('adjacent lookups share one line, which unfolds', () => {
    const entries = [user('u'), tool('a', 'read'), tool('b', 'search'), tool('c', 'fetch'), said('hm'), tool('d', 'read')]
    expect(listIds(listRows(entries, live))).toEqual(['u', 'run a', 'hm', 'd'])
    expect(listIds(listRows(entries, { ...live, open: ['run a'] }))).toEqual(['u', 'run a', 'a', 'b', 'c', 'hm', 'd'])
  })

  it('the line of lookups includes finished thoughts between them', () => {
    const thinking: Entry = { kind: 'thought', id: 'thinking', at: 1, content: [] }
    const mused = (id: string): Entry => ({ ...thinking, id, endedAt: 2 })
    const entries = [mused('x'), tool('a', 'read'), mused('y'), mused('z'), tool('b', 'search'), mused('w'), said('hm')]
    expect(listIds(listRows(entries, live))).toEqual(['x', 'run a', 'w', 'hm'])
    const run = listRows(entries, live).find(row => row.kind === 'run')
    expect([run?.calls.map(({ id }) => id), run?.entries.map(({ id }) => id)]).toEqual([['a', 'b'], ['a', 'y', 'z', 'b']])
    expect(listIds(listRows(entries, { ...live, open: ['run a'] })))
      .toEqual(['x', 'run a', 'a', 'y', 'z', 'b', 'w', 'hm'])
    expect(listIds(listRows([tool('a', 'read'), thinking, tool('b', 'read')], live))).toEqual(['a', 'thinking', 'b'])
  })

  it('a call that needed permission, wrote, was refused or started a subagent gets its own row', () => {
    const odd = [
      tool('asked', 'read'),
      { ...tool('wrote', 'read'), writes: [{ path: '/a', newText: '' }] },
      { ...tool('refused', 'read'), refused: [{ request: 'read', target: '/a', why: 'gone' }] },
      { ...tool('unasked', 'fetch'), notAsked: true },
      { ...tool('terminal', 'search'), terminalIds: ['t'] },
      tool('agent', 'search'),
    ] as const
    const entries = odd.flatMap(entry => [tool(`before ${entry.id}`, 'read'), entry])
    entries.push(question('q', 'asked') as never)
    expect(listRows(entries, { ...live, steps: { agent: [tool('step', 'read')] } }).filter(row => row.kind === 'run'))
      .toEqual([])
  })

  it('a question is shown at its call, or alone if the call is unknown', () => {
    const path = { kind: 'path', access: 'read', path: '/x/y.ts' } as const
    const command = { kind: 'command', commandLine: 'npm test', shell: true, cwd: '/', env: [] } as const
    const entries = [
      tool('a', 'edit'),
      question('q1', 'a'),
      tool('b', 'read', { locations: [{ path: '/x/y.ts' }] }),
      question('q2', 'parley:1', { from: 'parley', subject: path }),
      tool('c', 'execute', { rawInput: { command: 'npm test' } }),
      question('q3', 'parley:2', { from: 'parley', subject: command }),
      question('q4', 'nobody'),
    ]
    const shown = listRows(entries, live).map(row => row.kind === 'entry' ? [row.id, ...row.questions.map(({ id }) => id)] : [])
    expect(shown).toEqual([['a', 'q1'], ['b', 'q2'], ['c', 'q3'], ['q4']])
  })

  it('the lists of a row keep their identity while their content is the same', () => {
    const entries = [tool('a', 'edit'), question('q', 'a'), tool('b', 'read'), tool('c', 'read')]
    const pickLists = (list: readonly Row[]) =>
      list.map(row => row.kind === 'entry' ? row.questions : row.kind === 'run' && row.calls)
    const again = pickLists(listRows([...entries], live))
    expect(pickLists(listRows(entries, live)).every((list, index) => list === again[index])).toBe(true)
  })
})

describe('when a turn has ended', () => {
  const work = [user('u'), said('I will look'), thought, tool('a', 'read'), tool('b', 'edit'), question('q', 'b')]

  it('its work is folded, but not the answer or the person\'s messages', () => {
    const entries = [...work, user('also', { isSteer: true, promptId: undefined }), said('Done it'), end()]
    expect(listIds(listRows(entries))).toEqual(['u', 'worked end', 'also', 'Done it', 'end'])
    const all = ['u', 'worked end', 'I will look', 'thought', 'a', 'b', 'also', 'Done it', 'end']
    expect(listIds(listRows(entries, { open: ['worked end'] }))).toEqual(all)
    expect(listIds(listRows(entries, { keepsWork: true })), 'where the person wants to see it').toEqual(all)
  })

  it('the last message is the answer even if the turn ended with something else', () => {
    expect(listIds(listRows([...work, end()]))).toEqual(['u', 'I will look', 'worked end', 'end'])
    expect(listIds(listRows([user('u'), said('hello'), end()]))).toEqual(['u', 'hello', 'end'])
  })

  it('warnings and unanswered questions stay visible', () => {
    const { answer, ...open } = question('open', 'nobody')
    expect(answer).toBeDefined()
    const entries = [user('u'), notice('hint', 'info'), notice('bad', 'error'), open as PermissionEntry, said('ok'), end()]
    expect(listIds(listRows(entries))).toEqual(['u', 'worked end', 'bad', 'open', 'ok', 'end'])
  })

  it('a failed turn shows its last step and every failed one', () => {
    const failed = tool('b', 'execute', { status: 'failed' })
    const entries = [user('u'), tool('a', 'read'), failed, said('hm'), tool('c', 'edit'), tool('d', 'edit')]
    for (const bad of [end('error'), end('cancelled'), end('end_turn', { fault: { kind: 'quota' } })])
      expect(listIds(listRows([...entries, bad]))).toEqual(['u', 'worked end', 'b', 'hm', 'd', 'end'])
  })

  it('its work stays open if the last step failed, but not if the person rejected it', () => {
    const failed = tool('b', 'execute', { status: 'failed' })
    expect(listIds(listRows([user('u'), failed, said('It fails'), end()])))
      .toEqual(['u', 'worked end', 'b', 'It fails', 'end'])
    const rejected = { ...failed, rejected: 'person' } as const
    for (const well of [[rejected], [failed, tool('c', 'read')]])
      expect(listIds(listRows([user('u'), ...well, said('ok'), end()]))).toEqual(['u', 'worked end', 'ok', 'end'])
  })

  it('the duration is that of the turn, or a minimum if its start is not loaded', () => {
    const describeWork = (entries: readonly Entry[]) =>
      listRows(entries).flatMap(row => row.kind === 'worked' ? [rowWords.worked(row.durationMs, row.isLonger === true)] : [])
    expect(describeWork([...work, end()])).toEqual(['Worked for 2 min 5 s'])
    expect(describeWork([{ ...thought, at: 120_000 }, end()])).toEqual(['Worked for more than 6 s'])
  })

  it('entries after a turn and turns of a loaded session are not folded', () => {
    const entries = [user('u'), tool('a', 'edit'), said('x'), user('v'), tool('b', 'edit'), end(), said('late')]
    expect(listIds(listRows(entries))).toEqual(['u', 'a', 'x', 'v', 'worked end', 'end', 'late'])
  })
})

it('folded lines summarize what was done', () => {
  const read = (id: string, path: string) => tool(id, 'read', { locations: [{ path }] })
  const failed = tool('f', 'fetch', { status: 'failed' })
  const calls = [read('a', '/a'), read('b', '/a'), read('c', '/c'), tool('d', 'search'), tool('e', 'search'), failed]
  expect(rowWords.run(summarizeLookUps(calls))).toBe('Read 2 files, searched twice, fetched 1 page')
  expect(rowWords.failed(summarizeLookUps(calls).failed)).toBe('1 failed')
  const edit = tool('g', 'edit', { content: [{ type: 'diff', path: '/a', oldText: '', newText: 'x' }] })
  const ran = [tool('h', 'execute'), tool('i', 'execute', { status: 'failed' })]
  const deeds = summarizeDeeds({ entries: [question('q', 'x')], calls: [...calls, edit, ...ran], subagents: 0 })
  expect(rowWords.deeds(deeds))
    .toBe('Read 2 files, searched twice, fetched 1 page, changed 1 file, ran 2 commands, asked you once')
  expect(rowWords.failed(deeds.failed)).toBe('2 failed')
})

it('a turn\'s line counts subagents and planned steps, and rejections apart from failures', () => {
  const rejected = { ...tool('a', 'edit', { status: 'failed' }), rejected: 'person' } as const
  const denied = { ...tool('b', 'execute', { status: 'failed' }), rejected: 'rule' } as const
  const failed = tool('f', 'edit', { status: 'failed' })
  const calls = [rejected, denied, tool('task', 'think'), tool('mcp', 'other'), tool('e', 'edit'), failed]
  const step = { content: 'one', priority: 'low', status: 'completed' } as const
  const plan: Entry = { kind: 'plan', id: 'p', at: 1, entries: [step] }
  const deeds = summarizeDeeds({ entries: [plan], calls, subagents: 1 })
  expect(rowWords.deeds(deeds)).toBe('Changed 1 file, ran 1 subagent, used 1 other tool, planned 1 step')
  expect(rowWords.rejected(deeds)).toBe('You rejected 1 edit, a rule rejected 1 command')
  const asked = { ...tool('c', 'execute', { status: 'failed' }), rejected: 'person' } as const
  expect(rowWords.rejected(summarizeDeeds({ entries: [], calls: [rejected, asked], subagents: 0 })))
    .toBe('You rejected 1 edit and 1 command')
  expect(deeds.failed).toBe(1)
})

describe('the files that a turn changed', () => {
  type Shown = Diff & { type: 'diff' }
  const diff = (path: string, oldText: string | null, newText: string): Shown => ({ type: 'diff', path, oldText, newText })
  const edit = (id: string, ...content: Shown[]) => tool(id, 'edit', { content })

  it('are listed once each, with consecutive changes joined', () => {
    const first = edit('1', diff('/w/a.ts', 'a', 'b'), diff('/w/b.ts', null, 'x'))
    const files = listChangedFiles([first, edit('2', diff('/w/a.ts', 'b', 'c')), edit('3', diff('/w/a.ts', 'far', 'off'))])
    expect(files.map(({ path, changes }) => [path, changes.map(({ oldText, newText }) => [oldText, newText])])).toEqual([
      ['/w/a.ts', [['a', 'c'], ['far', 'off']]],
      ['/w/b.ts', [[null, 'x']]],
    ])
  })

  it('exclude edits that failed or were only proposed, unless Parley wrote them', () => {
    const proposed = [{ status: 'failed' }, { status: 'pending' }] as const
    expect(listChangedFiles(proposed.map(({ status }) => tool('1', 'edit', { status, content: [diff('/w/a.ts', 'a', 'b')] })))).toEqual([])
    const wrote = { ...tool('2', 'edit', { status: 'failed' }), writes: [{ path: '/w/a.ts', oldText: 'a', newText: 'b' }] }
    expect(listChangedFiles([wrote])).toHaveLength(1)
  })

  it('exclude files whose text is the same as before', () => {
    const same = diff('/w/a.ts', 'a', 'a')
    expect(listChangedFiles([edit('1', same), { ...edit('2'), writes: [same] }])).toEqual([])
    expect(listChangedFiles([edit('1', diff('/w/a.ts', 'a', 'b')), edit('2', diff('/w/a.ts', 'b', 'a'))])).toEqual([])
    expect(listChangedFiles([edit('1', diff('/w/empty.ts', null, ''))])).toHaveLength(1)
  })

  it('show the agent\'s version if Parley only wrote the existing content', () => {
    const said = diff('/w/a.ts', 'two', 'TWO')
    const again = { path: '/w/a.ts', oldText: 'one\nTWO\n', newText: 'one\nTWO\n' }
    expect(listChangedFiles([{ ...edit('1', said), writes: [again] }]).flatMap(({ changes }) => changes)).toEqual([said])
  })

  it('show Parley\'s version of files that it wrote, and the agent\'s of others', () => {
    const write = { path: '/w/a.ts', oldText: 'one\ntwo\n', newText: 'one\n2\n' }
    const [file] = listChangedFiles([{ ...edit('1', diff('a.ts', 'two', '2'), diff('/w/b.ts', '', 'x')), writes: [write] }])
    expect(file?.path).toBe('/w/b.ts')
    const files = listChangedFiles([{ ...edit('1', diff('a.ts', 'two', '2')), writes: [write] }])
    expect(files.flatMap(({ changes }) => changes)).toEqual([write])
  })
})

describe('the activity line', () => {
  const findNow = (entries: readonly Entry[], turnOpen = true) =>
    findActivity({ ...emptyTranscript, entries, head: { ...emptyTranscript.head, turnOpen } })

  it('says what runs, or whether the agent thinks or writes, and since when', () => {
    expect(findNow([user('u'), tool('a', 'execute', { status: 'in_progress' }), said('x')]))
      .toEqual({ what: 'call', title: 'a', since: 1 })
    expect(findNow([user('u'), thought])?.what).toBe('thinking')
    expect(findNow([user('u'), said('x')])?.what).toBe('writing')
    expect(findNow([user('u')])).toEqual({ what: 'working', since: 1_000 })
  })

  it('is hidden right below the terminal that it is about', () => {
    const run = { ...tool('a', 'execute', { status: 'in_progress' }), terminalIds: ['t'] }
    expect(findNow([user('u'), run])).toBeUndefined()
    expect(findNow([user('u'), run, said('x')])?.title).toBe('a')
  })

  it('is hidden while the agent waits for the person, and after the turn', () => {
    const { answer: _, ...open } = question('q', 'x')
    expect(findNow([user('u'), open])).toBeUndefined()
    expect(findNow([user('u'), end()], false)).toBeUndefined()
  })
})

it('a title shows files relative to the folder, and leaves commands unchanged', () => {
  expect(formatTitle({ title: 'Read /w/src/a.ts', kind: 'read' }, '/w')).toEqual({ text: 'Read src/a.ts', isCode: false })
  expect(formatTitle({ title: 'Read /w/../etc/a', kind: 'read' }, '/w').text).toBe('Read /w/../etc/a')
  expect(formatTitle({ title: 'rm -rf /w/a', kind: 'execute' }, '/w').text).toBe('rm -rf /w/a')
  expect(formatTitle({ title: '`npm test`', kind: 'execute' }, '/w')).toEqual({ text: 'npm test', isCode: true })
})

it('a title that is only a tool’s name is replaced by the command, or completed with the file', () => {
  const bash = { title: 'Bash', kind: 'execute' } as const
  const named = formatTitle({ ...bash, rawInput: { command: 'npm test', timeout: 60 } }, '/w')
  expect(named).toEqual({ text: 'npm test', isCode: true })
  const told = [{ type: 'content', content: { type: 'text', text: '{"command":"npm test"}' } }] as const
  expect(formatTitle({ ...bash, content: [...told] }, '/w').text).toBe('npm test')
  const write = { title: 'Write', kind: 'edit', rawInput: { path: '/w/a.ts', content: 'a' } } as const
  expect(formatTitle(write, '/w').text).toBe('Write a.ts')
  const titled = { title: 'Run the tests', kind: 'execute', rawInput: { command: 'x' } } as const
  expect(formatTitle(titled, '/w').text).toBe('Run the tests')
})
