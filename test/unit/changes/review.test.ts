import { Buffer } from 'node:buffer'
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { turnOf } from '../../support/setEvidence'
import { temporaryFolder } from '../../support/temporaryFolder'
import { checkRestoredRenames } from './checkRestoredRenames'
import { killReviewRepeatedly } from './killedReview'
import { rejectAll, ReviewedFolder } from './reviewedFolder'

const ten = joinLines('1', '2', '3', '4', '5', '6', '7', '8', '9', '10')

it('lists and rejects the agent\'s changes, and keeps the person\'s in the same file', () => {
  const folder = createFolder({ 'a.ts': ten })
  folder.turn('A', 'p', () => folder.write('a.ts', ten.replace('3\n', 'three\n')))
  folder.others(() => folder.write('a.ts', folder.text('a.ts').replace('9\n', 'nine\n')))

  expect(folder.review.list({ threadId: 'A' })).toMatchObject({
    count: 1,
    files: [{ path: folder.at('a.ts'), kind: 'changed', by: ['unannounced', 'outside'], state: 'pending', added: 1, removed: 1 }],
  })
  expect(folder.review.read({ threadId: 'A', path: folder.at('a.ts') })).toMatchObject({
    before: ten.replace('9\n', 'nine\n'),
    after: ten.replace('3\n', 'three\n').replace('9\n', 'nine\n'),
  })

  const { baseline, current } = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
  expect(folder.files()[0]!.keys).toEqual({ baseline, current })
  expect(folder.review.tally({ threadId: 'A' }).pending).toBe(1)

  expect(folder.decide('reject', 'a.ts')).toEqual({ done: 1, left: [] })
  expect(folder.text('a.ts')).toBe(ten.replace('9\n', 'nine\n'))
  expect(folder.review.tally({ threadId: 'A' }).pending).toBe(0)
  expect(folder.files()[0]).toMatchObject({ state: 'rejected', added: 1, removed: 1 })
})

it('omits other authors whose changes have been reverted', () => {
  const folder = createFolder({ 'a.ts': ten })
  folder.turn('A', 'p', () => folder.write('a.ts', ten.replace('3\n', 'three\n')))
  const agents = folder.text('a.ts')
  folder.turn('B', 'q', () => folder.write('a.ts', agents.replace('9\n', 'nine\n')))
  folder.others(() => folder.write('a.ts', agents.replace('9\n', 'NINE\n')))
  expect(folder.files()[0]!.by).toEqual(['unannounced', 'otherThread', 'outside'])
  folder.others(() => folder.write('a.ts', agents))
  expect(folder.files()[0]).toMatchObject({ by: ['unannounced'], added: 1, removed: 1 })
})

it('marks lines that the agent and others changed, and decides about them only by a chosen version', () => {
  const folder = createFolder({ 'a.ts': ten })
  folder.turn('A', 'p', () => folder.write('a.ts', ten.replace('9\n', 'nine\n')))
  folder.others(() => folder.write('a.ts', folder.text('a.ts').replace('nine\n', 'NINE\n')))

  expect(folder.files()[0]).toMatchObject({ isShared: true })
  expect(folder.decide('reject', 'a.ts')).toMatchObject({ done: 0, left: [{ path: folder.at('a.ts'), why: 'changedMeanwhile' }] })
  expect(folder.review.previewRestore({ threadId: 'A', promptId: 'p' })).toMatchObject([{ path: folder.at('a.ts'), conflict: 'shared' }])
  expect(folder.text('a.ts')).toContain('NINE')

  expect(folder.decide('reject', 'a.ts', { hunks: [0] })).toMatchObject({ done: 0, left: [{ why: 'changedMeanwhile' }] })
  expect(folder.decide('keep', 'a.ts', { hunks: [0], version: 'others' })).toMatchObject({ done: 1 })
  expect(folder.text('a.ts')).toContain('NINE')
  expect(folder.review.tally({ threadId: 'A' }).pending).toBe(0)
})

