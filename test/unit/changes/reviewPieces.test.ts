import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { rejectAll, ReviewedFolder } from './reviewedFolder'

const ten = Array.from({ length: 10 }, (_, index) => `${index + 1}\n`).join('')
const agents = ten.replace('1\n', 'one\n').replace('5\n', 'five\n').replace('9\n', 'nine\n')

/** A folder with this file, seen once, and then changed by thread A's agent in turn p. */
function createChangedFolder(after: string, before = ten): ReviewedFolder {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  folder.others(() => folder.write('a.ts', before))
  folder.turn('A', 'p', () => folder.write('a.ts', after))
  return folder
}

it('reports for each turn whether all of its changes to a file were reverted, and how', () => {
  const folder = createChangedFolder(ten.replace('1\n', 'one\n').replace('5\n', 'five\n'))
  const listReverted = () =>
    folder.review.tally({ threadId: 'A' }).takenBack.map(({ promptId, act }) => ({ promptId, act }))
  folder.decide('reject', 'a.ts', { hunks: [0] })
  expect(listReverted()).toEqual([])
  folder.decide('reject', 'a.ts')
  expect(listReverted()).toEqual([{ promptId: 'p', act: 'reject' }])
  folder.undoDecision('rejected', 'a.ts', 0)
  expect(listReverted()).toEqual([])
  folder.decide('reject', 'a.ts')

  folder.turn('A', 'two', () => folder.write('a.ts', ten.replace('2\n', 'two\n')))
  folder.turn('A', 'three', () => folder.write('a.ts', folder.text('a.ts').replace('9\n', 'nine\n')))
  expect(listReverted()).toEqual([{ promptId: 'p', act: 'reject' }])
  folder.restore('three')
  expect(folder.text('a.ts')).toContain('two')
  expect(listReverted()).toEqual([{ promptId: 'p', act: 'reject' }, { promptId: 'three', act: 'restore' }])
  folder.undo()
  folder.decide('keep', 'a.ts')
  expect(listReverted()).toEqual([{ promptId: 'p', act: 'reject' }])
})

describe('restoring to a message', () => {
  const [first, second] = ['1\n', '9\n']
  /** Turn p changes the first line, turn q the ninth. */
  function createTwoTurns(): ReviewedFolder {
    const folder = createChangedFolder(ten.replace(first, 'one\n'))
    folder.turn('A', 'q', () => folder.write('a.ts', folder.text('a.ts').replace(second, 'nine\n')))
    return folder
  }

  it('does not bring back rejected changes of an earlier turn', () => {
    const folder = createTwoTurns()
    folder.decide('reject', 'a.ts', { hunks: [0] })
    folder.restore('q')
    expect(folder.text('a.ts')).toBe(ten)
    folder.undo()
    expect(folder.text('a.ts')).toBe(ten.replace(second, 'nine\n'))
  })

  it('respects a rejection that was partly or completely undone', () => {
    for (const [wayBack, left] of [
      [(folder: ReviewedFolder) => folder.undo(), ten.replace(first, 'one\n')],
      [(folder: ReviewedFolder) => folder.undoDecision('rejected', 'a.ts', 0), ten.replace(first, 'one\n')],
      [(folder: ReviewedFolder) => folder.undoDecision('rejected', 'a.ts', 1), ten],
    ] as const) {
      const folder = createTwoTurns()
      folder.decide('reject', 'a.ts')
      wayBack(folder)
      folder.restore('q')
      expect(folder.text('a.ts')).toBe(left)
    }
  })

  it('does not bring back a rejected new file of an earlier turn', () => {
    const folder = createChangedFolder(ten)
    folder.turn('A', 'q', () => folder.write('new.ts', 'new\n'))
    folder.turn('A', 'r', () => folder.write('new.ts', 'newer\n'))
    folder.decide('reject', 'new.ts')
    folder.restore('r')
    expect(folder.shape()).toEqual({ 'a.ts': ten })
  })
})

