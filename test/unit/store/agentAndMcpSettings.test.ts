import { expect, it } from 'vitest'
import { parseSettings } from '../../../src/main/store/settings/parseSettings'

it('reads MCP servers of each kind, with secrets by name', () => {
  const { mcpServers, faults } = parseSettings(`{ "mcp_servers": {
    "files": {
      "command": "mcp-files", "args": ["--ro"], "agents": ["Kimi"], "folders": ["~/code"],
      "env": { "TOKEN": "\${keychain:files}", "KEY": { "secret": "k" } }
    },
    "docs": { "type": "http", "url": "https://docs.example/mcp", "headers": { "Authorization": "Bearer \${keychain:docs}" } },
    "old": { "type": "sse", "url": "http://127.0.0.1:9/sse" }
  } }`)
  expect(faults).toEqual([])
  expect(mcpServers).toMatchObject({
    files: { command: 'mcp-files', args: ['--ro'], env: { KEY: { secret: 'k' } }, agents: ['Kimi'], folders: ['~/code'] },
    docs: { type: 'http', url: 'https://docs.example/mcp' },
    old: { type: 'sse', headers: {} },
  })
})

it('omits only a faulty MCP server, and reports line and key', () => {
  const { mcpServers, faults } = parseSettings(`{ "mcp_servers": {
    "good": { "command": "x" },
    "noType": { "url": "https://x" },
    "file": { "type": "http", "url": "file:///etc/passwd" },
    "ws": { "type": "ws", "url": "wss://x" },
    "env": { "command": "x", "env": { "A": 1 } },
    "header": { "type": "http", "url": "https://x", "headers": { "A B": "1" } },
    "nothing": {}
  } }`)
  expect(Object.keys(mcpServers)).toEqual(['good'])
  expect(faults.map(({ line, key }) => `${line} ${key}`)).toEqual([
    '3 mcp_servers.noType',
    '4 mcp_servers.file.url',
    '5 mcp_servers.ws.type',
    '6 mcp_servers.env.env.A',
    '7 mcp_servers.header.headers.A B',
    '8 mcp_servers.nothing.command',
  ])
})

it('reads defaults and switches of an agent from any source', () => {
  const { agentServers, agentDefaults, faults } = parseSettings(`{
    "agent_servers": { "Mine": { "command": "x", "default_mode": "plan", "capabilities": { "terminal": false } } },
    "agent_defaults": { "demo": { "default_config_options": { "model": "calm", "verbose": true } } }
  }`)
  expect(faults).toEqual([])
  expect(agentServers.Mine).toMatchObject({ default_mode: 'plan', capabilities: { terminal: false } })
  expect(agentDefaults.demo).toEqual({ default_config_options: { model: 'calm', verbose: true } })
})

it('reads an agent\'s variables, and omits invalid ones but not the rest of the entry', () => {
  const { agentDefaults, faults } = parseSettings(`{ "agent_defaults": {
    "catalogue:kimi": { "env": { "KIMI_MODEL_NAME": "k2" } },
    "catalogue:gemini": { "default_mode": "plan",
      "env": { "A=B": "x" } } } }`)
  expect(agentDefaults['catalogue:kimi']).toEqual({ env: { KIMI_MODEL_NAME: 'k2' } })
  expect(agentDefaults['catalogue:gemini']).toEqual({ default_mode: 'plan' })
  expect(faults).toMatchObject([
    { line: 4, key: 'agent_defaults.catalogue:gemini.env.A=B', message: 'This cannot be an environment variable.' },
  ])
})

it('turns all capabilities off if one is unreadable, and keeps the rest of the entry', () => {
  const { agentDefaults, faults } = parseSettings(`{ "agent_defaults": {
    "demo": { "default_mode": "ask", "capabilities": { "terminal": "off" } } } }`)
  expect(faults).toMatchObject([
    { line: 2, key: 'agent_defaults.demo.capabilities.terminal', message: expect.stringContaining('true or false') },
  ])
  expect(agentDefaults.demo).toEqual({ default_mode: 'ask', capabilities: { fs: false, terminal: false, elicitation: false } })
})
