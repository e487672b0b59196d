import { expect, it } from 'vitest'
import { parseSettings } from '../../../src/main/store/settings/parseSettings'

it('reads agents with comments, trailing commas and a byte order mark', () => {
  const { agentServers, faults } = parseSettings(`\uFEFF// mine
    { "theme": "dark", "agent_servers": {
      /* first */ "Kimi": { "type": "custom", "command": "kimi", "args": ["acp",], "env": { "A": "1" }, "note": 1 },
      "Bare": { "command": "bare" },
    }, }`)
  expect(faults).toEqual([])
  expect(agentServers.Kimi).toMatchObject({ command: 'kimi', args: ['acp'], env: { A: '1' } })
  expect(agentServers.Bare).toMatchObject({ command: 'bare', args: [], env: {} })
})

it('keeps valid agents when others are invalid, and says where and why', () => {
  const { agentServers, faults } = parseSettings(`{
    "agent_servers": {
      "Good": { "command": "good" },
      "NoCommand": { "args": [] },
      "Empty": { "command": "" },
      "Blank": { "command": "  " },
      "Args": { "command": "x", "args": ["a", 5] },
      "Env": { "command": "x", "env": { "A": 1 } },
      "BadEnv": { "command": "x", "env": { "A=B": "1" } },
      "Http": { "type": "http", "url": "https://x" },
      "Registry": { "type": "registry" },
      "Text": "claude",
      "AlsoGood": { "command": "also" }
    }
  }`)
  expect(Object.keys(agentServers)).toEqual(['Good', 'AlsoGood'])
  expect(faults.map(({ line, key }) => `${line} ${key}`)).toEqual(
    [
      '4 agent_servers.NoCommand',
      '5 agent_servers.Empty.command',
      '6 agent_servers.Blank.command',
      '7 agent_servers.Args.args.1',
      '8 agent_servers.Env.env.A',
      '9 agent_servers.BadEnv.env.A=B',
      '10 agent_servers.Http.type',
      '11 agent_servers.Registry.type',
      '12 agent_servers.Text',
    ].map(place => place.replace('NoCommand', 'NoCommand.command')),
  )
  expect(faults.map(fault => fault.message)).toEqual(
    expect.arrayContaining([
      '"command" is missing: it must be text in quotes.',
      'This must not be empty.',
      'This must be text in quotes.',
      'This must be an object.',
      expect.stringContaining('"http" is not supported'),
      expect.stringContaining('"registry" is not supported'),
    ]),
  )
})

it('reports a duplicate key, and uses the last one', () => {
  const { agentServers, faults } = parseSettings(
    '{ "agent_servers": {\n"A": { "command": "one" },\n"A": { "command": "two",\n "command": "three" } } }',
  )
  expect(agentServers.A?.command).toBe('three')
  expect(faults.map(({ line, key }) => `${line} ${key}`)).toEqual(['3 agent_servers.A', '4 agent_servers.A.command'])
})

it('omits only the agent with broken JSON', () => {
  const { agentServers, faults } = parseSettings(
    '{ "agent_servers": {\n"A": { "command": "a" },\n"B": { "command": "b", "args": ["--safe" "--x"] },\n"C": { "command": "c" } } }',
  )
  expect(Object.keys(agentServers)).toEqual(['A', 'C'])
  expect(faults).toEqual([
    { line: 3, message: expect.stringContaining('not valid JSON') as string },
    { line: 3, key: 'agent_servers.B', message: expect.stringContaining('left out') as string },
  ])
})

it.each(['not json at all', '[]', '"text"', '{', 'null'])('returns a fault and no agents for %s', (text) => {
  const { agentServers, faults } = parseSettings(text)
  expect(agentServers).toEqual({})
  expect(faults.length).toBeGreaterThan(0)
  expect(faults[0]?.line).toBe(1)
})

it('treats an empty file as empty settings', () => {
  expect(parseSettings(' \n')).toMatchObject({ agentServers: {}, faults: [] })
})

