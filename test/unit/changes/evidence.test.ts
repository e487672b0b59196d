import type { CallNote, CallPaths, Note, ShownDiff } from '../../../src/main/changes/evidence'
import { expect, it } from 'vitest'
import { editsProduce, Evidence } from '../../../src/main/changes/evidence'

type ThreadNote = Extract<Note, { threadId: string }>
type Told<N> = N extends unknown ? Omit<N, 'at' | 'threadId'> : never

/** A turn that began at 10,000, and a clock. */
function openTurn() {
  const clock = { now: 10_000 }
  const evidence = new Evidence()
  const tell = (note: Told<ThreadNote>): CallPaths => evidence.apply({ threadId: 't', at: clock.now, ...note })
  tell({ kind: 'turnBegan', promptId: 'p' })
  return {
    evidence,
    clock,
    tell,
    call: (toolCallId: string, more: Partial<CallNote> = {}) => tell({ kind: 'call', toolCallId, paths: [], ...more }),
    turn: () => evidence.turnsAt(clock.now)[0],
    named: (path: string) => evidence.turnsAt(clock.now)[0]?.named.get(path),
  }
}

it('includes a turn from its start until two seconds after its end, or until the next one starts', () => {
  const { evidence, clock, tell, turn } = openTurn()
  expect(turn()).toEqual({ threadId: 't', promptId: 'p', began: 10_000, named: new Map(), questions: [], isWaiting: false })
  tell({ kind: 'turnEnded' })
  clock.now += 2_000
  expect(turn()).toMatchObject({ promptId: 'p', lateUntil: 12_000, quietSince: 10_000 })
  clock.now += 1
  expect(turn()).toBeUndefined()
  tell({ kind: 'turnBegan', promptId: 'q' })
  tell({ kind: 'turnOver' })
  expect(turn()).toBeUndefined()
  expect(evidence.state.threads.size).toBe(0)
})

it('includes a turn while its commands run, and counts the commands for the next turn too', () => {
  const { clock, tell, turn } = openTurn()
  tell({ kind: 'command', isRunning: true })
  tell({ kind: 'turnEnded' })
  clock.now += 60_000
  expect(turn()).toMatchObject({ promptId: 'p', commandUntil: Infinity, lateUntil: 12_000 })
  expect(turn()).not.toHaveProperty('quietSince')
  tell({ kind: 'turnBegan', promptId: 'q' })
  expect(turn()).toMatchObject({ promptId: 'q', commandUntil: Infinity })
  tell({ kind: 'command', isRunning: false })
  clock.now += 5_000
  expect(turn()).toMatchObject({ commandUntil: 70_000 })
  tell({ kind: 'closed' })
  expect(turn()).toBeUndefined()
})

it('treats a turn as working until its last call has ended, in any order of events', () => {
  const { clock, tell, call, turn } = openTurn()
  call('edit', { paths: ['/a'] })
  tell({ kind: 'turnEnded' })
  expect(turn()).not.toHaveProperty('quietSince')
  clock.now += 1_000
  call('edit', { status: 'completed' })
  expect(turn()).toMatchObject({ quietSince: 11_000 })
})

it('returns the last writer of a file only for two seconds', () => {
  const { evidence } = openTurn()
  const author = { by: 'you' } as const
  evidence.apply({ kind: 'write', id: 'save', path: '/a', content: 'x', author, at: 10_000 })
  evidence.apply({ kind: 'written', id: 'save', path: '/a', isDone: true, at: 10_000 })
  expect(evidence.lastWriter('/a', 'x', 12_000)).toEqual(author)
  expect(evidence.lastWriter('/a', 'y', 12_000)).toBeUndefined()
  expect(evidence.lastWriter('/a', 'x', 12_001)).toBeUndefined()
})

it('returns the periods in which writes to a file are attributed to a call that names it', () => {
  const { clock, call, named } = openTurn()
  call('edit', { paths: ['/a'], status: 'in_progress' })
  call('other', { paths: ['/b'] })
  call('looks', { paths: ['/c'], toolKind: 'read' })
  clock.now += 100
  call('edit', { status: 'completed' })
  const first = { from: 10_000, to: 10_150 }
  expect([named('/a'), named('/b'), named('/c')]).toEqual([[first], [{ from: 10_000, to: Infinity }], undefined])
  clock.now += 100
  call('again', { paths: ['/a'] })
  expect(named('/a')).toEqual([first, { from: 10_200, to: Infinity }])
  call('again', { status: 'failed' })
  expect(named('/a')).toEqual([first, { from: 10_200, to: 10_200 }])
})

