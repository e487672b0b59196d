import type { TextUpdate } from '../../../src/shared/contract/methods/bufferMethods'
import { collab, getSyncedVersion, receiveUpdates, sendableUpdates } from '@codemirror/collab'
import { ChangeSet, EditorState, Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SharedText } from '../../../src/main/buffers/sharedText'
import { computeChanges, toEditorText } from '../../../src/main/buffers/text/editorText'

const words = fc.constantFrom('', 'a', 'bc\n', '\n', 'é😀', 'line\nline\n')
const step = fc.record({
  who: fc.constantFrom(0, 1, 2, 'host' as const),
  does: fc.constantFrom('type', 'send', 'receive'),
  at: fc.nat(1_000),
  over: fc.nat(3),
  text: words,
})

it('converges concurrent edits of windows and the host', () => {
  fc.assert(fc.property(fc.array(words, { maxLength: 6 }), fc.array(step, { maxLength: 60 }), (start, steps) => {
    const updates: TextUpdate[] = []
    const shared = new SharedText(toEditorText(start.join('')), (_version, told) => updates.push(...told))
    const windows = [0, 1, 2].map(index => new TypingWindow(shared, updates, `window ${index}`))
    for (const { who, does, at, over, text } of steps) {
      if (who === 'host')
        shared.change(edit(shared.text, at, over, text), { kind: 'disk' })
      else
        windows[who]![does]({ at, over, text })
    }
    for (const window of windows) {
      window.send()
      window.send()
    }
    windows.forEach(window => window.receive())
    expect(windows.map(({ text }) => text)).toEqual(windows.map(() => shared.text.toString()))
    expect(shared.version).toBe(updates.length)
  }))
})

it('treats text from before a file was reopened as edited since, because versions start over', () => {
  const insert = (shared: SharedText): boolean =>
    shared.take(shared.version, [{ clientId: 'w', changes: [[0, 'typed '], shared.text.length] }])
  const [first, again] = [
    new SharedText(toEditorText('text'), () => {}),
    new SharedText(toEditorText('typed typed text'), () => {}),
  ]
  insert(first)
  insert(first)
  expect([first.isTypedSince(first.known), first.isTypedSince({ text: first.text, version: 0 })]).toEqual([false, true])
  insert(again)
  expect(again.isTypedSince(first.known)).toBe(true)
})

it('applies repeated updates of a window once', () => {
  const shared = new SharedText(Text.of(['ab']), () => undefined)
  const updates = [{ clientId: 'w', changes: [1, [0, 'x'], 1] }]
  expect([shared.take(0, updates), shared.take(0, updates)]).toEqual([true, true])
  expect([shared.text.toString(), shared.version]).toEqual(['axb', 1])
})

it('rejects all updates of a message if one is invalid', () => {
  const shared = new SharedText(Text.of(['ab']), () => expect.unreachable())
  const bad = [
    undefined,
    null,
    'text',
    {},
    [1],
    [3],
    [-1, 3],
    [1.5, 0.5],
    [Number.NaN],
    [2, [0, 'a\nb']],
    [2, [0, '\r']],
    [2, [0, 1]],
    [2, ['x']],
    [2, [0]],
    [2, [null]],
    [2, 0],
    [[3]],
    [2, [1e16, 'x']],
    [2, Infinity],
    [2, []],
  ]
  for (const changes of bad) {
    const updates = [{ clientId: 'w', changes: [[2, 'good']] }, { clientId: 'w', changes }]
    expect(() => shared.take(0, updates)).toThrow(expect.objectContaining({ code: 'invalid_params' }))
    expect(() => shared.take(0, [updates[1]!])).toThrow(expect.objectContaining({ code: 'invalid_params' }))
  }
  expect(() => shared.take(1, [])).toThrow(expect.objectContaining({ code: 'invalid_params' }))
  expect(() => shared.take(0, [{ clientId: 'host', changes: [2] }])).toThrow(expect.objectContaining({ code: 'invalid_params' }))
  expect(() => shared.take(0, [{ clientId: 'w', changes: [[2, 'x'.repeat(20 * 1024 * 1024 + 1)]] }])).toThrow(/20 MB/)
  expect([shared.text.toString(), shared.version]).toEqual(['ab', 0])
})

it('rejects updates of a window that is too far behind', () => {
  const shared = new SharedText(Text.of(['']), () => undefined)
  for (let version = 0; version < 2_001; version++)
    shared.take(version, [{ clientId: 'w', changes: version === 0 ? [[0, 'x']] : [[1, 'x']] }])
  expect(shared.take(0, [{ clientId: 'other', changes: [[0, 'late']] }])).toBe(false)
  expect(shared.text.toString()).toBe('x')
})

/** An editor that types, sends and receives on command. */
class TypingWindow {
  readonly #shared: SharedText
  readonly #updates: readonly TextUpdate[]
  #editor: EditorState

  constructor(shared: SharedText, updates: readonly TextUpdate[], clientID: string) {
    this.#shared = shared
    this.#updates = updates
    this.#editor = EditorState.create({ doc: shared.text, extensions: [collab({ clientID })] })
  }

  get text(): string {
    return this.#editor.doc.toString()
  }

  type({ at, over, text }: { at: number, over: number, text: string }): void {
    this.#editor = this.#editor.update({ changes: edit(this.#editor.doc, at, over, text) }).state
  }

  /** Some arrive late, and some twice. */
  send(): void {
    const updates = sendableUpdates(this.#editor)
      .map(({ clientID, changes }) => ({ clientId: clientID, changes: changes.toJSON() as unknown }))
    if (updates.length > 0)
      expect(this.#shared.take(getSyncedVersion(this.#editor), updates)).toBe(true)
  }

  receive(): void {
    const fresh = this.#updates.slice(getSyncedVersion(this.#editor))
    this.#editor = receiveUpdates(
      this.#editor,
      fresh.map(({ clientId, changes }) => ({ clientID: clientId, changes: ChangeSet.fromJSON(changes) })),
    ).state
  }
}

function edit(text: Text, at: number, over: number, insert: string): ChangeSet {
  const from = at % (text.length + 1)
  const to = Math.min(text.length, from + over)
  const after = text.replace(from, to, toEditorText(insert))
  // Like an agent's write, and like a key.
  return at % 2 === 0
    ? computeChanges(text, after)
    : ChangeSet.of({ from, to, insert: toEditorText(insert) }, text.length)
}

it('accepts a text that is temporarily too long', () => {
  const shared = new SharedText(Text.of(['ab']), () => undefined)
  const long = 20 * 1024 * 1024
  const changes = [[2, [0, 'x'.repeat(long)]], [2, [long]], [2, [0, 'c']]]
  expect(shared.take(0, changes.map(changes => ({ clientId: 'w', changes })))).toBe(true)
  expect(shared.text.toString()).toBe('abc')
})
