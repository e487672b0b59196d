import type { TextUpdate } from '../../../../src/shared/contract/methods/bufferMethods'
import { collab, type Update } from '@codemirror/collab'
import { history, undo } from '@codemirror/commands'
import { ChangeSet, EditorState, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SharedText } from '../../../../src/main/buffers/sharedText'
import { type CollabWire, createCollabWire } from '../../../../src/renderer/components/editor/code/collabWire'
import { createFreshLines, markFreshLines, readFreshBlocks } from '../../../../src/renderer/components/editor/code/freshLines'

const claude = { kind: 'agent', threadId: 't', agentName: 'Claude' } as const

/** The host's own text, and windows that show it. */
class Authority {
  readonly windows: Window[] = []
  readonly shared: SharedText

  constructor(text: string) {
    this.shared = new SharedText(Text.of(text.split('\n')), (version, updates) => {
      // Serialized as JSON, as over a wire.
      const told = JSON.parse(JSON.stringify(updates)) as TextUpdate[]
      this.windows.forEach(window => window.hear(version, told))
    })
  }

  open(clientId: string): Window {
    const window = new Window(this, clientId)
    this.windows.push(window)
    return window
  }

  byAgent(change: { from: number, to?: number, insert?: string }): void {
    this.shared.change(ChangeSet.of(change, this.shared.text.length, '\n'), claude)
  }
}

class Window {
  readonly view: EditorView
  readonly wire: CollabWire
  readonly onLost = vi.fn()
  readonly sent: Update[] = []
  /** Others' changes are still in transit. */
  late: Parameters<CollabWire['receive']>[] | undefined

  constructor({ shared }: Authority, clientId: string) {
    this.view = new EditorView({
      state: EditorState.create({
        doc: shared.text,
        extensions: [history(), createFreshLines(), collab({ startVersion: shared.version, clientID: clientId })],
      }),
    })
    this.wire = createCollabWire({
      view: this.view,
      send: async (version, updates) => ({ isAccepted: shared.take(version, updates) }),
      after: (changed, by) => markFreshLines(changed, by, 1),
      onLost: this.onLost,
    })
  }

  hear(...told: Parameters<CollabWire['receive']>): void {
    if (this.late)
      this.late.push(told)
    else
      this.wire.receive(...told)
  }

  catchUp(): void {
    const { late } = this
    this.late = undefined
    late?.forEach(told => this.hear(...told))
  }

  get text(): string {
    return this.view.state.doc.toString()
  }

  type(from: number, insert: string): Promise<void> {
    this.view.dispatch({ changes: { from, insert }, userEvent: 'input.type' })
    return this.wire.push()
  }
}

let authority: Authority
afterEach(() => authority.windows.forEach(({ view }) => view.destroy()))

describe('a text in windows and in the host', () => {
  it('converges after everyone typed at once', async () => {
    authority = new Authority('one\ntwo\nthree')
    const [mine, other] = [authority.open('mine'), authority.open('other')]
    mine.late = []
    other.late = []
    authority.byAgent({ from: 4, to: 7, insert: 'TWO and a half' })
    const typing = [mine.type(0, 'a'), other.type(13, 'z'), mine.type(14, 'm')]
    mine.catchUp()
    other.catchUp()
    await Promise.all(typing)
    expect(mine.text).toMatch(/^aone\nTWO and a half\nthree(?:zm|mz)$/)
    expect(other.text).toBe(mine.text)
    expect(mine.onLost).not.toHaveBeenCalled()
    expect(authority.shared.text.toString()).toBe(other.text)
  })

  it('undoes only what was typed in the same window', async () => {
    authority = new Authority('one\ntwo')
    const mine = authority.open('mine')
    await mine.type(0, 'x')
    authority.byAgent({ from: 8, insert: ' by the agent' })
    expect(undo(mine.view)).toBe(true)
    await mine.wire.push()
    expect(mine.text).toBe('one\ntwo by the agent')
    expect(undo(mine.view)).toBe(false)
  })

  it('marks an agent\'s lines, and no others', async () => {
    authority = new Authority('one\ntwo\nthree')
    const [mine, other] = [authority.open('mine'), authority.open('other')]
    await other.type(0, 'typed ')
    authority.byAgent({ from: 10, to: 13, insert: 'two\nand a half' })
    expect(readFreshBlocks(mine.view.state)).toMatchObject([{ from: 10, to: 24, agentName: 'Claude' }])
    await mine.type(24, '!')
    expect(readFreshBlocks(mine.view.state)).toMatchObject([{ from: 10, to: 13 }])
  })

  it('is reopened if an update from the host was lost', () => {
    authority = new Authority('one')
    const mine = authority.open('mine')
    mine.late = []
    authority.byAgent({ from: 0, insert: 'a' })
    mine.late = undefined
    authority.byAgent({ from: 0, insert: 'b' })
    expect(mine.onLost).toHaveBeenCalledTimes(1)
    expect(mine.text).toBe('one')
  })

  it('is reopened if an update does not fit it', () => {
    authority = new Authority('one')
    const mine = authority.open('mine')
    mine.wire.receive(0, [{ clientId: 'host', changes: ChangeSet.of({ from: 90, insert: 'x' }, 100).toJSON() as unknown }])
    expect(mine.onLost).toHaveBeenCalledTimes(1)
  })

  it('ignores updates that it already has', async () => {
    authority = new Authority('one')
    const mine = authority.open('mine')
    await mine.type(0, 'a')
    mine.wire.receive(0, [{ clientId: 'mine', changes: [[0, 'a'], 3] }])
    expect(mine.text).toBe('aone')
    expect(mine.onLost).not.toHaveBeenCalled()
  })
})

describe('text that the host lacks', () => {
  it('includes everything typed, with the changes that turn the host\'s own text into it', () => {
    authority = new Authority('one\ntwo')
    const mine = authority.open('mine')
    expect(mine.wire.unsent()).toBeUndefined()
    mine.view.dispatch({ changes: { from: 0, insert: 'a' } })
    const left = mine.wire.unsent()!
    expect([left.version, left.updates, left.text()]).toEqual([0, [{ clientId: 'mine', changes: [[0, 'a'], 7] }], 'aone\ntwo'])
    expect(left.forText('another')).toEqual({ base: 'one\ntwo', changes: [[0, 'a'], 7] })
  })

  it('includes accepted text that a killed host did not store', async () => {
    authority = new Authority('one')
    const mine = authority.open('mine')
    await mine.type(3, ' a')
    await mine.type(5, ' b')
    const left = mine.wire.unsent()!
    expect(left.updates).toEqual([])
    expect(left.forText('one a')).toEqual({ base: 'one a', changes: [5, [0, ' b']] })
    expect(left.forText('one a b')).toBeUndefined()
    expect(left.forText('else')).toBeUndefined()
  })
})