describe('a decided hunk', () => {
  it('is listed as kept or rejected, and can be undone alone', () => {
    const folder = createChangedFolder(agents)
    folder.decide('keep', 'a.ts', { hunks: [0] })
    folder.decide('reject', 'a.ts', { hunks: [0] })
    expect(folder.decided('a.ts')).toEqual({ kept: ['one\n'], rejected: ['five\n'] })

    expect(folder.undoDecision('kept', 'a.ts', 0)).toEqual({ done: 1, left: [] })
    expect(folder.review.read({ threadId: 'A', path: folder.at('a.ts') }).before).toBe(ten)
    expect(folder.decided('a.ts')).toEqual({ rejected: ['five\n'] })
    expect(folder.review.list({ threadId: 'A' }).undo?.act).toBe('reject')

    folder.undoDecision('rejected', 'a.ts', 0)
    expect([folder.text('a.ts'), folder.decided('a.ts'), folder.files()[0]!.state]).toEqual([agents, {}, 'pending'])
    expect(folder.review.list({ threadId: 'A' }).undo).toBeUndefined()
  })

  it('can be undone in a file that was kept as a whole, until nothing is kept', () => {
    const folder = createChangedFolder(agents)
    folder.decide('keep', 'a.ts')
    folder.undoDecision('kept', 'a.ts', 1)
    expect(folder.review.read({ threadId: 'A', path: folder.at('a.ts') }).before).toBe(agents.replace('five\n', '5\n'))
    expect([folder.decided('a.ts'), folder.files()[0]!.state]).toEqual([{ kept: ['one\n', 'nine\n'] }, 'partly'])
    folder.undoDecision('kept', 'a.ts')
    expect([folder.decided('a.ts'), folder.files()[0]!.state, folder.undo()]).toEqual([{}, 'pending', undefined])
    folder.decide('keep', 'a.ts')
    folder.undoDecision('kept', 'a.ts', 1)
    folder.undo()
    expect([folder.decided('a.ts'), folder.files()[0]!.state, folder.undo()]).toEqual([{}, 'pending', undefined])
  })

  it('can be undone in a file that was rejected as a whole, while others write to it', () => {
    const folder = createChangedFolder(agents)
    folder.decide('reject', 'a.ts')
    folder.others(() => folder.write('a.ts', folder.text('a.ts').replace('3\n', 'mine\n')))
    folder.undoDecision('rejected', 'a.ts', 0)
    expect(folder.text('a.ts')).toBe(ten.replace('1\n', 'one\n').replace('3\n', 'mine\n'))
    expect([folder.decided('a.ts'), folder.files()[0]!.state]).toEqual([{ rejected: ['five\n', 'nine\n'] }, 'partly'])
    folder.undoDecision('rejected', 'a.ts')
    expect([folder.text('a.ts'), folder.undo()]).toEqual([agents.replace('3\n', 'mine\n'), undefined])
  })

  it('is the whole file if the file was created', () => {
    const folder = createChangedFolder('new\n', '')
    folder.turn('A', 'q', () => folder.write('b.ts', 'b\n'))
    folder.decide('reject', 'b.ts')
    expect(folder.undoDecision('rejected', 'b.ts', 0)).toMatchObject({ done: 1 })
    expect(folder.text('b.ts')).toBe('b\n')
    folder.decide('keep', 'b.ts')
    expect(folder.undoDecision('kept', 'b.ts')).toMatchObject({ done: 1 })
    expect(folder.files()).toMatchObject([{}, { state: 'pending' }])
  })

  it('is not undone if it or its file has changed', () => {
    const folder = createChangedFolder(agents)
    folder.decide('reject', 'a.ts', { hunks: [0] })
    const { baseline, current, decided } = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
    const request = { threadId: 'A', path: folder.at('a.ts'), baseline, current, state: 'rejected' as const, key: decided![0]!.key }
    folder.others(() => folder.write('a.ts', folder.text('a.ts').replace('3\n', 'mine\n')))
    expect(folder.review.undoDecision({ ...request, hunk: 0 })).toMatchObject({ done: 0, left: [{ why: 'stale' }] })
    const now = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
    expect(folder.review.undoDecision({ ...request, baseline: now.baseline, current: now.current })).toMatchObject({ done: 0 })
    // Overwritten lines cannot be restored.
    folder.others(() => folder.write('a.ts', folder.text('a.ts').replace('1\n', 'uno\n')))
    expect(folder.decided('a.ts')).toEqual({})
  })
})

