import type { AgentListing } from '../../../src/shared/contract/agentListing'
import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import type { Decision } from '../../../src/shared/settings/rules'
// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import DecisionsSection from '../../../src/renderer/components/rules/decisions/DecisionsSection.vue'
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

it('ignores the failure of an outdated search', async () => {
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
  expect(section.findAll('.what').map(what => what.text())).toEqual(['ls'])
})

it('describes a decision in a sentence, and its option in the words of the dialog', async () => {
  const { connection } = hostStandIn({ listDecisions: () => [{ ...decision, why: 'Run it (allow_once)' }] })
  section = mount(DecisionsSection, { props: { agents: [], threads: [] }, global: { provide: { [hostKey as symbol]: connection } } })
  await flushPromises()

  expect(section.get('.deed').text()).toBe('You let demo run a command ls')
  expect(section.get('.how').text()).toBe('Run it (Allow once)')
})

it('groups decisions by thread and day', async () => {
  const day = 24 * 60 * 60 * 1_000
  const { connection } = hostStandIn({
    listDecisions: () => [
      { ...decision, decisionId: 4, at: 3 * day },
      { ...decision, decisionId: 3, at: 3 * day },
      { ...decision, decisionId: 2, at: 3 * day, threadId: 't2' },
      { ...decision, decisionId: 1, at: day, threadId: 't2', by: 'rule', ruleId: 7, why: 'demo may run `ls`.' },
    ],
  })
  section = mount(DecisionsSection, { props: { agents: [], threads: [] }, global: { provide: { [hostKey as symbol]: connection } } })
  await flushPromises()

  expect(section.findAll('.group').map(group => group.findAll('li').length)).toEqual([2, 1, 1])
  expect(section.findAll('.group').at(-1)!.text()).toContain('A rule let demo run a command ls')
  expect(section.findAll('.how').at(-1)!.text()).toBe('Rule 7: demo may run ls.Show rule')
})

it('offers agents that may have asked, not the whole catalogue', async () => {
  const { connection } = hostStandIn({ listDecisions: () => [] })
  const makeAgent = (agentId: string, state: AgentListing['state']) =>
    ({ agentId, name: agentId, state, source: 'catalogue' }) as AgentListing
  const agents = [makeAgent('here', 'ready'), makeAgent('once', 'needs install'), makeAgent('never', 'needs install')]
  const threads = [{ threadId: 't', agentId: 'once', title: 'T' } as ThreadSummary]
  section = mount(DecisionsSection, { props: { agents, threads }, global: { provide: { [hostKey as symbol]: connection } } })
  expect(section.findAll('select').at(-1)!.findAll('option').map(option => option.element.value)).toEqual(['', 'here', 'once'])
})
