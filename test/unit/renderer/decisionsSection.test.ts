import type { Decision } from '../../../src/shared/settings/rules'
// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import DecisionsSection from '../../../src/renderer/components/rules/DecisionsSection.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { HostError } from '../../../src/shared/errors'
import { hostStandIn } from './hostStandIn'

const decision: Decision = {
  decisionId: 1,
  threadId: 't1',
  at: 0,
  agentId: 'demo',
  from: 'agent',
  what: 'run a command: ls',
  facts: '{}',
  factsHash: 'abc',
  outcome: 'allowed',
  by: 'person',
}

let section: VueWrapper
afterEach(() => section.unmount())

it('ignores the failure of a search that another has overtaken', async () => {
  let failFirst: (error: HostError) => void = () => undefined
  const { connection } = hostStandIn({
    listDecisions: ({ search }) => search === 'ls' ? [decision] : new Promise<Decision[]>((_, reject) => (failFirst = reject)),
  })
  section = mount(DecisionsSection, {
    props: { agents: [], threads: [] },
    global: { provide: { [hostKey as symbol]: connection } },
  })
  await section.get('input[type=search]').setValue('ls')
  await flushPromises()
  failFirst(new HostError('internal', 'The database is busy.'))
  await flushPromises()

  expect(section.find('[role=alert]').exists()).toBe(false)
  expect(section.findAll('.what').map(what => what.text())).toEqual(['run a command: ls'])
})

it('says what kind of option was chosen in the words of the dialog, once', async () => {
  const { connection } = hostStandIn({ listDecisions: () => [{ ...decision, why: 'Run it (allow_once)' }] })
  section = mount(DecisionsSection, { props: { agents: [], threads: [] }, global: { provide: { [hostKey as symbol]: connection } } })
  await flushPromises()

  expect(section.get('.how').text()).toBe('Allowed by you: Run it (Allow once)')
})