it('restores one thread\'s changes, and keeps files of another thread and the person', () => {
  const folder = createFolder({ 'a.ts': 'a\n', 'b.ts': 'b\n' })
  folder.turn('A', 'p', () => {
    folder.write('a.ts', 'A\n')
    folder.write('made/deep/new.ts', 'new\n')
  })
  folder.turn('B', 'q', () => folder.write('b.ts', 'B\n'))
  folder.others(() => folder.write('mine.txt', 'mine\n'))

  expect(folder.review.previewRestore({ threadId: 'A', promptId: 'p' })).toMatchObject([
    { path: folder.at('a.ts'), does: 'restore', added: 1, removed: 1 },
    { path: folder.at('made/deep/new.ts'), does: 'delete', removed: 1 },
  ])
  expect(folder.restore('p')).toEqual({ done: 2, left: [] })
  expect(folder.shape()).toEqual({ 'a.ts': 'a\n', 'b.ts': 'B\n', 'mine.txt': 'mine\n' })

  folder.undo()
  expect([folder.text('a.ts'), folder.text('made/deep/new.ts')]).toEqual(['A\n', 'new\n'])
})

it('restores the exact bytes at each step of a series of decisions and undos', () => {
  const folder = createFolder({ 'a.ts': ten })
  const agents = ten.replace('1\n', 'one\n').replace('5\n', 'five\n').replace('9\n', 'nine\n')
  const withoutSecond = agents.replace('five\n', '5\n')
  folder.turn('A', 'p', () => folder.write('a.ts', agents))

  folder.decide('reject', 'a.ts', { hunks: [1] })
  expect(folder.text('a.ts')).toBe(withoutSecond)
  expect(folder.review.list({ threadId: 'A' })).toMatchObject({ undo: { act: 'reject' }, files: [{ state: 'partly' }] })
  folder.undo()
  expect(folder.text('a.ts')).toBe(agents)
  expect(folder.files()[0]).toMatchObject({ state: 'pending' })
  folder.decide('keep', 'a.ts', { hunks: [0] })
  expect(folder.text('a.ts')).toBe(agents)
  expect(folder.review.read({ threadId: 'A', path: folder.at('a.ts') }).before).toBe(ten.replace('1\n', 'one\n'))
  folder.decide('reject', 'a.ts', { hunks: [0] })
  expect(folder.text('a.ts')).toBe(withoutSecond)
  folder.restore('p')
  expect(folder.text('a.ts')).toBe(ten)
  expect(folder.files()[0]).toMatchObject({ state: 'rejected' })
  folder.undo()
  expect(folder.text('a.ts')).toBe(withoutSecond)
  folder.undo()
  expect(folder.text('a.ts')).toBe(agents)
  folder.undo()
  expect(folder.review.read({ threadId: 'A', path: folder.at('a.ts') }).before).toBe(ten)
  expect(folder.review.list({ threadId: 'A' }).undo).toBeUndefined()
})

it('keeps the changes of one turn or all without writing the file, and undoes both', () => {
  const folder = createFolder({ 'a.ts': ten })
  folder.turn('A', 'p', () => folder.write('a.ts', ten.replace('1\n', 'one\n')))
  folder.turn('A', 'q', () => folder.write('a.ts', folder.text('a.ts').replace('9\n', 'nine\n')))
  const status = statSync(folder.at('a.ts'))

  expect(folder.decide('keep', 'a.ts', { range: { threadId: 'A', from: 'q' } })).toEqual({ done: 1, left: [] })
  expect(folder.files({ threadId: 'A', from: 'q' })[0]).toMatchObject({ state: 'kept', added: 1 })
  expect(folder.files({ threadId: 'A', from: 'q', to: 'q' })[0]).toMatchObject({ state: 'kept' })
  expect(folder.review.read({ threadId: 'A', path: folder.at('a.ts') })).toMatchObject({ before: ten.replace('9\n', 'nine\n') })
  expect(folder.files()[0]).toMatchObject({ state: 'partly', added: 2 })
  folder.decide('keep', 'a.ts')
  expect(folder.files()[0]).toMatchObject({ state: 'kept' })
  folder.undo()
  folder.undo()
  expect(folder.files()[0]).toMatchObject({ state: 'pending', added: 2 })
  expect(statSync(folder.at('a.ts'))).toEqual(status)
})