it('reads the minutes after which an idle agent is shut down, 0 for never', () => {
  expect(parseSettings('{ "idle_minutes": 0 }').preferences.idle_minutes).toBe(0)
  expect(parseSettings('{ "idle_minutes": 7.5 }').preferences.idle_minutes).toBe(7.5)
  const wrong = parseSettings('{ "idle_minutes": "soon" }')
  expect([wrong.preferences.idle_minutes, wrong.faults[0]?.key]).toEqual([30, 'idle_minutes'])
})

it('reads which folders are sandboxed, and a mistake never unsandboxes one', () => {
  const { sandboxes, faults } = parseSettings(
    '{ "sandboxed_folders": { "/a": {}, "/b": { "network": true, "write": ["/c"], "note": 1 }, '
    + '"/d": { "network": "yes" }, "/e": 5, "/f": { "write": ["relative"] }, "g": {} } }',
  )
  const strict = { network: false, write: [] }
  expect(sandboxes).toEqual({
    '/a': strict,
    '/b': { network: true, write: ['/c'], note: 1 },
    '/d': strict,
    '/e': strict,
    '/f': strict,
    'g': strict,
  })
  expect(faults.map(({ key }) => key)).toEqual([
    'sandboxed_folders./d.network',
    'sandboxed_folders./e',
    'sandboxed_folders./f.write.0',
    'sandboxed_folders.g',
  ])
})

it('does not know which folders are sandboxed while the file is broken', () => {
  for (const text of [
    '{ "sandboxed_folders": { "/a": {} ',
    '[ "sandboxed_folders" ]',
    '{ "sandboxed_folders": ["/a"] }',
    '{ "agent_servers": {,, "sandboxed_folders": {} }',
  ])
    expect(parseSettings(text).sandboxes, text).toBe('unknown')
  for (const text of ['', '{}', '{ "agent_servers": { ', '// nothing'])
    expect(parseSettings(text).sandboxes, text).toEqual({})
})

it.each(['[', '{"a":'])('reports a file nested by a hundred thousand %s as a fault', (open) => {
  const settings = parseSettings(`{"sandboxed_folders": ${open.repeat(100_000)}`)

  expect(settings).toMatchObject({ agentServers: {}, sandboxes: 'unknown', faults: [{ message: expect.stringContaining('too deeply') }] })
})

it('reports any wrong type, even one that cannot be converted to text', () => {
  const settings = parseSettings('{"mcp_servers": {"a": {"type": {"toString": "x"}, "command": "x"}, "b": {"command": "y"}}}')

  expect(Object.keys(settings.mcpServers)).toEqual(['b'])
  expect(settings.faults).toMatchObject([{ key: 'mcp_servers.a.type' }])
})

it('reads an editor by name or as a custom command, and reports anything else', () => {
  const read = (value: unknown) => parseSettings(JSON.stringify({ editor: value }))
  expect(read('zed').editor).toBe('zed')
  expect(read({ command: '/usr/bin/mine', args: ['{path}'] }).editor).toMatchObject({ command: '/usr/bin/mine', args: ['{path}'] })
  for (const wrong of ['emacs', 'constructor', 3, null, { command: '' }, { args: [] }, { command: 'x', args: 'y' }]) {
    const { editor, faults } = read(wrong)
    expect(editor, JSON.stringify(wrong)).toBeUndefined()
    expect(faults, JSON.stringify(wrong)).toMatchObject([{ line: 1, key: expect.stringMatching(/^editor/) as string }])
  }
})

it('limits the number of agents, servers and folders, and reports further ones', () => {
  const repeatEntry = (count: number, entry: string): string =>
    `{${Array.from({ length: count }, (_, number) => `\n"/a${number}": ${entry}`).join(',')}}`
  const command = '{"command": "x"}'
  const settings = parseSettings(`{"agent_servers": ${repeatEntry(9_000, command)}, "mcp_servers": ${repeatEntry(300, command)},
    "sandboxed_folders": ${repeatEntry(1_001, '{}')}}`)
  expect([settings.agentServers, settings.mcpServers].map(list => Object.keys(list).length)).toEqual([200, 200])
  expect(settings.sandboxes).toBe('unknown')
  expect(settings.faults.map(({ key, line }) => [key, line])).toEqual([
    ['agent_servers', 202],
    ['mcp_servers', 9_202],
    ['sandboxed_folders', 10_303],
  ])
})
