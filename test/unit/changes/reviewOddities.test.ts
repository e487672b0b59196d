import { chmodSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getInitialChoice } from '../../../src/renderer/components/changes/planned/plannedFiles'
import { temporaryFolder } from '../../support/temporaryFolder'
import { rejectAll, ReviewedFolder } from './reviewedFolder'

const ten = Array.from({ length: 10 }, (_, index) => `${index + 1}\n`).join('')

function createFolder(files: Readonly<Record<string, string>>): ReviewedFolder {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  folder.others(() => Object.entries(files).forEach(([path, text]) => folder.write(path, text)))
  return folder
}

it('later changes to a kept new file are decided by hunk', () => {
  const folder = createFolder({})
  folder.turn('A', 'p', () => folder.write('a', ten))
  expect(folder.files()).toMatchObject([{ kind: 'added', isWhole: true }])
  folder.decide('keep', 'a')
  folder.turn('A', 'q', () => folder.write('a', ten.replace('2\n', 'two\n').replace('8\n', 'eight\n')))
  expect(folder.files()).toMatchObject([{ kind: 'added', state: 'pending' }])
  expect(folder.files()[0]).not.toHaveProperty('isWhole')
  expect(folder.decide('reject', 'a', { hunks: [1] })).toEqual({ done: 1, left: [] })
  expect(folder.text('a')).toBe(ten.replace('2\n', 'two\n'))
})

it('decisions about one turn can be continued and undone until the agent changes the file again', () => {
  const folder = createFolder({ a: ten })
  const changed = ten.replace('2\n', 'two\n').replace('5\n', 'five\n').replace('8\n', 'eight\n')
  folder.turn('A', 'p', () => folder.write('a', changed))
  const range = { threadId: 'A', from: 'p', to: 'p' }
  expect(folder.decide('reject', 'a', { hunks: [0], range })).toEqual({ done: 1, left: [] })
  expect(folder.files(range)).toMatchObject([{ state: 'partly', keys: {} }])
  expect(folder.decide('reject', 'a', { range })).toEqual({ done: 1, left: [] })
  expect(folder.files(range)).toMatchObject([{ state: 'rejected', added: 3, removed: 3 }])
  const { baseline, current, decided } = folder.review.read({ ...range, path: folder.at('a') })
  const { key } = decided![0]!
  expect(folder.review.undoDecision({ ...range, path: folder.at('a'), baseline, current, state: 'rejected', key, hunk: 1 }).done).toBe(1)
  expect(folder.text('a')).toBe(ten.replace('5\n', 'five\n'))
  folder.turn('A', 'q', () => folder.write('a', ten))
  expect(folder.review.read({ ...range, path: folder.at('a') })).toMatchObject({ past: 'since', after: ten.replace('5\n', 'five\n') })
})

it('a turn includes later writes of others until its agent changes the file again', () => {
  const folder = createFolder({ a: ten, b: ten })
  folder.turn('A', 'p', () => {
    folder.write('a', ten.replace('2\n', 'two\n').replace('8\n', 'eight\n'))
    folder.write('b', ten.replace('2\n', 'two\n'))
  })
  folder.turn('A', 'q', () => folder.write('b', 'anew\n'))
  folder.others(() => folder.write('a', folder.text('a').replace('two\n', 'mine\n').replace('5\n', 'five\n')))
  const range = { threadId: 'A', from: 'p', to: 'p' }
  expect(folder.files(range)).toMatchObject([{ by: ['unannounced', 'outside'], isShared: true, keys: {} }, { by: ['unannounced'] }])
  expect(folder.files(range)[1]).not.toHaveProperty('keys')
  expect(folder.review.read({ ...range, path: folder.at('b') })).toMatchObject({ past: 'since' })

  expect(folder.decide('reject', 'a', { hunks: [1], range })).toEqual({ done: 1, left: [] })
  expect(folder.decide('keep', 'a', { hunks: [0], version: 'both', range })).toEqual({ done: 1, left: [] })
  expect(folder.text('a')).toBe(ten.replace('2\n', 'two\nmine\n').replace('5\n', 'five\n'))
  expect(folder.files(range)[0]).toMatchObject({ state: 'kept' })
  folder.undo()
  folder.undo()
  expect(folder.text('a')).toBe(ten.replace('2\n', 'mine\n').replace('5\n', 'five\n').replace('8\n', 'eight\n'))

  // A later change that is this turn's after all is reviewed with it, and the person's once they say so.
  folder.ledger.claim({ ...range, path: folder.at('a'), by: 'asked' })
  expect(folder.files(range)[0]).toMatchObject({ by: ['unannounced', 'asked'], keys: {}, added: 3 })
  folder.ledger.claim({ ...range, path: folder.at('a'), by: 'you' })
  expect(folder.files(range)[0]).toMatchObject({ by: ['you'] })
})

