import { expect, it } from 'vitest'
import { readAgentJson, splitCommandLine } from '../../../src/renderer/components/agents/readPastedAgent'

it('the settings of another program are read, whole or a part', () => {
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
  expect(readAgentJson('{ "command": "kimi" }')).toEqual({ command: 'kimi', args: [], env: {} })
  for (const text of ['', 'kimi acp', '{}', '[1]', '{"a": 1}', '"quoted"', '{"Kimi": {"url": "wss://x"}}'])
    expect(readAgentJson(text), text).toBeUndefined()
})

it('a command line is split into command and arguments, a path with blanks is not', () => {
  expect(splitCommandLine('node "/my files/kimi.js" acp')).toEqual({ command: 'node', args: ['/my files/kimi.js', 'acp'] })
  for (const text of ['kimi', ' kimi ', '/opt/My Agent/agent', 'C:\\My Agent\\agent.exe', '~/My Agent/run'])
    expect(splitCommandLine(text), text).toBeUndefined()
})
