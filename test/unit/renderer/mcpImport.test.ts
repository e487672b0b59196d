import { describe, expect, it } from 'vitest'
import { type ImportedServer, importMcp } from '../../../src/renderer/components/mcp/mcpImport'

function importServers(text: string): readonly ImportedServer[] {
  const result = importMcp(text)
  return 'servers' in result ? result.servers : []
}
const files = { type: 'stdio', name: 'files', command: 'npx', args: ['-y', 'server-files', '/tmp'], url: '', fields: [] }

describe('an import of MCP servers', () => {
  it('reads the settings of Claude Desktop, Cursor, VS Code and Zed, with comments and without the outer braces', () => {
    const entry = '"files": { "command": "npx", "args": ["-y", "server-files", "/tmp"] }'
    for (const text of [
      `{ "mcpServers": { ${entry} } }`,
      `{ "theme": "x", "mcpServers": { // mine\n ${entry}, } }`,
      `{ "servers": { ${entry} }, "inputs": [] }`,
      `{ "mcp": { "servers": { ${entry} } } }`,
      '{ "context_servers": { "files": { "command": { "path": "npx", "args": ["-y", "server-files", "/tmp"] } } } }',
      `{ ${entry} }`,
      `${entry},`,
      '{ "name": "files", "command": "npx", "args": ["-y", "server-files", "/tmp"] }',
    ])
      expect(importServers(text), text).toEqual([files])
  })

  it('marks secrets by name, and omits placeholders of other programs', () => {
    const [server] = importServers(`{ "x": {
      "url": "https://a.example/mcp",
      "headers": { "Authorization": "Bearer 1", "X": "\${input:k}", "Y": "1" }
    } }`)
    expect(server).toMatchObject({ type: 'http', url: 'https://a.example/mcp' })
    expect(server?.fields).toEqual([
      { name: 'Authorization', value: 'Bearer 1', isSecret: true },
      { name: 'X', value: '', isSecret: true },
      { name: 'Y', value: '1', isSecret: false },
    ])
  })

  it('reads a command line with its variables and quotes, or an address', () => {
    expect(importServers('API_KEY=a npx -y @scope/server-files@1.2 "/my folder"')).toEqual([{
      ...files,
      args: ['-y', '@scope/server-files@1.2', '/my folder'],
      fields: [{ name: 'API_KEY', value: 'a', isSecret: true }],
    }])
    expect(importServers('/usr/bin/node ./my/server.js')[0]?.name).toBe('server')
    expect(importServers('https://mcp.a.example/sse'))
      .toMatchObject([{ name: 'a.example', type: 'http', url: 'https://mcp.a.example/sse' }])
  })

  it('rejects input that is no server or needs a shell, and says why', () => {
    const json = ['', '{', '[]', '{ "a": 1 }', '{ "mcpServers": {} }']
    for (const text of [...json, 'a | b', 'a && b', 'a; b', 'echo $(b)', 'a > b', 'A=1', 'a\nb'])
      expect(importMcp(text), text).toMatchObject({ why: expect.stringMatching(/\.$/) as unknown })
  })
})