it('skips decisions about an outdated state or a file that a later turn changed again', () => {
  const folder = createFolder({ 'a.ts': ten, 'b.ts': 'b\n' })
  folder.turn('A', 'p', () => {
    folder.write('a.ts', ten.replace('1\n', 'one\n'))
    folder.write('b.ts', 'B\n')
  })
  const seen = folder.review.read({ threadId: 'A', path: folder.at('a.ts') })
  const other = folder.review.read({ threadId: 'A', path: folder.at('b.ts') })
  folder.turn('A', 'q', () => folder.write('a.ts', 'all new\n'))

  const files = [{ path: folder.at('a.ts'), ...seen, hunks: [0] }, { path: folder.at('b.ts'), ...other }]
  const outcome = folder.review.decide({ threadId: 'A', act: 'reject', files })
  expect(outcome).toMatchObject({ done: 1, left: [{ path: folder.at('a.ts'), why: 'stale' }] })
  expect(folder.review.read({ threadId: 'A', from: 'p', to: 'p', path: folder.at('a.ts') })).toMatchObject({ past: 'since' })
  expect(folder.decide('reject', 'a.ts', { range: { threadId: 'A', from: 'p', to: 'p' } })).toMatchObject({ left: [{ why: 'stale' }] })
  expect([folder.text('a.ts'), folder.text('b.ts')]).toEqual(['all new\n', 'b\n'])
})

it.each(['keep', 'reject'] as const)('decides about all listed files except those written again: %s', (act) => {
  const test = createFolder({ file: '1\n', other: '1\n' })
  const named = new Map(['file', 'other'].map(name => [test.at(name), [{ from: 0, to: Infinity }]]))
  test.ledger.beginTurn({ threadId: 'A', promptId: 'a1' })
  test.evidence.turns = [turnOf('A', { promptId: 'a1', named })]
  const write = (path: string, text: string): void => {
    test.write(path, text)
    const call = { threadId: 'A', promptId: 'a1', toolCallId: text, paths: [test.at(path)], status: 'completed' } as const
    test.ledger.apply({ kind: 'turnBegan', ...call, at: 0 })
    test.ledger.apply({ kind: 'call', ...call, at: Date.now() })
  }
  write('file', '1\nseen\n')
  write('other', '1\nseen\n')
  const { marks: [mark] } = test.review.list({ threadId: 'A' })
  write('file', '1\nseen\nunseen\n')
  expect(test.review.decideAll({ threadId: 'A', act, mark: mark! }).paths).toEqual([test.at('other')])
  expect(test.text('file')).toBe('1\nseen\nunseen\n')
  expect(test.files().find(({ path }) => path === test.at('file'))).toMatchObject({ state: 'pending', added: 2 })
})

it('never overwrites unrecorded content', () => {
  const folder = createFolder({ 'a.ts': 'a\n', 'b.ts': 'b\n' })
  folder.turn('A', 'p', () => {
    folder.write('a.ts', 'A\n')
    folder.write('b.ts', 'B\n')
  })
  folder.write('a.ts', 'unseen\n')
  expect(folder.decide('reject', 'a.ts')).toMatchObject({ done: 0, left: [{ why: 'changedMeanwhile' }] })
  expect(folder.restore('p')).toMatchObject({ done: 1, left: [{ why: 'changedMeanwhile' }] })
  expect([folder.text('a.ts'), folder.text('b.ts')]).toEqual(['unseen\n', 'b\n'])
})

