import type { AgentListing } from '../../../src/shared/contract/agentListing'
import type { HostHandlers } from '../../../src/shared/contract/contract'
// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import AgentInstall from '../../../src/renderer/components/agents/install/AgentInstall.vue'
import PreflightNotes from '../../../src/renderer/components/agents/PreflightNotes.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { HostError } from '../../../src/shared/errors'
import { hostStandIn } from './hostStandIn'

const agent: AgentListing = {
  agentId: 'catalogue:tiny',
  name: 'Tiny',
  source: 'catalogue',
  state: 'needs install',
  command: '',
  install: { offered: '2.0.0' },
}
const installed: AgentListing = { ...agent, state: 'ready', command: '/tiny', install: { installed: '1.0.0', offered: '2.0.0' } }

let shown: VueWrapper
function show(listing: AgentListing, handlers: Partial<HostHandlers> = {}) {
  const { connection, tell } = hostStandIn({ listInstalls: () => [], ...handlers })
  shown = mount(AgentInstall, { props: { agent: listing }, global: { provide: { [hostKey as symbol]: connection } } })
  return tell
}
afterEach(() => shown.unmount())

const listButtons = () => shown.findAll('button').map(button => button.text())

it('offers to install, update or uninstall an agent, whichever is possible', () => {
  show(agent)
  expect(listButtons()).toEqual(['Install'])
  shown.unmount()
  show(installed)
  expect(listButtons()).toEqual(['Update', 'Uninstall'])
  shown.unmount()
  show({ ...installed, install: { installed: '2.0.0' } })
  expect(listButtons()).toEqual(['Uninstall'])
  shown.unmount()
  show({ ...agent, install: undefined })
  expect(listButtons()).toEqual([])
})

it('shows the progress of an installation, and cancels it on request', async () => {
  const installAgent = vi.fn(() => undefined)
  const cancelInstall = vi.fn(() => undefined)
  const tell = show(agent, { installAgent, cancelInstall })
  await shown.get('button').trigger('click')
  expect(installAgent).toHaveBeenCalledWith({ agentId: 'catalogue:tiny' })
  tell('installProgress', { agentId: 'catalogue:tiny', state: 'running', line: 'Downloading tiny: 1.0 MB of 2.0 MB', fraction: 0.5 })
  tell('installProgress', { agentId: 'catalogue:other', state: 'failed', message: 'not this one' })
  await flushPromises()
  expect(shown.get('progress').attributes()).toMatchObject({ 'aria-label': 'Installing Tiny', 'value': '0.5' })
  expect(shown.text()).toContain('Downloading tiny: 1.0 MB of 2.0 MB')
  await shown.get('button').trigger('click')
  await flushPromises()
  expect(cancelInstall).toHaveBeenCalledOnce()
  tell('installProgress', { agentId: 'catalogue:tiny', state: 'cancelled' })
  await flushPromises()
  expect(listButtons()).toEqual(['Install'])
})

it('says why an installation failed and what to do, even in a window opened later, and offers to retry', async () => {
  const installAgent = vi.fn(() => undefined)
  show(agent, {
    installAgent,
    listInstalls: () => [{ agentId: 'catalogue:tiny', state: 'failed', message: 'The disk is full. Free some space, then try again.' }],
  })
  await flushPromises()
  expect(shown.get('[role=alert]').text()).toBe('Couldn’t install Tiny. The disk is full. Free some space, then try again.')
  expect(listButtons()).toEqual(['Retry'])
  await shown.get('button').trigger('click')
  await flushPromises()
  expect(installAgent).toHaveBeenCalledOnce()
})

it('explains why an agent cannot be uninstalled now', async () => {
  show(installed, { uninstallAgent: () => Promise.reject(new HostError('busy', 'This agent is running.')) })
  await shown.get('button[aria-label="Uninstall Tiny"]').trigger('click')
  await flushPromises()
  expect(shown.get('[role=alert]').text()).toBe('This agent is running.')
})

it('before an agent starts, lists only failed checks', async () => {
  const { connection } = hostStandIn({ preflightAgent: ({ folder }) => [
    { what: 'command', isRight: true, finding: '"/tiny" is there.' },
    { what: 'folder', isRight: false, finding: `There is no folder "${folder}".`, fix: 'Choose another one, or make it.' },
  ] })
  shown = mount(PreflightNotes, { props: { agent: installed, folder: '/w' }, global: { provide: { [hostKey as symbol]: connection } } })
  await expect
    .poll(() => shown.findAll('li').map(note => note.text()))
    .toEqual(['There is no folder "/w". Choose another one, or make it.'])
})
