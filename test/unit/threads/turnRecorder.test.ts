import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { LedgerClient } from '../../../src/main/changes/ledgers'
import type { ThreadLog } from '../../../src/main/threads/log/threadLog'
import type { TurnChanges } from '../../../src/shared/changes/turnChanges'
import type { ThreadEventBody } from '../../../src/shared/thread/events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FolderTurns } from '../../../src/main/threads/changes/folderTurns'
import { TurnRecorder } from '../../../src/main/threads/changes/turnRecorder'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Call = readonly [keyof LedgerClient, Parameters<LedgerClient[keyof LedgerClient]>[0]]

/** A recorder over a ledger that notes what it is asked. */
function recorder({
  begins = Promise.resolve<{ gap?: string }>({}),
  isCommandRunning = (): boolean => false,
  folders = ['/work/app'],
  sums = (): Promise<TurnChanges> => Promise.resolve(someFile),
} = {}) {
  const calls: Call[] = []
  const added: ThreadEventBody[] = []
  const faults: unknown[] = []
  const note = <R>(name: keyof LedgerClient, answer: () => R) => (params: Call[1]): R => {
    calls.push([name, params])
    return answer()
  }
  const ledger = {
    beginTurn: note('beginTurn', () => begins),
    abandonTurn: note('abandonTurn', () => Promise.resolve()),
    endTurn: note('endTurn', sums),
    lookAt: note('lookAt', () => Promise.resolve()),
    look: note('look', () => Promise.resolve({ isChanged: true })),
  } as unknown as LedgerClient // what a recorder asks for
  const turns = new FolderTurns({ source: { of: () => ledger }, report: error => faults.push(error), unsaved: () => [] })
  let changes = 0
  const made = new TurnRecorder({
    threadId: 't',
    log: { add: (body: ThreadEventBody) => added.push(body) } as unknown as ThreadLog, // all that it needs of the log
    turns,
    folders: () => Promise.resolve(folders),
    isCommandRunning,
    onChange: () => changes++,
    onSummedUp: () => undefined,
  })
  return { recorder: made, turns, calls, added, faults, names: () => calls.map(([name]) => name), changeCount: () => changes }
}

function putBack(turns: FolderTurns, until: Promise<void> = Promise.resolve(), folder = '/work/app'): Promise<string> {
  return turns.putBack([folder], () => until.then(() => 'put back'))
}

const someFile: TurnChanges = { count: 1, files: [{ path: '/work/app/a', kind: 'added', by: ['asked'] }] }
const manyFiles = (count: number): TurnChanges => ({ count, files: [] })

const edit: SessionUpdate = {
  sessionUpdate: 'tool_call',
  toolCallId: 'c',
  title: 'Edit',
  kind: 'edit',
  locations: [{ path: '/work/app/a' }],
  content: [{ type: 'diff', path: '/work/app/b', newText: '' }],
}

const command: SessionUpdate = { ...edit, kind: 'execute', locations: [], content: [] }

it('says between its ends that a turn is open, and what its calls name', async () => {
  const { recorder: turn, turns, names, added } = recorder()
  expect(turns.witnesses('/work/app')).toEqual([])
  await turn.beginTurn('p')
  const quiet = { threadId: 't', promptId: 'p', knownAt: expect.any(Number), named: new Map(), began: expect.any(Number), isWaiting: false }
  expect(turns.witnesses('/work/app')).toEqual([quiet])
  turn.take(edit)
  const span = { from: Date.now(), to: Infinity }
  expect(turns.witnesses('/work/app')[0]?.named).toEqual(new Map([['/work/app/a', [span]], ['/work/app/b', [span]]]))
  turn.take({ ...edit, sessionUpdate: 'tool_call_update', status: 'completed' })
  const lingersUntil = Date.now() + 50
  vi.advanceTimersByTime(2_100)
  expect(turns.witnesses('/work/app')[0]?.named.get('/work/app/a')).toEqual([{ ...span, to: lingersUntil }])
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  expect(added[0]).toMatchObject({ type: 'turnChanges', promptId: 'p', count: 1 })
  expect(names().filter(name => name !== 'lookAt')).toEqual(['beginTurn', 'endTurn'])
  vi.advanceTimersByTime(2_100)
  expect(turns.witnesses('/work/app')).toEqual([])
})

it('lets a prompt wait two seconds at most, whatever the ledger does', async () => {
  const slow = recorder({ begins: new Promise(() => undefined) })
  let isBegun = false
  const begun = slow.recorder.beginTurn('p').then(() => isBegun = true)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(isBegun).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await begun
  slow.recorder.endTurn('p')
  await expect.poll(() => slow.added).toHaveLength(1)
  expect(slow.added[0]).toMatchObject({ count: 1, gap: expect.stringContaining('first seconds may be missing') as string })
  const broken = recorder({ begins: Promise.reject(new Error('disk full')) })
  await broken.recorder.beginTurn('p')
  expect(broken.faults).toEqual([new Error('disk full')])
})

