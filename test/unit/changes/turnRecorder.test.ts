import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Note } from '../../../src/main/changes/evidence'
import type { LedgerClient } from '../../../src/main/changes/ledgers'
import type { ThreadLog } from '../../../src/main/threads/log/threadLog'
import type { TurnChanges } from '../../../src/shared/changes/turnChanges'
import type { ThreadEventBody } from '../../../src/shared/thread/events'
import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lateMs } from '../../../src/main/changes/evidence'
import { hashBytes } from '../../../src/main/changes/store/contents'
import { FolderTurns } from '../../../src/main/changes/thread/folderTurns'
import { TurnRecorder } from '../../../src/main/changes/thread/turnRecorder'
import { replaceFile } from '../../../src/main/workspace/files/replaceFile'
import { UnfinishedWrites } from '../../../src/main/workspace/files/unfinishedWrites'
import { temporaryFolder } from '../../support/temporaryFolder'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Call = readonly [keyof LedgerClient, Parameters<LedgerClient[keyof LedgerClient]>[0]]
type BareNote = Note extends infer N ? N extends unknown ? Omit<N, 'at'> : never : never

/** A recorder with a ledger that logs its calls. */
function createRecorder({
  begins = Promise.resolve<{ gap?: string }>({}),
  folders = ['/work/app'],
  unsaved = [] as string[],
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
    catchUp: note('catchUp', () => Promise.resolve()),
    notify: note('notify', () => undefined),
  } as unknown as { -readonly [K in keyof LedgerClient]: LedgerClient[K] } // the methods used by a recorder
  const turns = new FolderTurns({ source: { of: () => ledger }, report: error => faults.push(error), unsaved: () => unsaved })
  const made = new TurnRecorder({
    threadId: 't',
    log: { add: (body: ThreadEventBody) => added.push(body) } as unknown as ThreadLog, // all that it needs of the log
    turns,
    folders: () => Promise.resolve(folders),
    onChange: () => undefined,
    onSummarized: () => undefined,
  })
  /** Its calls and events, in order. */
  const names = (): string[] => calls.map(([name, params]) => name === 'notify' && 'kind' in params ? params.kind : name)
  const notes = (): BareNote[] =>
    calls.flatMap(([name, params]) => name === 'notify' && 'kind' in params ? dropTime(params) : [])
  return { recorder: made, turns, ledger, calls, added, faults, names, notes }
}

function dropTime({ at, ...note }: Note): BareNote {
  expect(at).toBe(Date.now())
  return note
}

function runRestore(turns: FolderTurns, until: Promise<void> = Promise.resolve(), folder = '/work/app'): Promise<string> {
  return turns.runRestore([folder], () => until.then(() => 'put back'))
}

const someFile: TurnChanges = { count: 1, files: [{ path: '/work/app/a', kind: 'added', by: ['asked'] }] }
const makeChanges = (count: number): TurnChanges => ({ count, files: [] })

const edit: SessionUpdate = {
  sessionUpdate: 'tool_call',
  toolCallId: 'c',
  title: 'Edit',
  kind: 'edit',
  locations: [{ path: '/work/app/a' }],
  content: [{ type: 'diff', path: '/work/app/b', newText: '' }],
}

