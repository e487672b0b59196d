import type { HostHandlers } from '../../../src/shared/contract/contract'
import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import type { ThreadActivity } from '../../../src/shared/thread/threadActivity'
// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import PromptComposer from '../../../src/renderer/components/composer/PromptComposer.vue'
import { provideHost } from '../../../src/renderer/composables/host/useHost'
import { provideDrafts } from '../../../src/renderer/composables/useDrafts'
import { type Problems, provideProblems } from '../../../src/renderer/composables/useProblems'
import { HostError } from '../../../src/shared/errors'
import { emptyTranscript, type ThreadHead } from '../../../src/shared/thread/transcript'
import { hostStandIn } from './hostStandIn'

const thread: Omit<ThreadSummary, 'activity'> = {
  threadId: 't1',
  title: 'A thread',
  agentId: 'demo',
  agentName: 'Demo',
  folder: '/w',
  additionalFolders: [],
  createdAt: 0,
  updatedAt: 0,
  rank: 0,
  waiting: 0,
}

let composer: VueWrapper
let problems: Problems

function show(
  handlers: Partial<HostHandlers>,
  { activity = { state: 'ready' }, head = {} }: { activity?: ThreadActivity, head?: Partial<ThreadHead> } = {},
) {
  // An agent that never ran offers nothing.
  const { connection } = hostStandIn({
    readAgentSettings: () => Promise.reject(new HostError('unsupported', 'Unknown.')),
    readDraft: () => undefined,
    saveDraft: () => undefined,
    ...handlers,
  })
  composer = mount(
    defineComponent({
      setup() {
        provideHost(connection)
        provideDrafts()
        problems = provideProblems()
        return () =>
          h(PromptComposer, {
            thread: { ...thread, activity },
            transcript: { ...emptyTranscript, head: { ...emptyTranscript.head, ...head } },
            waiting: 0,
          })
      },
    }),
    { attachTo: document.body },
  )
}
const findBox = () => composer.get<HTMLTextAreaElement>('[aria-label=Message]')
function findButton(text: string) {
  return composer.findAll('button').find(button => (button.attributes('aria-label') ?? button.text()).endsWith(text))
}

beforeEach(() => localStorage.clear())
afterEach(() => composer.unmount())

it('sends on Enter, and empties itself', async () => {
  const sendPrompt = vi.fn()
  show({ sendPrompt })
  await findBox().setValue('hello')
  await findBox().trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(sendPrompt).toHaveBeenCalledWith({ threadId: 't1', content: [{ type: 'text', text: 'hello' }], messageId: expect.any(String) })
  expect(findBox().element.value).toBe('')
})

it.each([
  ['Shift and Enter', { key: 'Enter', shiftKey: true }],
  ['the Enter of an input method', { key: 'Enter', isComposing: true }],
])('does not send on %s', async (_, init) => {
  const sendPrompt = vi.fn()
  show({ sendPrompt })
  await findBox().setValue('hello')
  await findBox().trigger('keydown', init)
  await flushPromises()
  expect(sendPrompt).not.toHaveBeenCalled()
})

it('keeps a message that could not be sent, and shows why until it is sent', async () => {
  const sendPrompt = vi.fn().mockRejectedValueOnce(new HostError('agent_exited', 'The agent is gone.'))
  show({ sendPrompt })
  await findBox().setValue('precious words')
  await findButton('Send')?.trigger('click')
  await flushPromises()
  expect(findBox().element.value).toBe('precious words')
  expect(problems.list.value[0]?.message).toContain('The agent is gone.')
  await findButton('Send')?.trigger('click')
  await flushPromises()
  expect(problems.list.value).toEqual([])
})

it('restores typed text after a reload', async () => {
  show({})
  await findBox().setValue('half a thought')
  composer.unmount()
  show({})
  expect(findBox().element.value).toBe('half a thought')
})

it('while a turn runs, offers Queue and Stop instead of Send, and then Force stop', async () => {
  const [cancelTurn, forceStop] = [vi.fn(), vi.fn()]
  show({ cancelTurn, forceStop }, { activity: { state: 'working', since: 0, lastUpdateAt: 0 } })
  expect(findButton('Send')).toBeUndefined()
  expect(findButton('Queue')).toBeDefined()
  await findButton('Stop')?.trigger('click')
  await flushPromises()
  expect([cancelTurn.mock.calls.length, forceStop.mock.calls.length]).toEqual([1, 0])
  await findButton('Force stop')?.trigger('click')
  await flushPromises()
  expect([cancelTurn.mock.calls.length, forceStop.mock.calls.length]).toEqual([1, 1])
})

it('queues on Enter while a turn runs, also when the turn began after the message was sent', async () => {
  const queuePrompt = vi.fn()
  show({ queuePrompt }, { activity: { state: 'working', since: 0, lastUpdateAt: 0 } })
  await findBox().setValue('and then')
  await findBox().trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(queuePrompt).toHaveBeenCalledWith({ threadId: 't1', content: [{ type: 'text', text: 'and then' }], messageId: expect.any(String) })
  expect(findBox().element.value).toBe('')
  composer.unmount()
  show({ queuePrompt, sendPrompt: () => Promise.reject(new HostError('busy', 'The agent is still working.')) })
  await findBox().setValue('as well')
  await findBox().trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(queuePrompt).toHaveBeenCalledTimes(2)
  expect(problems.list.value).toEqual([])
})