it('a rejection of an earlier turn is not a change of a later turn', () => {
  const folder = createFolder({ a: ten })
  folder.turn('A', 'p', () => folder.write('a', ten.replace('2\n', 'two\n')))
  folder.turn('A', 'q', () => folder.write('a', folder.text('a').replace('8\n', 'eight\n')))
  folder.decide('reject', 'a', { hunks: [0] })
  for (const range of [{ threadId: 'A', from: 'q', to: 'q' }, { threadId: 'A', from: 'q' }]) {
    expect(folder.review.read({ ...range, path: folder.at('a') }).past).toBe('thread')
    expect(folder.decide('reject', 'a', { range })).toMatchObject({ done: 0 })
  }
  expect(folder.text('a')).toBe(ten.replace('8\n', 'eight\n'))
})

it('a rejection is not a change of a later turn even after other writes or on adjacent lines', () => {
  for (const [write, others] of [['8\n', '5\n'], ['3\n', undefined]] as const) {
    const folder = createFolder({ a: ten })
    folder.turn('A', 'p', () => folder.write('a', ten.replace('2\n', 'two\n')))
    folder.turn('A', 'q', () => folder.write('a', folder.text('a').replace(write, 'agent\n')))
    folder.decide('reject', 'a')
    folder.others(() => others !== undefined && folder.write('a', folder.text('a').replace(others, 'mine\n')))
    folder.turn('A', 'r', () => folder.write('a', folder.text('a').replace('10\n', 'ten\n')))
    const now = folder.text('a')
    for (const range of [{ threadId: 'A', from: 'q', to: 'q' }, { threadId: 'A', from: 'q' }])
      expect(folder.decide('reject', 'a', { range })).toMatchObject({ done: 0 })
    expect(folder.text('a')).toBe(now)
  }
})

it('kept changes of a turn stay kept after other writes to the file', () => {
  const folder = createFolder({ a: ten })
  folder.turn('A', 'p', () => folder.write('a', ten.replace('2\n', 'two\n')))
  folder.turn('A', 'q', () => folder.write('a', folder.text('a').replace('8\n', 'eight\n')))
  folder.others(() => folder.write('a', folder.text('a').replace('5\n', 'mine\n')))
  const range = { threadId: 'A', from: 'q', to: 'q' }
  expect(folder.decide('keep', 'a', { range })).toEqual({ done: 1, left: [] })
  expect(folder.files(range)).toMatchObject([{ state: 'kept' }])
  expect(folder.files(range)[0]).not.toHaveProperty('isShared')
  expect(folder.files()).toMatchObject([{ state: 'partly' }])
})

