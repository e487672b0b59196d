// @vitest-environment happy-dom
import type { AgentListing } from '../../../src/shared/contract/agentListing'
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ReadOnlySwitch from '../../../src/renderer/components/rules/ReadOnlySwitch.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn } from './hostStandIn'

it('describes for each installed agent which read-only commands run without asking', async () => {
  const makeAgent = (name: string, more: Partial<AgentListing>): AgentListing =>
    ({ agentId: name, name, source: 'catalogue', state: 'ready', command: '', ...more })
  const agents = [
    makeAgent('Claude', { runsCommands: 'itself' }),
    makeAgent('Kimi', { runsCommands: 'parley', state: 'needs sign-in' }),
    makeAgent('Mine', {}),
    makeAgent('Away', { state: 'needs install' }),
    makeAgent('Hidden', { isHidden: true }),
  ]
  const { connection } = hostStandIn({ readReadOnlyCommands: () => 'off' })
  const view = mount(ReadOnlySwitch, { props: { agents }, global: { provide: { [hostKey as symbol]: connection } } })
  await flushPromises()
  expect(view.findAll('li').map(row => row.text())).toEqual([
    'Claude It runs its commands itself and only asks: plain programs, in every folder.',
    'Kimi Parley runs its commands: more in folders with the sandbox, plain programs elsewhere.',
    'Mine Plain programs; more where Parley runs its command in the sandbox.',
  ])
  view.unmount()
})
