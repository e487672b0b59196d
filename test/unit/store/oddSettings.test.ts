import { expect, it } from 'vitest'
import { parseSettings } from '../../../src/main/store/settings/parseSettings'

it('reports an object with a length in place of a text, and keeps the rest', () => {
  const settings = parseSettings(
    `{
      "agent_servers": { "A": { "command": { "length": {} } }, "B": { "command": "b" } },
      "mcp_servers": { "M": { "command": { "length": { "valueOf": 1 } } } },
      "agent_defaults": { "d": { "default_mode": { "length": {} } } }
    }`,
  )
  expect(Object.keys(settings.agentServers)).toEqual(['B'])
  expect(settings.faults.map(({ key }) => key)).toEqual(expect.arrayContaining(['agent_servers.A', 'mcp_servers.M']))
})
