import type { AgentListing } from '../../../src/shared/contract/agentListing'
import { expect, it } from 'vitest'
import { findInitialAgent } from '../../../src/renderer/components/agents/firstAgent'

function agent(name: string, more: Partial<AgentListing>): AgentListing {
  return { agentId: name, name, source: 'catalogue', state: 'unavailable', command: '', ...more }
}

it('preselects the agent that is ready or needs least to become so, not the first in the list', () => {
  const agents = [
    agent('Agoragentic', { state: 'needs install' }),
    agent('Claude', { state: 'needs install', isWellKnown: true }),
    agent('Kimi', { state: 'needs sign-in' }),
  ]
  expect(findInitialAgent(agents, [])?.name).toBe('Kimi')
  expect(findInitialAgent(agents.slice(0, 2), [])?.name).toBe('Claude')
  expect(findInitialAgent([agent('Mine', { source: 'settings' }), ...agents], [])?.name).toBe('Kimi')
  expect(findInitialAgent([...agents, agent('Codex', { state: 'ready' })], [])?.name).toBe('Codex')
})
