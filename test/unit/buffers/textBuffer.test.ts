import type { BufferAuthor } from '../../../src/shared/contract/methods/bufferMethods'
import { ChangeSet, EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toEditorText } from '../../../src/main/buffers/text/editorText'
import { mergeAtOnce } from '../../../src/main/buffers/text/mergeWork'
import { type DiskText, TextBuffer } from '../../../src/main/buffers/textBuffer'

const agent: BufferAuthor = { kind: 'agent', threadId: 't', agentName: 'Agent' }
const disk: BufferAuthor = { kind: 'disk' }
const base = 'one\ntwo\nthree\nfour\nfive\n'

it('a buffer follows the disk until the person types, and is then unsaved', () => {
  const buffer = openBuffer(base)
  takeDisk(buffer, makeDiskText('other\n'), disk)
  expect([buffer.text.toString(), buffer.isUnsaved]).toEqual(['other\n', false])
  type(buffer, 'other', 'mine')
  expect(buffer.isUnsaved).toBe(true)
  type(buffer, 'mine', 'other')
  expect(buffer.isUnsaved).toBe(false)
})

it('a buffer is saved if an agent writes back the unsaved text that it read', () => {
  const buffer = openBuffer(base)
  type(buffer, 'one', 'ONE')
  const { known } = buffer
  takeDisk(buffer, makeDiskText('ONE\ntwo\nthree\nfour\nfive\nsix\n'), agent, known)
  expect([buffer.text.toString(), buffer.isUnsaved]).toEqual(['ONE\ntwo\nthree\nfour\nfive\nsix\n', false])
})

it('a buffer follows an agent that wrote from an older text, but keeps what the person typed since', () => {
  const quiet = openBuffer(base)
  const { known } = quiet
  takeDisk(quiet, makeDiskText(base.replace('five', 'formatted')), disk)
  takeDisk(quiet, makeDiskText(base.replace('two', 'agent\'s')), agent, known)
  expect([quiet.text.toString(), quiet.isUnsaved]).toEqual([base.replace('two', 'agent\'s'), false])

  const typed = openBuffer(base)
  const before = typed.known
  type(typed, 'five', 'person\'s')
  typed.markSaved({ ...typed.disk, text: typed.text, hash: 'saved' }, typed.conflict)
  expect(typed.isUnsaved).toBe(false)
  takeDisk(typed, makeDiskText(base.replace('two', 'agent\'s')), agent, before)
  expect([typed.text.toString(), typed.isUnsaved]).toEqual(['one\nagent\'s\nthree\nfour\nperson\'s\n', true])
})

it('a conflict is resolved with either version or both, and keeps lines that only one side changed', () => {
  const settle = (choice: 'mine' | 'theirs' | 'merge'): string => {
    const buffer = openBuffer(`${base}six\nseven\n`)
    type(buffer, 'two', 'mine')
    type(buffer, 'four', 'my four')
    takeDisk(buffer, makeDiskText(`${base}six\ntheir seven\n`.replace('two', 'theirs')), agent)
    expect(buffer.conflict).toMatchObject({ count: 1, by: agent })
    buffer.settle(choice, buffer.conflict!.key)
    expect([buffer.conflict, buffer.isUnsaved]).toEqual([undefined, true])
    return buffer.text.toString()
  }
  expect(settle('mine')).toBe('one\nmine\nthree\nmy four\nfive\nsix\ntheir seven\n')
  expect(settle('theirs')).toBe('one\ntheirs\nthree\nmy four\nfive\nsix\ntheir seven\n')
  expect(settle('merge')).toBe(
    'one\n<<<<<<< You\nmine\n=======\ntheirs\n>>>>>>> Agent\nthree\nmy four\nfive\nsix\ntheir seven\n',
  )
})

it('a conflict is kept if it arose while the person resolved an earlier one or saved', () => {
  const buffer = openBuffer(base)
  type(buffer, 'two', 'mine')
  takeDisk(buffer, { ...makeDiskText(base.replace('two', 'theirs')), hash: 'first' }, agent)
  const { conflict } = buffer
  takeDisk(buffer, { ...makeDiskText(base.replace('two', 'not seen')), hash: 'second' }, agent)
  expect(() => buffer.settle('mine', conflict!.key)).toThrow('changed once more')
  expect(buffer.conflict?.theirs.toString()).toContain('not seen')
  buffer.markSaved({ ...buffer.disk, text: buffer.disk.text, hash: 'third' }, conflict)
  expect(buffer.conflict?.theirs.toString()).toContain('not seen')
})

