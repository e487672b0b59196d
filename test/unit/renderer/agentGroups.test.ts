import type { AgentListing } from '../../../src/shared/contract/agentListing'
import { expect, it } from 'vitest'
import { groupAgents } from '../../../src/renderer/components/agents/agentGroups'

const agents = Array.from({ length: 30 }, (_, index): AgentListing => ({
  agentId: `own-${index}`,
  name: `Own ${index}`,
  source: 'settings',
  state: 'ready',
  command: 'own',
  isHidden: false,
}))

function listAgents(filter: Partial<Parameters<typeof groupAgents>[1]>): { ids: string[], folded: number } {
  const { groups, folded } = groupAgents(
    agents,
    { search: '', showsHidden: false, showsAll: false, chosen: undefined, initialLimit: 3, ...filter },
  )
  return { ids: groups.flatMap(group => group.agents.map(({ agentId }) => agentId)), folded }
}

it('initially lists as many agents as fit, including the chosen one', () => {
  expect(listAgents({})).toEqual({ ids: ['own-0', 'own-1', 'own-2'], folded: 27 })
  expect(listAgents({ chosen: 'own-1' }).ids).toEqual(['own-0', 'own-1', 'own-2'])
  expect(listAgents({ chosen: 'own-20' })).toEqual({ ids: ['own-0', 'own-1', 'own-20'], folded: 27 })
})

it('lists all agents on request, and all that match a search', () => {
  expect(listAgents({ showsAll: true })).toMatchObject({ folded: 0 })
  expect(listAgents({ search: 'Own' }).ids.length).toBe(30)
  expect(listAgents({ search: 'Own 29' }).ids).toContain('own-29')
})