it('says in a turn\'s summary what was not recorded when it began, once', async () => {
  const gapAfter = async (begin: string, end: string): Promise<unknown> => {
    const { recorder: turn, added } = recorder({
      begins: Promise.resolve({ gap: begin }),
      sums: () => Promise.resolve({ ...someFile, gap: end }),
    })
    await turn.beginTurn('p')
    turn.endTurn('p')
    await expect.poll(() => added).toHaveLength(1)
    return added[0]
  }
  expect(await gapAfter('40 %.', 'Deaf.')).toMatchObject({ gap: 'As the turn began: 40 %. Deaf.' })
  expect(await gapAfter('Deaf.', 'Deaf.')).toMatchObject({ gap: 'Deaf.' })
})

it('says in a turn\'s summary that it could not be recorded', async () => {
  const { recorder: turn, added, faults } = recorder({ sums: () => Promise.reject(new Error('damaged')) })
  await turn.beginTurn('p')
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  expect(added[0]).toMatchObject({ count: 0, gap: 'What changed in this turn could not be recorded.' })
  expect(faults).toEqual([new Error('damaged')])
})

it.each([false, true])('knows of no turn once its prompt was not sent (while its beginning is marked: %s)', async (isSlow) => {
  let begin = (): void => undefined
  const begins = new Promise<object>(resolve => begin = () => resolve({}))
  const { recorder: turn, turns, names } = recorder(isSlow ? { begins } : {})
  const begun = turn.beginTurn('p')
  await (isSlow ? expect.poll(() => names()).toEqual(['beginTurn']) : begun)
  await expect(putBack(turns)).rejects.toThrow('An agent is working in this folder')
  turn.abandonTurn('p')
  begin()
  await begun
  await expect.poll(() => names()).toEqual(['beginTurn', 'abandonTurn'])
  expect(turns.witnesses('/work/app')).toEqual([])
  expect(await putBack(turns)).toBe('put back')
  turn.endTurn('p')
  expect(names()).toEqual(['beginTurn', 'abandonTurn'])
})

it('lets a prompt wait while files are being put back in its folder, and nothing be put back from then on', async () => {
  const { recorder: turn, turns, names } = recorder()
  let end = (): void => undefined
  const restored = putBack(turns, new Promise<void>(resolve => end = resolve))
  const begun = turn.beginTurn('p')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toEqual([])
  await expect(putBack(turns)).rejects.toThrow('An agent is working in this folder')
  end()
  await Promise.all([restored, begun])
  expect(names()).toEqual(['beginTurn'])
})

it('counts what comes a moment after the end, or while a command runs on, to the turn', async () => {
  let isRunning = false
  let count = 0
  const { recorder: turn, turns, added } = recorder({ isCommandRunning: () => isRunning, sums: () => Promise.resolve(manyFiles(++count)) })
  await turn.beginTurn('p')
  turn.take(edit)
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  expect(turns.witnesses('/work/app')[0]).not.toHaveProperty('quietSince') // a call is open still
  const ended = Date.now()
  vi.advanceTimersByTime(1_000)
  turn.take({ ...edit, sessionUpdate: 'tool_call_update', status: 'completed' })
  expect(turns.witnesses('/work/app')[0]).toMatchObject({ quietSince: ended + 1_000 })
  turns.heard('/work/app')
  await expect.poll(() => added).toHaveLength(2)
  isRunning = true
  vi.advanceTimersByTime(60_000)
  turns.heard('/work/app')
  await expect.poll(() => added).toHaveLength(3)
  isRunning = false
  turns.heard('/work/app')
  await vi.advanceTimersByTimeAsync(10)
  expect(added).toHaveLength(3)
})

it('sums up a turn whose commands run on every five seconds at most, only what is new, and once more when they have ended', async () => {
  let [isRunning, count] = [true, 1]
  const { recorder: turn, turns, added, names } = recorder({
    isCommandRunning: () => isRunning,
    sums: () => Promise.resolve(manyFiles(count)),
  })
  const sumCount = (): number => names().filter(name => name === 'endTurn').length
  await turn.beginTurn('p')
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  for (let second = 0; second < 60; second++) {
    turns.heard('/work/app')
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(sumCount()).toBeLessThan(14)
  expect(added).toHaveLength(1)
  count = 2
  isRunning = false
  turn.settle('ended')
  await expect.poll(() => added).toMatchObject([{ count: 1 }, { count: 2 }])
  const sums = sumCount()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sumCount()).toBe(sums)
})

