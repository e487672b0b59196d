// @vitest-environment happy-dom
import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { HostHandlers } from '../../../src/shared/contract/contract'
import type { AgentSettings } from '../../../src/shared/settings/agentSettings'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import ComposerOptions from '../../../src/renderer/components/composer/options/ComposerOptions.vue'
import { provideHost } from '../../../src/renderer/composables/host/useHost'
import { type Problems, provideProblems } from '../../../src/renderer/composables/useProblems'
import { HostError } from '../../../src/shared/errors'
import { placeOptions } from '../../../src/shared/thread/options/configOptions'
import { emptyTranscript, type ThreadHead } from '../../../src/shared/thread/transcript'
import { hostStandIn } from './hostStandIn'

let options: VueWrapper | undefined
let problems: Problems
function makeSelect(id: string, category?: string, currentValue = 'a'): SessionConfigOption {
  return {
    id,
    name: id,
    category,
    type: 'select',
    currentValue,
    options: [
      { value: 'a', name: 'A' },
      { value: 'b', name: 'B' },
    ],
  }
}
const verbose: SessionConfigOption = { id: 'verbose', name: 'verbose', type: 'boolean', currentValue: false }

const settings: AgentSettings = {
  agentId: 'a1',
  name: 'A1',
  capabilities: { fs: true, terminal: true, elicitation: true },
  experiments: { fork: false },
  defaultConfigOptions: {},
  modes: { unasked: ['b'] },
}

function show(handlers: Partial<HostHandlers>, head: Partial<ThreadHead>) {
  const { connection } = hostStandIn({ readAgentSettings: () => settings, saveLastChoice: () => undefined, ...handlers })
  options = mount(defineComponent({
    setup() {
      provideHost(connection)
      problems = provideProblems()
      return () => h(ComposerOptions, { threadId: 't1', agentId: 'a1', head: { ...emptyTranscript.head, ...head }, isInForce: true })
    },
  }), { attachTo: document.body })
}
afterEach(() => {
  options?.unmount()
  options = undefined
})

it('orders mode, model, model options and effort, and folds the rest if there are many', () => {
  const { shown, more } = placeOptions([
    makeSelect('x'),
    makeSelect('deep', 'thought_level'),
    makeSelect('fast', 'model_config'),
    makeSelect('y', '_own'),
    makeSelect('llm', 'model'),
    makeSelect('way', 'mode'),
  ])
  expect(shown.map(({ id }) => id)).toEqual(['way', 'llm', 'fast', 'deep'])
  expect(more.map(({ id }) => id)).toEqual(['x', 'y'])
})

it('folds nothing if everything fits, and omits options of an unknown kind', () => {
  const unknown = { ...makeSelect('range'), type: 'range' } as unknown as SessionConfigOption // a value from a newer agent
  expect(placeOptions([makeSelect('x'), unknown, makeSelect('way', 'mode')]))
    .toMatchObject({ shown: [{ id: 'way' }, { id: 'x' }], more: [] })
})

it('shows a change at once, and reverts it with the agent’s reason when it is refused', async () => {
  let refuse: (error: Error) => void = () => undefined
  show({ setConfigOption: () => new Promise((_, reject) => (refuse = reject)) }, { configOptions: [verbose] })
  const control = options!.get('[role=switch]')
  await control.trigger('click')
  expect(control.attributes('aria-checked')).toBe('true')
  await flushPromises()
  refuse(new HostError('agent_failed', 'Not today.'))
  await flushPromises()
  expect(control.attributes('aria-checked')).toBe('false')
  expect(problems.list.value[0]?.message).toBe('Couldn’t change verbose: Not today.')
})

it('shows a value outside the choices unchanged', () => {
  show({}, { configOptions: [makeSelect('llm', 'model', 'retired')] })
  expect(options!.get<HTMLSelectElement>('select').element.value).toBe('retired')
})

it('shows the agent\'s last known options until its session is open, and marks them as unconfirmed', async () => {
  const readAgentSettings = vi.fn(() => ({
    agentId: 'a1',
    name: 'A',
    capabilities: { fs: true, terminal: true, elicitation: true },
    experiments: { fork: false },
    defaultConfigOptions: {},
    offered: { configOptions: [makeSelect('llm', 'model')] },
  }))
  show({ readAgentSettings }, {})
  await flushPromises()
  expect(options!.findAll('select')).toHaveLength(1)
  expect(options!.get('[role=group]').attributes('title')).toContain('Not in force yet')
})

it('hides modes only if one of the options is the mode', () => {
  const modes = { currentModeId: 'm', availableModes: [{ id: 'm', name: 'M' }] }
  const listShown = () => options!.findAll('select').map(select => select.attributes('aria-label'))
  show({}, { modes, configOptions: [verbose, makeSelect('way', 'mode')] })
  expect(listShown()).toEqual(['way'])
  options!.unmount()
  show({}, { modes, configOptions: [verbose] })
  expect(listShown()).toEqual(['Mode'])
  options!.unmount()
  show({}, { modes })
  expect(listShown()).toEqual(['Mode'])
})

it('marks each mode that acts without asking before it is chosen', () => {
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'yolo', name: 'YOLO' }] }
  show({}, { modes })
  expect(options!.findAll('option').map(option => option.attributes('data-unasked'))).toEqual(['false', 'true'])
  expect(options!.get('.config').attributes('data-unasked')).toBe('false')
})

it('makes a list of more than eight values searchable, and sets the picked value', async () => {
  const setConfigOption = vi.fn(() => Promise.resolve())
  const models = Array.from({ length: 40 }, (_, index) => ({ value: `m${index}`, name: `Model ${index}` }))
  show({ setConfigOption }, { configOptions: [{ id: 'model', name: 'Model', type: 'select', currentValue: 'm3', options: models }] })

  await options!.get('[aria-label="Model: Model 3"]').trigger('click')
  const search = options!.get('[role=combobox]')
  expect(options!.findAll('[role=option][aria-selected=true]').map(item => item.text())).toEqual(['Model 3'])
  await search.setValue('37')
  await search.trigger('keydown', { key: 'Enter' })
  await flushPromises()

  expect(setConfigOption).toHaveBeenCalledWith({ threadId: 't1', configId: 'model', value: 'm37' })
  expect(options!.find('[role=combobox]').exists()).toBe(false)
})

it('asks before switching to a mode that acts without asking, until the person has agreed once', async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined
  const setMode = vi.fn<HostHandlers['setMode']>()
  const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'Ask' }, { id: 'b', name: 'Bold' }, { id: 'c', name: 'YOLO' }] }
  show({ setMode }, { modes })
  await flushPromises()
  const mode = options!.get<HTMLSelectElement>('select')
  const findDialog = () => options!.find('dialog')
  await mode.setValue('b')
  expect(findDialog().text()).toContain('Switch to “Bold”?')
  await findDialog().trigger('close')
  await flushPromises()
  expect([setMode.mock.calls, mode.element.value]).toEqual([[], 'a'])

  await mode.setValue('b')
  await findDialog().get('button:last-child').trigger('click')
  await flushPromises()
  expect(findDialog().exists()).toBe(false)
  await mode.setValue('c')
  await flushPromises()
  expect(setMode.mock.calls).toEqual([[{ threadId: 't1', modeId: 'b' }], [{ threadId: 't1', modeId: 'c' }]])
  expect(findDialog().exists()).toBe(false)
})