it('counts a file as named since its scan, or since the call\'s own time if the call has already ended', () => {
  const { evidence, named } = openTurn()
  const call = { kind: 'call', threadId: 't', at: 10_000 } as const
  evidence.apply({ ...call, toolCallId: 'edit', paths: ['/a'], status: 'in_progress' }, 10_300)
  evidence.apply({ ...call, toolCallId: 'edited', paths: ['/b'], status: 'completed' }, 10_300)
  expect([named('/a'), named('/b')]).toEqual([[{ from: 10_300, to: Infinity }], [{ from: 10_000, to: 10_050 }]])
})

it('returns the files to scan when a call names them or ends, and those that it may have written already', () => {
  const { call } = openTurn()
  expect(call('edit', { paths: ['/a'], status: 'pending' })).toEqual({ named: ['/a'], ended: [], namedAfterStart: [] })
  expect(call('edit', { paths: ['/a', '/b'] })).toEqual({ named: ['/b'], ended: [], namedAfterStart: [] })
  expect(call('edit', { status: 'completed' })).toEqual({ named: [], ended: ['/a', '/b'], namedAfterStart: [] })
  expect(call('edit', { status: 'completed' })).toEqual({ named: [], ended: [], namedAfterStart: [] })
  expect(call('runs', { paths: ['/c'], status: 'in_progress' })).toEqual({ named: ['/c'], ended: [], namedAfterStart: ['/c'] })
  expect(call('ran', { paths: ['/d'], status: 'completed' })).toEqual({ named: [], ended: ['/d'], namedAfterStart: ['/d'] })
  expect(call('reads', { paths: ['/e'], status: 'completed', toolKind: 'read' })).toEqual({ named: [], ended: [], namedAfterStart: [] })
})

it('treats a call without updates or questions for a minute as ended', () => {
  const { clock, tell, call, named } = openTurn()
  call('edit', { paths: ['/a'] })
  clock.now += 60_001
  expect(named('/a')).toEqual([{ from: 10_000, to: 70_000 }])
  tell({ kind: 'question', isOpen: true })
  tell({ kind: 'question', isOpen: false })
  expect(named('/a')).toEqual([{ from: 10_000, to: Infinity }])
})

it('returns when questions were open, and whether the agent waits for the person without running a command', () => {
  const { clock, tell, turn } = openTurn()
  tell({ kind: 'question', isOpen: true })
  clock.now += 100
  tell({ kind: 'question', isOpen: true }) // one more
  expect(turn()).toMatchObject({ isWaiting: true, questions: [{ from: 10_000, to: Infinity }] })
  tell({ kind: 'command', isRunning: true })
  expect(turn()).toMatchObject({ isWaiting: false })
  tell({ kind: 'question', isOpen: false })
  expect(turn()).toMatchObject({ questions: [{ from: 10_000, to: 10_100 }] })
})

it('returns the time until which changes are attributed to a command', () => {
  const { clock, call, turn } = openTurn()
  call('edit', { paths: ['/a'] })
  expect(turn()).not.toHaveProperty('commandUntil')
  call('run', { toolKind: 'execute', status: 'completed' })
  expect(turn()).toMatchObject({ commandUntil: Infinity })
  clock.now += 5_000
  expect(turn()).toMatchObject({ commandUntil: 12_000 })
})

it('returns the author of a pending write through Parley, by path and content', () => {
  const { evidence, clock } = openTurn()
  const author = { by: 'asked', threadId: 't', promptId: 'p' } as const
  evidence.apply({ kind: 'write', id: 'one', path: '/a', content: 'x', author, at: clock.now })
  const writers = [evidence.pendingWriter('/a', 'x'), evidence.pendingWriter('/a', 'y'), evidence.pendingWriter('/b', 'x')]
  expect(writers).toEqual([author, undefined, undefined])
  expect(evidence.threadsNaming('/a', clock.now)).toEqual(['t'])
  const isBeingWritten = (path: string, changedAt?: number): boolean => evidence.isBeingWritten(path, changedAt)
  expect([isBeingWritten('/a', 10_000), isBeingWritten('/a', 10_001), isBeingWritten('/a'), isBeingWritten('/b')])
    .toEqual([false, true, true, false])
  evidence.apply({ kind: 'written', id: 'one', path: '/a', isDone: true, at: clock.now })
  expect(evidence.pendingWriter('/a', 'x')).toBeUndefined()
})