it('restores renamed files: edited, in a folder, by case only, over another file', () => {
  checkRestoredRenames(createFolder({}), 40)
})

it('restores files, folders and links that replaced each other, without writing through links', () => {
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'theirs.txt'), 'theirs\n')
  const folder = createFolder({ 'file': 'file\n', 'dir/in.txt': 'in\n', 'linked': 'linked\n', 'out/in.txt': 'in\n' })
  symlinkSync('file', folder.at('link'))
  symlinkSync('nowhere', folder.at('gone'))
  folder.others(() => undefined)
  const before = folder.shape()
  folder.turn('A', 'p', () => {
    rmSync(folder.at('file'))
    folder.write('file/deep/a.txt', 'a\n')
    rmSync(folder.at('dir'), { recursive: true })
    folder.write('dir', 'now a file\n')
    rmSync(folder.at('linked'))
    symlinkSync(join(outside, 'theirs.txt'), folder.at('linked'))
    rmSync(folder.at('link'))
    symlinkSync('dir', folder.at('link'))
    rmSync(folder.at('gone'))
    folder.write('gone', 'here\n')
    rmSync(folder.at('out'), { recursive: true })
    symlinkSync(outside, folder.at('out'))
  })
  const after = folder.shape()
  expect(folder.restore('p')).toMatchObject({ left: [] })
  expect(folder.shape()).toEqual(before)
  folder.undo()
  expect(folder.shape()).toEqual(after)
  expect(readFileSync(join(outside, 'theirs.txt'), 'utf8')).toBe('theirs\n')
})

it('writes nothing through a folder that became a link to outside', () => {
  const outside = temporaryFolder()
  const folder = createFolder({ 'dir/a.ts': 'a\n', 'dir/b/c.ts': 'c\n' })
  folder.turn('A', 'p', () => {
    folder.write('dir/a.ts', 'A\n')
    folder.write('dir/b/c.ts', 'C\n')
    folder.write('dir/new.ts', 'new\n')
  })
  renameSync(folder.at('dir'), join(outside, 'dir'))
  symlinkSync(join(outside, 'dir'), folder.at('dir'))
  expect(folder.restore('p').done).toBe(1) // the file to delete does not exist
  expect(readFileSync(join(outside, 'dir/a.ts'), 'utf8')).toBe('A\n')
  expect(readFileSync(join(outside, 'dir/b/c.ts'), 'utf8')).toBe('C\n')
  expect(readFileSync(join(outside, 'dir/new.ts'), 'utf8')).toBe('new\n')
})

it('writes nothing into another folder that has taken its place', () => {
  const folder = createFolder({ 'a.ts': 'a\n' })
  folder.turn('A', 'p', () => folder.write('a.ts', 'A\n'))
  const away = `${folder.root}-away`
  onTestFinished(() => rmSync(away, { recursive: true }))
  renameSync(folder.root, away)
  folder.write('a.ts', 'A\n')
  expect(() => rejectAll(folder.review, { threadId: 'A' })).toThrow('is not there. Nothing was changed.')
  expect(folder.text('a.ts')).toBe('A\n')
})

it('restores modes, alone and with contents', () => {
  const folder = createFolder({ 'run.sh': 'run\n', 'secret': 'secret\n' })
  chmodSync(folder.at('secret'), 0o600)
  chmodSync(folder.at('run.sh'), 0o644)
  folder.others(() => undefined)
  const { ino, mtimeMs } = statSync(folder.at('run.sh'))
  folder.turn('A', 'p', () => {
    chmodSync(folder.at('run.sh'), 0o755)
    folder.write('secret', 'changed\n')
  })
  expect(folder.files()[0]).toMatchObject({ isWhole: true })
  expect(folder.decide('reject', 'run.sh')).toMatchObject({ done: 1 })
  expect(readMode(folder, 'run.sh')).toBe(0o644)
  expect(statSync(folder.at('run.sh'))).toMatchObject({ ino, mtimeMs })
  folder.restore('p')
  expect([readMode(folder, 'secret'), readFileSync(folder.at('secret'), 'utf8')]).toEqual([0o600, 'secret\n'])
})