it('sums up a turn although a queued message begins the next one at once, and what its commands did until then', async () => {
  const summed: ((changes: TurnChanges) => void)[] = []
  const { recorder: turn, turns, names, added } = recorder({
    isCommandRunning: () => true,
    sums: () => new Promise(resolve => summed.push(resolve)),
  })
  await turn.beginTurn('p')
  turn.endTurn('p')
  await turn.beginTurn('q')
  turn.endTurn('q')
  turns.heard('/work/app')
  await vi.advanceTimersByTimeAsync(10)
  await turn.beginTurn('r')
  expect(names().filter(name => name !== 'look')).toEqual(['beginTurn', 'endTurn', 'beginTurn', 'endTurn', 'endTurn', 'beginTurn'])
  summed.forEach((sum, place) => sum(manyFiles(place + 1)))
  await expect.poll(() => added).toMatchObject([{ promptId: 'p', count: 1 }, { promptId: 'q', count: 3 }])
})

it('looks at the files that a call names, before and after it, and at all of a tenth of a second in one go', async () => {
  const { recorder: turn, calls, changeCount } = recorder()
  const looks = () => calls.flatMap(([name, params]) => name === 'lookAt' && 'paths' in params && 'witness' in params
    ? [[params.paths.map(path => path.split('/').at(-1)).join(' '), [...params.witness[0]?.named.keys() ?? []].length]]
    : [])
  const call = (toolCallId: string, ...names: string[]) =>
    ({ sessionUpdate: 'tool_call' as const, toolCallId, title: 'Edit', locations: names.map(name => ({ path: `/work/app/${name}` })) })
  const over = (toolCallId: string): SessionUpdate => ({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
  await turn.beginTurn('p')
  turn.take(call('first', 'a', '../elsewhere'))
  await vi.advanceTimersByTimeAsync(0)
  expect(looks()).toEqual([['a', 0]])
  for (const name of ['b', 'c'])
    turn.take({ ...call(name, name), status: 'in_progress' })
  turn.take({ ...call('first', 'a', 'd'), sessionUpdate: 'tool_call_update' })
  turn.take({ ...call('reads', 'e'), kind: 'read' })
  turn.take(over('reads'))
  expect(looks()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(looks().slice(1)).toEqual([['b c d', 6]])
  expect(changeCount()).toBe(0)
  turn.take(over('first'))
  turn.take(over('first'))
  await vi.advanceTimersByTimeAsync(100)
  expect(looks().slice(2)).toEqual([['a d', 6]])
  expect(changeCount()).toBe(1)
  turn.take(over('b'))
  turn.endTurn('p')
  await vi.advanceTimersByTimeAsync(10)
  expect(calls.slice(-2).map(([name]) => name)).toEqual(['lookAt', 'endTurn'])
})

it('looks at a file before and after Parley writes it for the agent', async () => {
  const { recorder: turn, calls, changeCount } = recorder()
  await turn.beginTurn('p')
  expect(await turn.write('/work/app/a', () => Promise.resolve('written'))).toBe('written')
  expect(calls.slice(1).map(([name, params]) => [name, 'by' in params ? params.by : undefined])).toEqual([
    ['lookAt', undefined],
    ['lookAt', { threadId: 't', promptId: 'p', by: 'asked' }],
  ])
  expect(changeCount()).toBe(1)
  await turn.write('/elsewhere/a', () => Promise.resolve(''))
  expect(calls).toHaveLength(3)
})

it('looks before a command only where it does not run yet, as a call without a status does not', async () => {
  const { recorder: turn, names } = recorder()
  await turn.beginTurn('p')
  turn.take({ ...command, toolCallId: 'runs', kind: 'execute', status: 'in_progress' })
  turn.take({ ...command, toolCallId: 'runs', sessionUpdate: 'tool_call_update', kind: 'execute' })
  await turn.settled()
  expect(names()).toEqual(['beginTurn'])
  turn.take({ ...command, toolCallId: 'runs', sessionUpdate: 'tool_call_update', status: 'completed' })
  await turn.beginTurn('q')
  turn.take({ ...command, toolCallId: 'comes', kind: 'execute' })
  await turn.settled()
  expect(names()).toEqual(['beginTurn', 'beginTurn', 'look'])
})

it('looks once before a command, by what told of it until then, and once after, and lets no command wait long', async () => {
  let isRunning = false
  const { recorder: turn, calls } = recorder({ isCommandRunning: () => isRunning })
  await turn.settled() // no turn
  await turn.beginTurn('p')
  turn.take({ ...command, kind: 'execute', status: 'pending' })
  await turn.settled() // it was looked already
  isRunning = true
  await turn.settled()
  isRunning = false
  turn.settle('ended')
  await turn.settled()
  expect(calls.slice(1).map(([name, params]) => [name, 'witness' in params ? params.witness[0]?.commandUntil : undefined]))
    .toEqual([['look', undefined], ['look', Infinity]])
})

it('records a folder inside another with that, and refuses to restore while somebody works there', async () => {
  const { recorder: turn, turns, calls } = recorder({ folders: ['/work/app', '/work/app/lib', '/work/other'] })
  await turn.beginTurn('p')
  expect(calls).toHaveLength(2)
  await expect(putBack(turns, undefined, '/work/other')).rejects.toThrow('An agent is working in this folder')
  turn.endTurn('p')
  expect(await putBack(turns, undefined, '/work/other')).toBe('put back')
})