it('a conflict is kept through further writes until one of them resolves it', () => {
  const buffer = openBuffer(base)
  type(buffer, 'two', 'mine')
  takeDisk(buffer, makeDiskText(base.replace('two', 'theirs')), agent)
  takeDisk(buffer, makeDiskText(base.replace('two', 'theirs').replace('five', '5')), agent)
  expect([buffer.conflict?.count, buffer.text.toString()]).toEqual([1, 'one\nmine\nthree\nfour\n5\n'])
  takeDisk(buffer, makeDiskText('one\nmine\nthree\nfour\n5\n'), disk)
  expect([buffer.conflict, buffer.isUnsaved]).toEqual([undefined, false])
})

it('a buffer keeps its text when the file is deleted, and merges a new file at its path', () => {
  const buffer = openBuffer(base)
  type(buffer, 'two', 'mine')
  buffer.markGone()
  expect(buffer.state).toMatchObject({ isUnsaved: true, isGone: true })
  takeDisk(buffer, makeDiskText(base.replace('five', '5')), disk)
  expect([buffer.text.toString(), buffer.isGone]).toEqual(['one\nmine\nthree\nfour\n5\n', false])
})

it('a buffer never loses a typed line, and returns changes that turn the file on disk into its text', () => {
  const line = fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', '\n')
  const lines = fc.array(line, { maxLength: 12 })
  const step = fc.oneof(
    fc.record({ typed: fc.nat(), over: fc.nat(2) }),
    fc.record({ disk: lines, isFromServed: fc.boolean() }),
  )
  fc.assert(fc.property(lines, fc.array(step, { maxLength: 12 }), (start, steps) => {
    const buffer = openBuffer(start.join(''))
    const typed = new Set<string>()
    for (const [index, done] of steps.entries()) {
      if ('disk' in done) {
        takeDisk(buffer, makeDiskText(done.disk.join('')), agent, done.isFromServed ? buffer.known : undefined)
        // If an agent removes lines from the text that it read, it has seen them.
        if (done.isFromServed)
          typed.clear()
      }
      else {
        typed.add(`typed ${index}`)
        typeLine(buffer, done.typed, done.over, `typed ${index}`, typed)
      }
      for (const words of typed)
        expect(buffer.text.toString()).toContain(words)
      expect(ChangeSet.fromJSON(JSON.parse(JSON.stringify(buffer.unsavedChanges))).apply(buffer.disk.text).toString())
        .toBe(buffer.text.toString())
      expect(buffer.isUnsaved).toBe(buffer.text.toString() !== buffer.disk.text.toString())
    }
  }), { numRuns: 300 })
})

function openBuffer(text: string): TextBuffer {
  const ignore = (): void => undefined
  return new TextBuffer({ path: '/file', disk: makeDiskText(text), onUpdates: ignore, onChange: ignore })
}

function makeDiskText(text: string): DiskText {
  return { text: toEditorText(text), hash: text, format: { encoding: 'utf-8', lineEnding: 'lf' } }
}

function type(buffer: TextBuffer, over: string, insert: string): void {
  const from = buffer.text.toString().indexOf(over)
  typeAt(buffer, { from, to: from + over.length, insert })
}

/** Types a line over some others; those that were typed before are gone by the person's own hand. */
function typeLine(buffer: TextBuffer, place: number, over: number, line: string, typed: Set<string>): void {
  const first = buffer.text.line(place % buffer.text.lines + 1)
  const last = buffer.text.line(Math.min(buffer.text.lines, first.number + over))
  typeAt(buffer, { from: first.from, to: last.to, insert: `${line}\n` })
  for (const words of typed) {
    if (!buffer.text.toString().includes(words))
      typed.delete(words)
  }
}

function typeAt(buffer: TextBuffer, changes: { from: number, to: number, insert: string }): void {
  const made = EditorState.create({ doc: buffer.text }).update({ changes }).changes
  buffer.update(buffer.known.version, [{ clientId: 'w', changes: made.toJSON() }])
}

function takeDisk(buffer: TextBuffer, ...found: Parameters<TextBuffer['takingDisk']>): void {
  mergeAtOnce(buffer.takingDisk(...found))
}