it('restores files with any line endings, byte order mark and encoding', () => {
  const crlf = '\uFEFF1\r\n2\r\n3'
  const folder = createFolder({ 'crlf.txt': crlf })
  const [latin1, utf16, nul] = [Buffer.from('gr\xFC\xDF\n', 'latin1'), Buffer.from('\uFEFFtext\n', 'utf16le'), Buffer.from('a\0b\n')]
  const encoded = { latin1, utf16, nul }
  folder.others(() => Object.entries(encoded).forEach(([name, bytes]) => writeFileSync(folder.at(name), bytes)))
  folder.turn('A', 'p', () => {
    folder.write('crlf.txt', crlf.replace('2', 'two'))
    for (const name of Object.keys(encoded))
      writeFileSync(folder.at(name), Buffer.from([0xFF, 0, 1]))
  })
  const { files } = folder.review.list({ threadId: 'A' })
  const whole = [true, undefined]
  expect(files.map(({ isWhole = false, added }) => [isWhole, added])).toEqual([[false, 1], whole, whole, whole])
  expect(folder.review.read({ threadId: 'A', path: folder.at('latin1') })).not.toHaveProperty('before')
  folder.decide('reject', 'crlf.txt', { hunks: [0] })
  expect(folder.text('crlf.txt')).toBe(crlf)
  folder.restore('p')
  for (const [name, bytes] of Object.entries(encoded))
    expect(readFileSync(folder.at(name)).equals(bytes)).toBe(true)
})

