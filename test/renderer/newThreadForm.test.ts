// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import NewThreadForm from '../../src/renderer/components/newThread/NewThreadForm.vue'
import { ownFirst } from '../../src/renderer/composables/useAgents'
import { hostKey } from '../../src/renderer/composables/useHost'
import type { AgentListing, HostGreeting, HostHandlers } from '../../src/shared/contract'
import { HostError } from '../../src/shared/errors'
import { hostStandIn } from './hostStandIn'

const demo: AgentListing = { agentId: 'demo', name: 'Demo agent', source: 'builtin', state: 'ready', command: 'node demo.js' }
const own: AgentListing = { agentId: 'own', name: 'Mine', source: 'settings', state: 'unavailable', why: 'mine is not on the PATH', command: 'mine --acp' }
const greeting: HostGreeting = { version: '1', shell: 'web', platform: 'linux', canChooseFolder: false, preselect: { folder: '/w' }, settingsPath: '/s.json', settingsFaults: [], problems: [] }
const loadAgents = vi.fn(() => Promise.resolve())

let form: VueWrapper
function show(handlers: Partial<HostHandlers>, more: Partial<HostGreeting> = {}) {
  const { connection } = hostStandIn(handlers)
  form = mount(NewThreadForm, {
    attachTo: document.body,
    props: { agents: ownFirst([demo, own]), folders: ['/w', '/other'], greeting: { ...greeting, ...more }, loadAgents },
    global: { provide: { [hostKey as symbol]: connection } },
  })
}
afterEach(() => form.unmount())

it('lists the person’s own agents first, each with its state and why', () => {
  show({})
  expect(form.findAll('[role=radiogroup] label').map(label => label.text().replaceAll(/\s+/g, ' '))).toEqual(['Mine unavailable mine is not on the PATH', 'Demo agent ready'])
})

it('starts the command that was shown, in the folder', async () => {
  const startThread = vi.fn(() => ({ threadId: 't9' }))
  show({ startThread })
  expect(form.text()).toContain('node demo.js')
  await form.get('form').trigger('submit')
  await flushPromises()
  expect(startThread).toHaveBeenCalledWith({ agentId: 'demo', folder: '/w', command: 'node demo.js' })
  expect(form.emitted('started')).toEqual([['t9']])
})

it('asks again when the command has changed since it was shown', async () => {
  show({ startThread: () => Promise.reject(new HostError('command_changed', 'changed')) })
  await form.get('form').trigger('submit')
  await flushPromises()
  expect(loadAgents).toHaveBeenCalledOnce()
  expect(form.get('[role=alert]').text()).toContain('has changed')
  expect(form.emitted('started')).toBeUndefined()
})

it('says in place that a folder does not exist', async () => {
  show({ startThread: () => Promise.reject(new HostError('folder_not_found', 'There is no such folder.')) })
  await form.get('form').trigger('submit')
  await flushPromises()
  expect(form.get('input[type=text]').attributes('aria-invalid')).toBe('true')
  expect(form.get('[role=alert]').text()).toBe('There is no such folder.')
})

it('starts with the agent that the command line names', () => {
  show({}, { preselect: { agentId: 'Mine' } })
  expect(form.get<HTMLInputElement>('input[value=own]').element.checked).toBe(true)
})

it('offers the folder dialog only where there is one', () => {
  show({})
  expect(form.text()).not.toContain('Choose folder')
  form.unmount()
  show({}, { canChooseFolder: true })
  expect(form.text()).toContain('Choose folder')
})