describe('lines changed by the agent and others', () => {
  /** The agent changes lines 1 and 9, somebody else line 9 again, and line 3. */
  function createSharedLines(): ReviewedFolder {
    const folder = createChangedFolder(ten.replace('1\n', 'one\n').replace('9\n', 'nine\n'))
    folder.others(() => folder.write('a.ts', folder.text('a.ts').replace('nine\n', 'NINE\n').replace('3\n', 'mine\n')))
    return folder
  }
  const rest = ten.replace('1\n', 'one\n').replace('3\n', 'mine\n')

  it('have two versions, of which the person chooses one or both', () => {
    for (const [version, line] of [['agents', 'nine\n'], ['others', 'NINE\n'], ['both', 'nine\nNINE\n']] as const) {
      const folder = createSharedLines()
      const { shared: lines } = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
      expect(lines).toEqual([{ hunks: [1], agents: 'nine\n', others: 'NINE\n' }])
      expect(folder.decide('keep', 'a.ts', { hunks: [1], version })).toEqual({ done: 1, left: [] })
      expect(folder.text('a.ts')).toBe(rest.replace('9\n', line))
      const { before, shared: left = [] } = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
      expect([before, left]).toEqual([ten.replace('3\n', 'mine\n').replace('9\n', line), []])
      expect(folder.files()[0]).not.toHaveProperty('isShared')
      expect(folder.decide('reject', 'a.ts')).toMatchObject({ done: 1 })
      expect(folder.text('a.ts')).toBe(ten.replace('3\n', 'mine\n').replace('9\n', line))
      folder.undo()
      folder.undo()
      expect(folder.text('a.ts')).toBe(rest.replace('9\n', 'NINE\n'))
      expect(folder.files()[0]).toMatchObject({ isShared: true, state: 'pending' })
    }
  })

  it('are skipped if the file has changed, or if only the agent changed them', () => {
    const folder = createSharedLines()
    const { baseline, current } = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
    expect(folder.decide('keep', 'a.ts', { hunks: [0], version: 'agents' })).toMatchObject({ done: 0, left: [{ why: 'stale' }] })
    folder.write('a.ts', 'unseen\n')
    const file = { path: folder.at('a.ts'), baseline, current, hunks: [1], version: 'both' as const }
    const choose = (): unknown => folder.review.decide({ threadId: 'A', act: 'keep', files: [file] })
    expect(choose()).toMatchObject({ done: 0, left: [{ why: 'changedMeanwhile' }] })
    folder.others(() => undefined)
    expect(choose()).toMatchObject({ done: 0, left: [{ why: 'stale' }] })
    expect(folder.text('a.ts')).toBe('unseen\n')
  })

  it('have both versions again when the choice is undone', () => {
    const folder = createSharedLines()
    folder.decide('keep', 'a.ts', { hunks: [1], version: 'agents' })
    expect(folder.decided('a.ts')).toEqual({ kept: ['nine\n'] })
    folder.undoDecision('kept', 'a.ts', 0)
    expect(folder.text('a.ts')).toBe(rest.replace('9\n', 'NINE\n'))
    expect([folder.decided('a.ts'), folder.undo()]).toEqual([{}, undefined])
  })
})

describe('an undo', () => {
  it('without effect leaves the rejection in place, to be undone later', () => {
    const folder = createChangedFolder(ten.replace('5\n', 'five\n'))
    folder.decide('reject', 'a.ts')
    folder.others(() => folder.write('a.ts', ten.replace('5\n', 'mine\n')))
    expect(folder.undo()).toMatchObject({ done: 0, left: [{ why: 'changedMeanwhile' }] })
    expect(folder.text('a.ts')).toBe(ten.replace('5\n', 'mine\n'))
    folder.others(() => folder.write('a.ts', ten))
    expect(folder.undo()).toMatchObject({ done: 1, left: [] })
    expect(folder.text('a.ts')).toBe(ten.replace('5\n', 'five\n'))
    expect(folder.files()).toMatchObject([{ state: 'pending' }])
    expect(folder.undo()).toBeUndefined()
  })

  it('of some files leaves the others rejected', () => {
    const folder = createChangedFolder(ten.replace('5\n', 'five\n'))
    folder.turn('A', 'q', () => folder.write('b.ts', 'b\n'))
    rejectAll(folder.review, { threadId: 'A' })
    folder.others(() => folder.write('a.ts', ten.replace('5\n', 'mine\n')))
    expect(folder.undo()).toMatchObject({ done: 1, left: [{ path: folder.at('a.ts') }] })
    const listStates = () => folder.files().map(({ path, state }) => [path.slice(folder.root.length + 1), state])
    expect(listStates()).toContainEqual(['b.ts', 'pending'])
    folder.others(() => folder.write('a.ts', ten))
    expect(listStates()).toEqual([['a.ts', 'rejected'], ['b.ts', 'pending']])
    folder.decide('reject', 'b.ts')
    expect([folder.undo(), folder.undo()]).toMatchObject([{ done: 1, left: [] }, { done: 1, left: [] }])
    expect([folder.text('a.ts'), folder.text('b.ts')]).toEqual([ten.replace('5\n', 'five\n'), 'b\n'])
  })
})