it.each([
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['big-endian UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
])('reviews a text in %s by line, and writes it in that encoding', (_, encoded) => {
  const text = ten.replace('6\n', 'gr\xFC\xDFe\n')
  const folder = createFolder({})
  const write = (changed: string): void => writeFileSync(folder.at('a.txt'), encoded(changed))
  const readBytes = (): Buffer => readFileSync(folder.at('a.txt'))
  folder.others(() => write(text))
  folder.turn('A', 'p', () => write(text.replace('3\n', 'three\n').replace('6\n', '').replace('9\n', 'n\xE9uf\n')))
  folder.others(() => write(text.replace('1\n', '\xE9in\n').replace('3\n', 'three\n').replace('9\n', 'n\xE9uf\n')))

  expect(folder.files()).toMatchObject([{ added: 2, removed: 2 }])
  expect(folder.review.read({ threadId: 'A', path: folder.at('a.txt') }).after).toContain('n\xE9uf\n')
  expect(folder.decide('reject', 'a.txt', { hunks: [0] })).toMatchObject({ done: 1 })
  expect(readBytes().equals(encoded(text.replace('1\n', '\xE9in\n').replace('9\n', 'n\xE9uf\n')))).toBe(true)
  expect(folder.decide('keep', 'a.txt', { hunks: [0] })).toMatchObject({ done: 1 })
  folder.undo()
  expect(folder.decide('reject', 'a.txt')).toMatchObject({ done: 1 })
  expect(readBytes().equals(encoded(text.replace('1\n', '\xE9in\n')))).toBe(true)
})

it('lists only changed lines if all line endings changed; the endings are decided with the whole file', () => {
  const crlf = ten.replaceAll('\n', '\r\n')
  const folder = createFolder({ 'a.ts': crlf })
  folder.turn('A', 'p', () => folder.write('a.ts', ten.replace('3\n', 'three\n').replace('9\n', 'nine\n')))
  expect(folder.files()).toMatchObject([{ added: 2, removed: 2 }])

  expect(folder.decide('keep', 'a.ts', { hunks: [0] })).toMatchObject({ done: 1 })
  expect(folder.decide('reject', 'a.ts', { hunks: [0] })).toMatchObject({ done: 1 })
  expect(folder.text('a.ts')).toBe(crlf.replace('3\r\n', 'three\r\n'))
  folder.undo()
  expect(folder.text('a.ts')).toBe(ten.replace('3\n', 'three\n').replace('9\n', 'nine\n'))
})

it('reports a changed encoding instead of comparing lines', () => {
  const folder = createFolder({ 'a.txt': 'gr\xFC\xDFe\n' })
  folder.turn('A', 'p', () => writeFileSync(folder.at('a.txt'), Buffer.from('gr\xFC\xDFe!\n', 'latin1')))
  const read = folder.review.read({ threadId: 'A', path: folder.at('a.txt') })
  expect(read).toMatchObject({ facts: [{ kind: 'encoding', before: 'UTF-8', after: 'Latin-1' }] })
  expect(read).not.toHaveProperty('after')
  expect(folder.decide('reject', 'a.txt')).toMatchObject({ done: 1 })
  expect(folder.text('a.txt')).toBe('gr\xFC\xDFe\n')
})

it('restores a file of 20 MB, and reports that one of 70 MB cannot be restored', () => {
  const folder = createFolder({})
  const large = Buffer.alloc(20 * 1024 * 1024, 'large')
  folder.others(() => {
    writeFileSync(folder.at('20'), large)
    writeFileSync(folder.at('70'), '')
    truncateSync(folder.at('70'), 70 * 1024 * 1024)
  })
  folder.turn('A', 'p', () => {
    writeFileSync(folder.at('20'), 'small')
    truncateSync(folder.at('70'), 71 * 1024 * 1024)
  })
  expect(folder.files()).toMatchObject([{ isWhole: true }, { isUnkept: true }])
  expect(folder.review.previewRestore({ threadId: 'A', promptId: 'p' })).toMatchObject([{}, { conflict: 'unkept' }])
  expect(folder.restore('p')).toMatchObject({ done: 1, left: [{ path: folder.at('70'), why: 'unkept' }] })
  expect(readFileSync(folder.at('20')).equals(large)).toBe(true)
})

it('does not delete a file that was ignored until .gitignore changed', () => {
  const folder = createFolder({ '.gitignore': '*.log\n', 'a.log': 'log\n' })
  folder.turn('A', 'p', () => folder.write('.gitignore', '# nothing\n'))
  folder.restore('p')
  expect([folder.text('.gitignore'), folder.text('a.log'), existsSync(folder.at('a.log'))]).toEqual(['*.log\n', 'log\n', true])
})

it('lists changes in the turn that made them, and changes between turns in none', () => {
  const folder = createFolder({ 'a.ts': 'a\n' })
  folder.turn('A', 'p', () => folder.write('a.ts', 'A\n'))
  folder.others(() => folder.write('pulled.ts', 'pulled\n'))
  folder.turn('A', 'q', () => folder.write('b.ts', 'b\n'), { commandUntil: Infinity })
  const listNames = (range: object): string[] => folder.files({ threadId: 'A', ...range }).map(({ path }) => path)
  expect(listNames({ from: 'p', to: 'p' })).toEqual([folder.at('a.ts')])
  expect(listNames({ from: 'q', to: 'q' })).toEqual([folder.at('b.ts')])
  expect(listNames({})).toEqual([folder.at('a.ts'), folder.at('b.ts')])
  expect(() => listNames({ from: 'unknown' })).toThrow('not recorded')
})

// Two hundred kills are in review.slow.test.ts.
it('finishes an interrupted operation at the next start', async () => {
  await killReviewRepeatedly({ midway: 2 })
})

function joinLines(...names: string[]): string {
  return names.map(name => `${name}\n`).join('')
}

/** A folder with these files, seen once. */
function createFolder(files: Record<string, string>): ReviewedFolder {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  folder.others(() => Object.entries(files).forEach(([path, text]) => folder.write(path, text)))
  return folder
}

function readMode(folder: ReviewedFolder, path: string): number {
  return lstatSync(folder.at(path)).mode & 0o7777
}
