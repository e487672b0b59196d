// @vitest-environment happy-dom
import type { CodeEditor } from '../../../../src/renderer/components/editor/code/codeEditor'
import type { BufferView, OtherFile } from '../../../../src/shared/contract/methods/bufferMethods'
import type { HostConnection } from '../../../../src/shared/rpc'
import { collab } from '@codemirror/collab'
import { EditorState, Text, type Transaction } from '@codemirror/state'
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { SharedText } from '../../../../src/main/buffers/sharedText'
import { createCollabWire } from '../../../../src/renderer/components/editor/code/collabWire'
import { type OpenedFile, useFile } from '../../../../src/renderer/components/editor/useFile'
import { provideHost } from '../../../../src/renderer/composables/host/useHost'
import { HostError } from '../../../../src/shared/errors'
import { hostStandIn } from '../hostStandIn'

const view: BufferView = {
  kind: 'text',
  path: '/a',
  version: 0,
  lineage: 'l',
  text: '',
  isUnsaved: false,
  isGone: false,
  encoding: 'utf-8',
  lineEnding: 'lf',
}

function openFile(connection: HostConnection) {
  let file!: OpenedFile
  const inner = { setup: () => void (file = useFile({ threadId: 't', path: '/a', onOpened: () => undefined })), template: '<i />' }
  const page = mount({ components: { inner }, setup: () => provideHost(connection), template: '<inner />' })
  return { file, page }
}

it('reopens a file if a picture was replaced or if it could not be opened before', async () => {
  const picture = { kind: 'other', path: '/a', size: 1, reason: '', stamp: '1' } as const
  let there: BufferView | OtherFile | undefined
  const closeBuffer = vi.fn()
  const { connection } = hostStandIn({
    openBuffer() {
      if (!there)
        throw new HostError('not_found', 'It is not there.')
      return there
    },
    closeBuffer,
  })
  const { file } = openFile(connection)
  await expect.poll(() => file.failed.value).toBeTruthy()
  const other = { ...picture, stamp: '2' }
  for (const [now, openings] of [[undefined, 0], [picture, 1], [picture, 1], [other, 2], [view, 3], [view, 3]] as const) {
    there = now
    await file.reopenIfReplaced()
    expect([file.opened.value, file.openCount.value]).toEqual([now, openings])
  }
  expect(closeBuffer.mock.calls.length).toBe(1) // of two openings of the text
})

it('sends everything typed when the file is closed right after the last letter', async () => {
  const text = new SharedText(Text.empty, (version, updates) => tell('bufferUpdates', { path: '/a', version, updates: [...updates] }))
  const closeBuffer = vi.fn()
  const { connection, tell } = hostStandIn({
    openBuffer: () => view,
    updateBuffer: ({ version, updates }) => ({ isAccepted: text.take(version, updates) }),
    closeBuffer,
  })
  const { file, page } = openFile(connection)
  await expect.poll(() => file.text.value).toBeTruthy()

  let state = EditorState.create({ extensions: collab({ clientID: 'window', startVersion: 0 }) })
  const editor = {
    get state() {
      return state
    },
    dispatch: (made: readonly Transaction[]) => void (state = made.at(-1)!.state),
  }
  const wire = createCollabWire({
    view: editor,
    send: file.send,
    after: changed => changed.state.update({}),
    onLost: () => expect.fail(),
  })
  file.listen(wire.receive)
  const pushes = [...'quick'].map((letter) => {
    editor.dispatch([state.update({ changes: { from: state.doc.length, insert: letter } })])
    return wire.push()
  })
  const code = { ...wire, place: () => ({ anchor: 0, head: 0, top: 0, isFocused: false }), dispose: () => undefined }
  file.leave(code as unknown as CodeEditor, view) // all that leaving needs
  page.unmount()
  await Promise.all(pushes)
  await expect.poll(() => closeBuffer).toHaveBeenCalled()
  expect(text.text.toString()).toBe('quick')
})
