import { expect, it } from 'vitest'
import { readAgentJson, splitCommandLine } from '../../../src/renderer/components/agents/readPastedAgent'

it('an agent is read from complete or partial settings of another program', () => {
  const kimi = { command: 'kimi', args: ['acp'], env: { KIMI_HOME: '/k' } }
  const found = { name: 'Kimi', ...kimi }
  for (const text of [
    JSON.stringify({ theme: 'x', agent_servers: { Kimi: kimi } }),
    JSON.stringify({ Kimi: kimi }),
    JSON.stringify({ name: 'Kimi', ...kimi }),
    `"Kimi": ${JSON.stringify(kimi)},`,
    `{ // ours\n"Kimi": ${JSON.stringify(kimi)}, }`,
  ])
    expect(readAgentJson(text), text).toEqual(found)
  expect(readAgentJson('{"agent_servers": {"Far": {"url": "wss://far.example/acp", "headers": {"A": "b"}}}}'))
    .toEqual({ name: 'Far', url: 'wss://far.example/acp', headers: { A: 'b' } })
  expect(readAgentJson('{ "command": "kimi" }')).toEqual({ command: 'kimi', args: [], env: {} })
  for (const text of ['', 'kimi acp', '{}', '[1]', '{"a": 1}', '"quoted"', '{"Kimi": {"args": []}}'])
    expect(readAgentJson(text), text).toBeUndefined()
})

it('a command line is split into variables, command and arguments, but not a path with spaces', () => {
  expect(splitCommandLine('node "/my files/kimi.js" acp')).toEqual({ command: 'node', args: ['/my files/kimi.js', 'acp'], env: {} })
  expect(splitCommandLine('$ KEY=v TEXT="a b" npx -y foo \\\n  --acp "a b"\n'))
    .toEqual({ command: 'npx', args: ['-y', 'foo', '--acp', 'a b'], env: { KEY: 'v', TEXT: 'a b' } })
  for (const text of ['kimi', ' kimi ', '/opt/My Agent/agent', 'C:\\My Agent\\agent.exe', '~/My Agent/run'])
    expect(splitCommandLine(text), text).toBeUndefined()
  for (const text of ['cd x && kimi acp', 'kimi acp | tee', 'kimi "acp"x', 'KEY=v'])
    expect(splitCommandLine(text), `${text}: no shell runs it`).toBeUndefined()
})