it('completes a slash command by keyboard', async () => {
  show({}, { head: { commands: [{ name: 'plan', description: 'Plans' }, { name: 'review', description: 'Reviews' }] } })
  await findBox().setValue('/')
  findBox().element.setSelectionRange(1, 1)
  await findBox().trigger('input')
  expect(composer.get('[role=listbox]').attributes('aria-label')).toBe('Suggestions')
  await findBox().trigger('keydown', { key: 'ArrowDown' })
  await findBox().trigger('keydown', { key: 'Tab' })
  expect(findBox().element.value).toBe('/review ')
})

it('shows config options by name, and modes beside them if no option is the mode', () => {
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] }
  show({}, { head: { modes } })
  expect(composer.findAll('select').map(select => select.attributes('aria-label'))).toEqual(['Mode'])
  composer.unmount()
  show(
    {},
    {
      head: {
        modes,
        configOptions: [
          { type: 'select', id: 'm', name: 'Model', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
          { type: 'boolean', id: 'v', name: 'Verbose', currentValue: true },
        ],
      },
    },
  )
  expect(composer.findAll('select').map(select => select.attributes('aria-label'))).toEqual(['Mode', 'Model'])
  expect(composer.get('[role=switch]').attributes()).toMatchObject({ 'aria-label': 'Verbose', 'aria-checked': 'true' })
})

it('restores the value of an option when the agent refuses the change', async () => {
  show(
    { setConfigOption: () => Promise.reject(new HostError('agent_failed', 'no')) },
    {
      head: {
        configOptions: [
          {
            type: 'select',
            id: 'm',
            name: 'Model',
            currentValue: 'a',
            options: [
              { value: 'a', name: 'A' },
              { value: 'b', name: 'B' },
            ],
          },
        ],
      },
    },
  )
  await composer.get('select').setValue('b')
  await flushPromises()
  expect(composer.get('select').element.value).toBe('a')
})

it('while a message waits for the agent’s start, Stop returns it to the box without an error', async () => {
  let takeBack: (error: HostError) => void = () => undefined
  const cancelTurn = vi.fn(() => takeBack(new HostError('taken_back', 'Taken back.')))
  show(
    { sendPrompt: () => new Promise((_, reject) => (takeBack = reject)), cancelTurn },
    { activity: { state: 'starting', since: Date.now(), step: 'initialize' } },
  )
  expect(findButton('Stop')).toBeUndefined()
  await findBox().setValue('precious words')
  await findButton('Send')?.trigger('click')
  await flushPromises()
  expect(findBox().element.value).toBe('')
  await findButton('Stop')?.trigger('click')
  await flushPromises()
  expect(cancelTurn).toHaveBeenCalledOnce()
  expect(findBox().element.value).toBe('precious words')
  expect(problems.list.value).toEqual([])
  expect(findButton('Send')).toBeDefined()
})

describe('text typed while a message is being sent', () => {
  let fail: (error: HostError) => void = () => undefined
  const [sendPrompt, queuePrompt] = [vi.fn(() => new Promise<void>((_, reject) => (fail = reject))), vi.fn()]
  async function sendAndType(text: string) {
    await findBox().setValue('first')
    await findBox().trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(findBox().element.readOnly).toBe(false)
    findBox().element.focus()
    await findBox().setValue(text)
  }

  it('stays above a message that returns, with the caret in it', async () => {
    show({ sendPrompt })
    await sendAndType('second thought')
    findBox().element.setSelectionRange(6, 6)
    fail(new HostError('agent_exited', 'The agent is gone.'))
    await flushPromises()
    expect(findBox().element.value).toBe('second thought\n\nfirst')
    expect(findBox().element.selectionStart).toBe(6)
    expect(problems.list.value).toHaveLength(1)
  })

  it('is queued after that message', async () => {
    show({ sendPrompt, queuePrompt })
    await sendAndType('second')
    expect(findButton('Queue')).toBeDefined()
    await findBox().trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(queuePrompt).toHaveBeenCalledWith(expect.objectContaining({ content: [{ type: 'text', text: 'second' }] }))
    expect(findBox().element.value).toBe('')
  })

  it('is complete when the message returns during input composition', async () => {
    show({ sendPrompt })
    await sendAndType('second ')
    await findBox().trigger('compositionstart')
    findBox().element.value = 'second に'
    fail(new HostError('agent_exited', 'The agent is gone.'))
    await flushPromises()
    expect(findBox().element.value).toBe('second に')
    await findBox().trigger('compositionend')
    await flushPromises()
    expect(findBox().element.value).toBe('second に\n\nfirst')
  })

  const sentOrNot = [[true, 'typed on'], [false, 'typed on\n\nfirst']] as const
  it.each(sentOrNot)('is kept when the connection is lost (message sent: %s)', async (wasSent, expected) => {
    show({ sendPrompt })
    await sendAndType('typed on')
    fail(new HostError('closed', 'Not reachable.'))
    await flushPromises()
    expect(findBox().element.value).toBe('typed on')
    expect(problems.list.value).toEqual([])
    composer.unmount()
    show({ wasSent: () => wasSent })
    expect(findBox().element.value).toBe('typed on')
    await flushPromises()
    expect(findBox().element.value).toBe(expected)
  })
})