it('lines that another thread changed and reverted belong to the agent alone again', () => {
  const folder = createFolder({ a: ten })
  const ours = ten.replace('5\n', 'A5\n').replace('6\n', 'A6\n')
  folder.turn('A', 'p', () => folder.write('a', ours))
  folder.turn('B', 'q', () => folder.write('a', ours.replace('A6\n', 'B6\n').replace('7\n', 'B7\n')))
  expect(folder.files()).toMatchObject([{ isShared: true }])
  expect(folder.restore('q', 'B')).toEqual({ done: 1, left: [] })
  expect(folder.files()[0]).not.toHaveProperty('isShared')
  expect(folder.review.previewRestore({ threadId: 'A', promptId: 'p' })[0]).not.toHaveProperty('conflict')
  expect(folder.decide('reject', 'a')).toEqual({ done: 1, left: [] })
  expect(folder.text('a')).toBe(ten)
})

it('lists changed permissions, and old and new link targets', () => {
  const folder = createFolder({ 'run.sh': ten, 'file': 'x\n' })
  folder.others(() => {
    chmodSync(folder.at('run.sh'), 0o644)
    symlinkSync('file', folder.at('link'))
  })
  folder.turn('A', 'p', () => {
    chmodSync(folder.at('run.sh'), 0o755)
    rmSync(folder.at('link'))
    symlinkSync('/etc/passwd', folder.at('link'))
  })
  const readFacts = (path: string): unknown => folder.review.read({ threadId: 'A', path: folder.at(path) }).facts
  expect(readFacts('run.sh')).toEqual([{ kind: 'mode', before: 0o644, after: 0o755 }])
  expect(readFacts('link')).toEqual([{ kind: 'link', before: 'file', after: '/etc/passwd' }])
})

it('reports what is in the way if a file replaced a folder, or vice versa', () => {
  const folder = createFolder({ 'd/x': 'x\n', 'f': 'f\n' })
  folder.turn('A', 'p', () => {
    rmSync(folder.at('d'), { recursive: true })
    rmSync(folder.at('f'))
    folder.write('d', 'a file\n')
    folder.write('f/inner', 'in\n')
  })
  const inTheWay = { done: 0, left: [{ why: 'failed', words: 'Another file or folder is in its place, or in the place of its folder.' }] }
  expect([folder.decide('reject', 'd/x'), folder.decide('reject', 'f')]).toMatchObject([inTheWay, inTheWay])
  for (const path of ['d', 'd/x', 'f/inner', 'f'])
    expect(folder.decide('reject', path)).toEqual({ done: 1, left: [] })
  expect(folder.shape()).toEqual({ 'd': 'folder', 'd/x': 'x\n', 'f': 'f\n' })
})

it('undoes what it can after a folder was deleted, and reports the rest', () => {
  const folder = createFolder({ 'd/a': ten })
  folder.turn('A', 'p', () => {
    folder.write('d/a', 'agent\n')
    folder.write('d/new', 'new\n')
  })
  expect(folder.restore('p')).toEqual({ done: 2, left: [] })
  folder.others(() => rmSync(folder.at('d'), { recursive: true }))
  const words = 'Somebody has changed the same part of it since.'
  expect(folder.undo()).toEqual({ done: 1, left: [{ path: folder.at('d/a'), why: 'changedMeanwhile', words }] })
  expect(folder.shape()).toEqual({ 'd': 'folder', 'd/new': 'new\n' })
})

it.skipIf(process.platform === 'win32')('restores deleted folders with their permissions', () => {
  const [root, storeFolder] = [temporaryFolder(), temporaryFolder()]
  const folder = new ReviewedFolder(root, storeFolder)
  const modes = { 'private': 0o700, 'private/open': 0o755, 'private/shared': 0o770, 'hidden': 0o700, 'usual': 0o755 }
  chmodSync(root, 0o755)
  folder.write('.gitignore', 'hidden\n')
  for (const [name, mode] of Object.entries(modes)) {
    folder.write(`${name}/file`, 'text\n')
    chmodSync(folder.at(name), mode)
  }
  folder.turn('A', 'p', () => {
    folder.evidence.news = { named: [folder.at('hidden/file')] }
    folder.ledger.apply({ kind: 'call', at: Date.now(), threadId: 'A', toolCallId: 'deletes', paths: [] })
    folder.evidence.news = undefined
    for (const name of ['private', 'hidden', 'usual'])
      rmSync(folder.at(name), { recursive: true })
  })
  folder.ledger.dispose()
  const later = new ReviewedFolder(root, storeFolder) // as after a restart
  onTestFinished(() => later.ledger.dispose())
  expect(rejectAll(later.review, { threadId: 'A' })).toMatchObject({ done: 5, left: [] })
  const readMode = (name: string): [string, number] => [name, statSync(later.at(name)).mode & 0o777]
  expect(Object.fromEntries(Object.keys(modes).map(readMode))).toEqual(modes)
})