it('treats text as unsaved until five seconds after it is saved', () => {
  const { evidence, clock } = openTurn()
  const isUnsaved = (): boolean => evidence.isUnsaved('/a', clock.now)
  evidence.apply({ kind: 'unsaved', path: '/a', isUnsaved: false, at: clock.now })
  expect(isUnsaved()).toBe(false)
  evidence.apply({ kind: 'unsaved', path: '/a', isUnsaved: true, at: clock.now })
  clock.now += 60_000
  expect(isUnsaved()).toBe(true)
  evidence.apply({ kind: 'unsaved', path: '/a', isUnsaved: false, at: clock.now })
  clock.now += 5_000
  expect(isUnsaved()).toBe(true)
  clock.now += 1
  expect(isUnsaved()).toBe(false)
})

it('keeps open calls and the latest ended ones of a turn with many calls', () => {
  const { call, named, turn } = openTurn()
  call('long', { paths: ['/long'], toolKind: 'execute' })
  for (let count = 0; count < 1_000; count++) {
    call(`${count}`, { paths: [`/${count}`] })
    call(`${count}`, { status: 'completed' })
  }
  expect([named('/999')?.length, named('/long')?.length]).toEqual([1, 1])
  expect(turn()).toMatchObject({ commandUntil: Infinity })
  expect(turn()?.named.size).toBe(200)
})

it('returns the same turns after it is restored from its state', () => {
  const { evidence, clock, call } = openTurn()
  call('edit', { paths: ['/a'] })
  expect(new Evidence(structuredClone(evidence.state)).turnsAt(clock.now)).toEqual(evidence.turnsAt(clock.now))
})

it.each<[isMade: boolean, before: string | undefined, after: string, ...diffs: [string | null, string][]]>([
  [true, undefined, 'a', [null, 'a']],
  [true, '', 'a', ['', 'a']],
  [false, 'old', 'a', ['', 'a']],
  [true, 'old', 'a', ['old', 'a']],
  [true, '1\n2\n3\n4\n', '1\n$&\n3\nfour\n', ['2\n', '$&\n'], ['3\n4', '3\nfour']],
  [true, 'a a', 'b b', ['a', 'b']],
  [false, 'a a', 'b a', ['a', 'b']], // which of them it means is not shown
  [false, undefined, 'a', ['old', 'a']],
  [false, 'old', 'a', ['other', 'a']],
  [false, 'old\nmine\n', 'new\n', ['old\n', 'new\n']],
  [false, 'old\n', 'new\nmine\n', ['old\n', 'new\n']],
  [false, 'old', 'new'],
])('decides whether shown edits turn one text into another (%s: %j, %j)', (isMade, before, after, ...shown) => {
  const diffs = shown.map(([oldText, newText]): ShownDiff => ({ path: '/a', oldText, newText }))
  expect(editsProduce(diffs, before, after)).toBe(isMade)
})

it('keeps the edits shown by a call until it ends, and returns them if it succeeds', () => {
  const { evidence, clock, call } = openTurn()
  const diffs = [{ path: '/a', newText: 'a' }]
  call('edit', { status: 'pending', paths: ['/a'], diffs })
  clock.now += 100
  expect(call('edit', { status: 'completed', diffs: [] }).shown).toEqual({ diffs, from: 9_950, to: 10_150 })
  expect(call('edit', { status: 'completed', diffs })).not.toHaveProperty('shown')
  expect(call('late', { status: 'completed', paths: ['/a'], diffs }).shown).toEqual({ diffs, from: 9_100, to: 10_150 })
  expect(call('fails', { status: 'failed', paths: ['/a'], diffs })).not.toHaveProperty('shown')
  expect(call('reads', { status: 'completed', paths: ['/a'], toolKind: 'read', diffs })).not.toHaveProperty('shown')
  expect([...evidence.state.threads.get('t')!.turn!.calls.values()].flatMap(({ diffs }) => diffs)).toEqual([])
})
