// @vitest-environment happy-dom
import type { HostConnection } from '../../../src/shared/rpc'
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { provideHost } from '../../../src/renderer/composables/host/useHost'
import { provideDrafts, type ThreadDraft, useDraft } from '../../../src/renderer/composables/useDrafts'

const saved = { text: 'from last time', attachments: [{ id: 'a', name: 'n', size: 1, content: { type: 'text', text: 't' } }], comments: [] }

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

function openDraft(readDraft: () => Promise<unknown>) {
  const saveDraft = vi.fn(() => Promise.resolve())
  const connection = { host: { readDraft, saveDraft }, on: () => () => undefined } as unknown as HostConnection // all that drafts need
  let draft: ThreadDraft | undefined
  const inner = { setup: () => void (draft = useDraft('t')), template: '<i />' }
  mount({ components: { inner }, setup: () => {
    provideHost(connection)
    provideDrafts()
  }, template: '<inner />' })
  return { draft: draft!, saveDraft }
}

it('shows the stored draft, and saves a change within a second, attachments only if they change', async () => {
  const { draft, saveDraft } = openDraft(() => Promise.resolve(saved))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(draft.text.value).toBe('from last time')
  expect(draft.attachments.value).toEqual(saved.attachments)

  saveDraft.mockClear()
  const comment = { id: 'c', path: '/w/a.ts', line: 1, isRemoved: false, quote: 'q', text: 'Why?' }
  draft.comments.value = [comment]
  await nextTick()
  expect(saveDraft.mock.calls).toEqual([[{ threadId: 't', comments: [comment] }]])
  saveDraft.mockClear()
  draft.text.value = 'more'
  await nextTick()
  draft.text.value = 'more words'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saveDraft.mock.calls).toEqual([[{ threadId: 't', text: 'more words' }]])
})

it('keeps what was typed before the host answered, below the stored draft', async () => {
  let answer: ((draft: unknown) => void) | undefined
  const { draft } = openDraft(() => new Promise(resolve => answer = resolve))
  draft.text.value = 'typed at once'
  answer!(saved)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(draft.text.value).toBe('from last time\n\ntyped at once')
  expect(draft.attachments.value).toEqual(saved.attachments)
})

it.each(['beforeunload', 'pagehide'])('a draft is saved immediately when the window closes: %s', async (leaving) => {
  const { draft, saveDraft } = openDraft(() => Promise.resolve(undefined))
  draft.text.value = 'x'
  await nextTick()
  window.dispatchEvent(new Event(leaving))
  expect(saveDraft.mock.calls).toEqual([[{ threadId: 't', text: 'x' }]])
})

it('a failed save of a draft is retried on the next change', async () => {
  const { draft, saveDraft } = openDraft(() => Promise.resolve(undefined))
  saveDraft.mockImplementationOnce(() => Promise.reject(new Error('no disk')))
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined)
  draft.attachments.value = saved.attachments as ThreadDraft['attachments']['value']
  await nextTick()
  await nextTick()
  draft.text.value = 'x'
  await nextTick()
  draft.text.value = ''
  await nextTick()
  expect(saveDraft.mock.calls.at(-1)).toEqual([{ threadId: 't', text: '', attachments: saved.attachments }])
})

it('a draft includes a message being sent until it has arrived', async () => {
  const { draft, saveDraft } = openDraft(() => Promise.resolve(undefined))
  draft.text.value = 'on its way'
  draft.attachments.value = saved.attachments as ThreadDraft['attachments']['value']
  await vi.advanceTimersByTimeAsync(1_000)
  saveDraft.mockClear()
  const { messageId } = draft.take()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saveDraft.mock.calls).toEqual([])
  draft.text.value = 'typed since'
  await vi.advanceTimersByTimeAsync(1_000)
  draft.settle(messageId, true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saveDraft.mock.calls).toEqual([
    [{ threadId: 't', text: 'typed since\n\non its way' }],
    [{ threadId: 't', text: 'typed since', attachments: [] }],
  ])
})

it('a draft is sent to the host again if the window has more of it', async () => {
  localStorage.setItem('parley.draft.t', 'typed without a connection')
  const { saveDraft } = openDraft(() => Promise.resolve(saved))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saveDraft.mock.calls).toContainEqual([expect.objectContaining({ text: 'typed without a connection' })])
})
