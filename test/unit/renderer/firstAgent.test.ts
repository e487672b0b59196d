import type { AgentListing } from '../../../src/shared/contract/agentListing'
import { expect, it } from 'vitest'
import { findInitialAgent } from '../../../src/renderer/components/agents/firstAgent'

function makeAgent(name: string, more: Partial<AgentListing>): AgentListing {
  return { agentId: name, name, source: 'catalogue', state: 'unavailable', command: '', ...more }
}

it('preselects the agent that is ready or needs least to become so, not the first in the list', () => {
  const agents = [
    makeAgent('Agoragentic', { state: 'needs install' }),
    makeAgent('Claude', { state: 'needs install', isWellKnown: true }),
    makeAgent('Kimi', { state: 'needs sign-in' }),
  ]
  expect(findInitialAgent(agents, [])?.name).toBe('Kimi')
  expect(findInitialAgent(agents.slice(0, 2), [])?.name).toBe('Claude')
  expect(findInitialAgent([makeAgent('Mine', { source: 'settings' }), ...agents], [])?.name).toBe('Kimi')
  expect(findInitialAgent([...agents, makeAgent('Codex', { state: 'ready' })], [])?.name).toBe('Codex')
})
