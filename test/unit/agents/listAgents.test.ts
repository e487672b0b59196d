import type { AgentServer } from '../../../src/shared/settings/settings'
import { expect, it } from 'vitest'
import { type AgentSources, listAgents } from '../../../src/main/agents/catalogue/listAgents'
import { parseRegistry } from '../../../src/main/agents/catalogue/registryAgent'
import { emptySettings } from '../../../src/main/store/settings/parseSettings'

function makeSources(
  agentServers: Record<string, Partial<AgentServer>>,
  rest: Partial<AgentSources> = {},
): AgentSources {
  const full = Object.fromEntries(
    Object.entries(agentServers).map(([name, server]) => [name, { command: 'x', args: [], env: {}, ...server }]),
  )
  return {
    settings: { ...emptySettings, agentServers: full },
    demoAgentPath: import.meta.filename,
    environment: { PATH: '/nowhere', HOME: '/home/me' },
    ...rest,
  }
}

const list = (all: AgentSources) => listAgents(all).map(({ listing }) => listing)

it('lists the person\'s agents first, in their order, then the Demo agent', () => {
  const agents = list(makeSources({
    Zeta: { command: process.execPath },
    Alpha: { command: process.execPath, args: ['my agent.js'] },
  }))
  expect(agents.map(({ name, source, state }) => [name, source, state])).toEqual([
    ['Zeta', 'settings', 'ready'],
    ['Alpha', 'settings', 'ready'],
    ['Demo agent', 'builtin', 'ready'],
  ])
  expect(agents[1]?.command).toBe(`${process.execPath} 'my agent.js'`)
})

it('explains why an agent cannot run, and what to do', () => {
  const agents = list(
    makeSources(
      { Kimi: { command: 'kimi' }, Mine: { command: '~/bin/mine' } },
      { demoAgentPath: '/gone/demoAgent.js' },
    ),
  )
  expect(agents.map(agent => agent.state)).toEqual(['unavailable', 'unavailable', 'unavailable'])
  expect(agents[0]?.why).toBe('"kimi" was not found on PATH. Install it or give its full path in settings.json.')
  expect(agents[1]?.why).toContain('"/home/me/bin/mine" is not a program')
  expect(agents[2]?.why).toContain('/gone/demoAgent.js')
})

it('searches for a command on the PATH of the agent\'s own environment', () => {
  const environment = { PATH: '/nowhere' }
  const [own] = list(makeSources({ Shell: { command: 'sh', env: { PATH: '/bin' } } }, { environment }))
  expect(own?.state).toBe('ready')
})

it('lists the names of an agent\'s variables without their values', () => {
  const agents = list(makeSources({ Kimi: { env: { KEY: 'secret', A: 'b' } }, Mine: {} }))
  expect(agents.map(({ variables }) => variables)).toEqual([['A', 'KEY'], undefined, undefined])
  expect(JSON.stringify(agents)).not.toContain('secret')
})

it('lists who runs commands and reads files for the person\'s agents, however they are started', () => {
  const agents = list(makeSources({
    Gemini: { command: 'npx', args: ['-y', '@google/gemini-cli@0.61.0', '--acp'] },
    Kimi: { command: 'kimi' },
    Mine: {},
  }))
  expect(agents.map(({ runsCommands, readsFiles }) => [runsCommands, readsFiles]))
    .toEqual([['itself', 'itself'], ['parley', undefined], [undefined, undefined], [undefined, undefined]])
})

it('returns how to start each agent', () => {
  const [kimi, demo] = listAgents(makeSources({ Kimi: { command: '~/kimi', args: ['acp'], env: { KEY: 'v' } } }))
  expect(kimi?.definition).toEqual({ agentId: 'settings:Kimi', name: 'Kimi', command: '/home/me/kimi', args: ['acp'], env: { KEY: 'v' } })
  expect(demo?.definition).toMatchObject({ name: 'Demo agent', command: process.execPath, args: [import.meta.filename] })
})

it('names the catalogue agent that replaces an older program in the settings', () => {
  const [claude] = parseRegistry({ agents: [{ id: 'claude-acp', name: 'Claude Agent', distribution: {} }] })!.agents
  const catalogue = { agents: [claude!], icon: () => undefined, platformKey: 'linux-x86_64' }
  const [mine, fetched, other] = list(makeSources(
    { Mine: { command: 'claude-code-acp' }, Fetched: { command: 'npx', args: ['kimi-cli'] }, Other: { command: 'claude-agent-acp' } },
    { catalogue },
  ))
  expect(mine?.older).toEqual({
    program: '@zed-industries/claude-code-acp',
    current: { agentId: 'catalogue:claude-acp', name: 'Claude Agent' },
  })
  expect(fetched?.older).toEqual({ program: 'kimi-cli' })
  expect(other?.older).toBeUndefined()
})