describe('a file that the agent moved', () => {
  const range = { threadId: 'A' }
  const nameFiles = (folder: ReviewedFolder, ...names: string[]) =>
    ({ named: new Map(names.map(name => [folder.at(name), [{ from: 0, to: Infinity }]])) })
  /** What "Reject all" and "Restore files to here" do with the initial selection. */
  const listSelected = ({ review, root }: ReviewedFolder): string[][] =>
    [review.previewReject(range), review.previewRestore({ ...range, promptId: 'p' })].map((planned) => {
      const chosen = getInitialChoice(planned)
      return planned.filter(({ path }) => chosen.has(path)).map(({ does, path }) => `${does} ${path.slice(root.length + 1)}`).sort()
    })
  const both = (...deeds: string[]): string[][] => [deeds, deeds]

  it('is moved back', () => {
    const folder = createFolder({ old: 'the person\'s\n', edited: 'theirs\n' })
    folder.turn('A', 'p', () => {
      renameSync(folder.at('old'), folder.at('new'))
      folder.write('edited', 'theirs and the agent\'s\n')
      folder.write('made', 'the agent\'s\n')
    }, nameFiles(folder, 'old', 'new', 'edited', 'made'))
    folder.turn('A', 'q', () => {
      renameSync(folder.at('edited'), folder.at('moved'))
      renameSync(folder.at('made'), folder.at('remade'))
    }, nameFiles(folder, 'edited', 'moved', 'made', 'remade'))
    expect(listSelected(folder)).toEqual(
      both('create edited', 'create old', 'delete moved', 'delete new', 'delete remade'),
    )
  })

  it('is not moved back if it is unknown who moved it', () => {
    const folder = createFolder({ old: 'the person\'s\n' })
    folder.turn('A', 'p', () => renameSync(folder.at('old'), folder.at('new')), nameFiles(folder, 'new'))
    expect(listSelected(folder)).toEqual(both())
    const mark = folder.review.list(range).marks[0]!
    expect(folder.review.decideAll({ ...range, act: 'reject', mark })).toMatchObject({ done: 0, left: [{}, {}] })
    expect(folder.text('new')).toBe('the person\'s\n')
  })

  it('is not moved back if it was changed first and it is unknown who moved it', () => {
    const folder = createFolder({ old: 'the person\'s\n' })
    folder.turn('A', 'p', () => {
      folder.write('old', 'the person\'s\nand the agent\'s\n')
      renameSync(folder.at('old'), folder.at('new'))
    }, nameFiles(folder, 'new'))
    expect(listSelected(folder)).toEqual(both())
  })

  it('is not moved back if its old path is taken', () => {
    const folder = createFolder({ old: 'the person\'s\n' })
    folder.turn('A', 'p', () => renameSync(folder.at('old'), folder.at('new')), nameFiles(folder, 'old', 'new'))
    folder.others(() => folder.write('old', 'another\n'))
    expect(listSelected(folder)).toEqual(both())
  })

  it('is not overwritten if it is unknown who moved it, edited since or not', () => {
    for (const edits of [false, true]) {
      const folder = createFolder({ old: 'the person\'s\n', kept: 'kept\n' })
      folder.turn('A', 'p', () => {
        renameSync(folder.at('old'), folder.at('kept'))
        if (edits)
          folder.write('kept', 'the person\'s\nand the agent\'s\n')
      }, nameFiles(folder, 'kept'))
      expect(listSelected(folder)).toEqual(both())
    }
  })

  it('is not overwritten if its old path is taken, edited since or not', () => {
    for (const edits of [false, true]) {
      const folder = createFolder({ old: 'the person\'s\n', kept: 'kept\n' })
      folder.turn('A', 'p', () => {
        renameSync(folder.at('old'), folder.at('kept'))
        if (edits)
          folder.write('kept', 'the person\'s\nand the agent\'s\n')
      }, nameFiles(folder, 'old', 'kept'))
      expect(listSelected(folder)).toEqual(both('create old', 'restore kept'))
      folder.others(() => folder.write('old', 'another\n'))
      expect(listSelected(folder)).toEqual(both())
    }
  })

  it('is not overwritten if it comes from outside the folder', () => {
    const folder = createFolder({ kept: 'kept\n' })
    const elsewhere = join(temporaryFolder(), 'file')
    writeFileSync(elsewhere, 'the person\'s\n')
    const began = Date.now() + 1_000
    folder.turn('A', 'p', () => renameSync(elsewhere, folder.at('kept')), { ...nameFiles(folder, 'kept'), began })
    expect(listSelected(folder)).toEqual(both())
  })

  it('is swapped back with another, but not once one of them was changed', () => {
    const folder = createFolder({ one: '1\n', other: '2\n' })
    const swap = (): void => {
      renameSync(folder.at('one'), folder.at('third'))
      renameSync(folder.at('other'), folder.at('one'))
      renameSync(folder.at('third'), folder.at('other'))
    }
    folder.turn('A', 'p', swap, nameFiles(folder, 'one', 'other'))
    expect(listSelected(folder)).toEqual(both('restore one', 'restore other'))
    expect(rejectAll(folder.review, range)).toMatchObject({ done: 2, left: [] })
    expect(folder.shape()).toEqual({ one: '1\n', other: '2\n' })
    folder.others(() => folder.write('other', 'anew\n'))
    expect(folder.undo()).toMatchObject({ done: 0, left: [{}, {}] })
    expect(folder.shape()).toEqual({ one: '1\n', other: 'anew\n' })
  })

  it('is not swapped back with another if one of them was changed since both were listed', () => {
    for (const name of ['one', 'other']) {
      const folder = createFolder({ one: '1\n', other: '2\n' })
      folder.turn('A', 'p', () => {
        folder.write('one', '2\n')
        folder.write('other', '1\n')
      }, nameFiles(folder, 'one', 'other'))
      const files = folder.review.previewReject(range)
      const changed = { ...folder.shape(), [name]: 'anew\n' }
      folder.write(name, 'anew\n')
      expect(folder.review.decide({ ...range, act: 'reject', files })).toMatchObject({ done: 0, left: [{}, {}] })
      expect(folder.shape()).toEqual(changed)
      folder.others(() => undefined)
      expect(folder.review.decide({ ...range, act: 'reject', files })).toMatchObject({ done: 0, left: [{}, {}] })
      expect(folder.shape()).toEqual(changed)
    }
  })

  it('is not removed before it is restored at its old path', () => {
    const folder = createFolder({ 'old/file': 'the person\'s\n' })
    folder.turn('A', 'p', () => {
      renameSync(folder.at('old/file'), folder.at('new'))
      rmSync(folder.at('old'), { recursive: true })
      folder.write('made', 'the agent\'s\n')
    })
    folder.others(() => folder.write('old', 'in the way\n'))
    const { done, left } = rejectAll(folder.review, range)
    expect([done, left.map(({ path }) => path).sort()]).toEqual([1, [folder.at('new'), folder.at('old/file')]])
    expect(folder.shape()).toEqual({ new: 'the person\'s\n', old: 'in the way\n' })
  })
})