it('notifies the ledger of a turn\'s events, in order with the calls of the ledger', async () => {
  const { recorder: turn, names, notes, added } = createRecorder()
  turn.take(edit)
  expect(names()).toEqual([])
  await turn.beginTurn('p')
  turn.take(edit)
  turn.take({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } })
  turn.take({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' })
  turn.setOpenQuestions(1)
  turn.setOpenQuestions(0)
  turn.setCommandRunning(true)
  turn.setCommandRunning(false)
  expect(notes()).toEqual([
    { kind: 'turnOver', threadId: 't' },
    { kind: 'turnBegan', threadId: 't', promptId: 'p' },
    {
      kind: 'call',
      threadId: 't',
      toolCallId: 'c',
      paths: ['/work/app/a', '/work/app/b'],
      toolKind: 'edit',
      status: 'pending',
      diffs: [{ path: '/work/app/b', oldText: undefined, newText: '' }],
    },
    { kind: 'call', threadId: 't', toolCallId: 'c', paths: [], toolKind: undefined, status: 'completed' },
    { kind: 'question', threadId: 't', isOpen: true },
    { kind: 'question', threadId: 't', isOpen: false },
    { kind: 'command', threadId: 't', isRunning: true },
    { kind: 'command', threadId: 't', isRunning: false },
  ])
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  expect(added[0]).toMatchObject({ type: 'turnChanges', promptId: 'p', count: 1 })
  expect(names().slice(0, 3)).toEqual(['turnOver', 'beginTurn', 'turnBegan'])
  expect(names().slice(-2)).toEqual(['turnEnded', 'endTurn'])
  await turn.end()
  expect(names().at(-1)).toBe('closed')
})

it('delays a prompt by at most two seconds, whatever the ledger does', async () => {
  const slow = createRecorder({ begins: new Promise(() => undefined) })
  let isBegun = false
  const begun = slow.recorder.beginTurn('p').then(() => isBegun = true)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(isBegun).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await begun
  slow.recorder.endTurn('p')
  await expect.poll(() => slow.added).toHaveLength(1)
  expect(slow.added[0]).toMatchObject({ count: 1, gap: expect.stringContaining('first seconds may be missing') as string })
  const broken = createRecorder({ begins: Promise.reject(new Error('disk full')) })
  await broken.recorder.beginTurn('p')
  expect(broken.faults).toEqual([new Error('disk full')])
})

it('reports gaps at the start of a turn in its summary, once', async () => {
  const recordGap = async (begin: string, end: string): Promise<unknown> => {
    const { recorder: turn, added } = createRecorder({
      begins: Promise.resolve({ gap: begin }),
      sums: () => Promise.resolve({ ...someFile, gap: end }),
    })
    await turn.beginTurn('p')
    turn.endTurn('p')
    await expect.poll(() => added).toHaveLength(1)
    return added[0]
  }
  expect(await recordGap('40 %.', 'Deaf.')).toMatchObject({ gap: 'As the turn began: 40 %. Deaf.' })
  expect(await recordGap('Deaf.', 'Deaf.')).toMatchObject({ gap: 'Deaf.' })
})

it('reports in the summary of a turn that its changes could not be recorded', async () => {
  const { recorder: turn, added, faults } = createRecorder({ sums: () => Promise.reject(new Error('damaged')) })
  await turn.beginTurn('p')
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  expect(added[0]).toMatchObject({ count: 0, gap: 'What changed in this turn could not be recorded.' })
  expect(faults).toEqual([new Error('damaged')])
})

it.each([false, true])('abandons a turn whose prompt was not sent (during its start: %s)', async (isSlow) => {
  let begin = (): void => undefined
  const begins = new Promise<object>(resolve => begin = () => resolve({}))
  const { recorder: turn, turns, names } = createRecorder(isSlow ? { begins } : {})
  const begun = turn.beginTurn('p')
  await (isSlow ? expect.poll(() => names()).toEqual(['turnOver', 'beginTurn', 'turnBegan']) : begun)
  await expect(runRestore(turns)).rejects.toThrow('An agent is working in this folder')
  turn.abandonTurn('p')
  begin()
  await begun
  await expect.poll(() => names().slice(3)).toEqual(['turnOver', 'abandonTurn'])
  expect(await runRestore(turns)).toBe('put back')
  turn.endTurn('p')
  expect(names()).toHaveLength(5)
})

it('delays a prompt during a restore in its folder, and then rejects further restores', async () => {
  const { recorder: turn, turns, names } = createRecorder()
  let end = (): void => undefined
  const restored = runRestore(turns, new Promise<void>(resolve => end = resolve))
  const begun = turn.beginTurn('p')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toEqual([])
  await expect(runRestore(turns)).rejects.toThrow('An agent is working in this folder')
  end()
  await Promise.all([restored, begun])
  expect(names()).toContain('beginTurn')
})

it('includes changes shortly after the end of a turn, or while its commands run', async () => {
  let count = 0
  const { recorder: turn, turns, added } = createRecorder({ sums: () => Promise.resolve(makeChanges(++count)) })
  await turn.beginTurn('p')
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  turns.changed('/work/app')
  await expect.poll(() => added).toHaveLength(2)
  turn.setCommandRunning(true)
  vi.advanceTimersByTime(60_000)
  turns.changed('/work/app')
  await expect.poll(() => added).toHaveLength(3)
  turn.setCommandRunning(false)
  await expect.poll(() => added).toHaveLength(4)
  turns.changed('/work/app')
  await vi.advanceTimersByTimeAsync(10)
  expect(added).toHaveLength(4)
})

it('summarizes a turn at most every five seconds while its commands run, and once they end', async () => {
  let count = 1
  const { recorder: turn, turns, added, names } = createRecorder({ sums: () => Promise.resolve(makeChanges(count)) })
  const countSums = (): number => names().filter(name => name === 'endTurn').length
  await turn.beginTurn('p')
  turn.setCommandRunning(true)
  turn.endTurn('p')
  await expect.poll(() => added).toHaveLength(1)
  for (let second = 0; second < 60; second++) {
    turns.changed('/work/app')
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(countSums()).toBeLessThan(14)
  expect(added).toHaveLength(1)
  count = 2
  turn.setCommandRunning(false)
  await expect.poll(() => added).toMatchObject([{ count: 1 }, { count: 2 }])
  const sums = countSums()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(countSums()).toBe(sums)
})

it('summarizes a turn and its commands even if a queued message starts the next turn immediately', async () => {
  const summed: ((changes: TurnChanges) => void)[] = []
  const sums = (): Promise<TurnChanges> => new Promise(resolve => summed.push(resolve))
  const { recorder: turn, turns, names, added } = createRecorder({ sums })
  await turn.beginTurn('p')
  turn.setCommandRunning(true)
  turn.endTurn('p')
  await turn.beginTurn('q')
  turn.endTurn('q')
  turns.changed('/work/app')
  await vi.advanceTimersByTimeAsync(10)
  await turn.beginTurn('r')
  expect(names().filter(name => name.startsWith('turn') || name.endsWith('Turn'))).toEqual([
    'turnOver',
    'beginTurn',
    'turnBegan',
    'turnEnded',
    'endTurn',
    'turnOver',
    'beginTurn',
    'turnBegan',
    'turnEnded',
    'endTurn',
    'endTurn',
    'turnOver',
    'beginTurn',
    'turnBegan',
  ])
  summed.forEach((sum, place) => sum(makeChanges(place + 1)))
  await expect.poll(() => added).toMatchObject([{ promptId: 'p', count: 1 }, { promptId: 'q', count: 3 }])
})

it('announces a write for the agent with the earlier content, and whether it succeeded', async () => {
  const { recorder: turn, turns, notes } = createRecorder()
  const bytes = Buffer.from('written\n')
  const target = '/work/app/a'
  const write = (path: string, isFailing = false): Promise<unknown> => turn.write(path, async (announce) => {
    await announce({ target: path, bytes, isInPlace: false })
    expect(turns.threadNaming(target)).toBe(path === target ? 't' : undefined)
    if (isFailing)
      throw new Error('disk full')
  })
  await turn.beginTurn('p')
  await write(target)
  await expect(write(target, true)).rejects.toThrow('disk full')
  await write('/elsewhere/a')
  const author = { by: 'asked', threadId: 't', promptId: 'p' }
  const announced = { kind: 'write', id: expect.any(String), path: target, content: hashBytes(bytes), author, before: 'absent' }
  expect(notes().slice(2)).toEqual([
    announced,
    { kind: 'written', id: expect.any(String), path: target, isDone: true },
    announced,
    { kind: 'written', id: expect.any(String), path: target, isDone: false },
  ])
})

it('announces the earlier content of a file that Parley writes for the agent', async () => {
  vi.useRealTimers()
  const folder = temporaryFolder('parley-folder-')
  const path = join(folder, 'a')
  writeFileSync(path, 'before\n', { mode: 0o640 })
  const { recorder: turn, calls } = createRecorder({ folders: [folder] })
  await turn.beginTurn('p')
  const unfinished = new UnfinishedWrites(temporaryFolder('parley-writes-'))
  await turn.write(path, beforeWrite => replaceFile({ realPath: path, text: 'after\n', unfinished, beforeWrite }))
  const [write] = calls.flatMap(([, params]) => 'kind' in params && params.kind === 'write' ? [params] : [])
  expect(write).toMatchObject({ path, content: hashBytes(Buffer.from('after\n')), before: { bytes: Buffer.from('before\n'), mode: 0o640 } })
})

it('scans the folder before a command, without delaying it for long', async () => {
  const { recorder: turn, names } = createRecorder()
  await turn.beginTurn('p')
  await turn.scanBeforeRequest()
  expect(names().slice(3)).toEqual(['request', 'catchUp'])
  const slow = createRecorder()
  await slow.recorder.beginTurn('p')
  slow.ledger.catchUp = () => new Promise(() => undefined)
  let isReady = false
  const looked = slow.recorder.scanBeforeRequest().then(() => isReady = true)
  await vi.advanceTimersByTimeAsync(90)
  expect(isReady).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  await looked
})

it('reports unsaved text in folders of threads, even from before the turn', async () => {
  const { recorder: turn, turns, notes } = createRecorder({ unsaved: ['/work/app/old', '/elsewhere/old'] })
  await turn.beginTurn('p')
  turns.noteUnsaved('/work/app/new', true)
  turns.noteUnsaved('/elsewhere/new', true)
  expect(notes().filter(({ kind }) => kind === 'unsaved')).toEqual([
    { kind: 'unsaved', path: '/work/app/old', isUnsaved: true },
    { kind: 'unsaved', path: '/work/app/new', isUnsaved: true },
  ])
})

it('a turn counts as a writer in overlapping folders of other threads, and blocks restores there', async () => {
  const { recorder: turn, turns } = createRecorder()
  const listWorkingIn = (folder: string): string[] =>
    turns.evidence(folder).turnsAt(Date.now()).map(({ promptId }) => promptId)
  const join = (folder: string): () => void => turns.join(folder, { isWorking: () => false, changed: () => undefined })
  join('/work')
  join('/work/other')
  await turn.beginTurn('p')
  join('/work/app/lib')
  expect(['/work', '/work/other', '/work/app/lib'].map(listWorkingIn)).toEqual([['p'], [], ['p']])
  for (const folder of ['/work', '/work/app/lib'])
    await expect(runRestore(turns, undefined, folder)).rejects.toThrow('An agent is working in this folder')
  turn.endTurn('p')
  vi.advanceTimersByTime(lateMs + 1)
  expect(['/work', '/work/app/lib'].map(listWorkingIn)).toEqual([[], []])
  expect(await runRestore(turns, undefined, '/work')).toBe('put back')
})

it('delays a prompt during a restore in a surrounding folder', async () => {
  const { recorder: turn, turns, names } = createRecorder()
  let end = (): void => undefined
  const restored = runRestore(turns, new Promise<void>(resolve => end = resolve), '/work')
  const begun = turn.beginTurn('p')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names()).toEqual([])
  end()
  await Promise.all([restored, begun])
  expect(names()).toContain('beginTurn')
})

it('records a nested folder with the outer one, and rejects restores while an agent works there', async () => {
  const { recorder: turn, turns, calls } = createRecorder({ folders: ['/work/app', '/work/app/lib', '/work/other'] })
  await turn.beginTurn('p')
  expect(calls.filter(([name]) => name === 'beginTurn')).toHaveLength(2)
  await expect(runRestore(turns, undefined, '/work/other')).rejects.toThrow('An agent is working in this folder')
  turn.endTurn('p')
  expect(await runRestore(turns, undefined, '/work/other')).toBe('put back')
})
