import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type CatalogueSources, listCatalogue } from '../../../src/main/agents/catalogue/listCatalogue'
import { parseRegistry } from '../../../src/main/agents/catalogue/registryAgent'
import { temporaryFolder } from '../../support/temporaryFolder'

const build = { archive: 'https://example.org/a.tgz', cmd: './a' }

function listAll({
  agents,
  commands = [],
  hidden = [],
  ownNames = [],
  ...sources
}: Partial<Omit<CatalogueSources, 'agents'>> & {
  agents: Record<string, object>
  commands?: string[]
  hidden?: string[]
  ownNames?: string[]
}) {
  const folder = join(temporaryFolder(), 'bin')
  mkdirSync(folder)
  for (const command of commands) {
    writeFileSync(join(folder, command), '#!/bin/sh\n')
    chmodSync(join(folder, command), 0o755)
  }
  const entries = Object.entries(agents).map(([id, distribution]) => ({ id, name: id, version: '2.0.0', description: 'd', distribution }))
  const found = listCatalogue(
    { agents: parseRegistry({ agents: entries })!.agents, icon: () => undefined, platformKey: 'linux-x86_64', ...sources },
    { environment: { PATH: folder }, hidden, ownNames },
  )
  return { folder, found, states: Object.fromEntries(found.map(({ listing }) => [listing.name, `${listing.state}: ${listing.why}`])) }
}

it('lists whether each agent can be installed, and what is missing', () => {
  const agents = {
    'from-npm': { npx: { package: 'a@2.0.0' } },
    'from-uv': { uvx: { package: 'a==2.0.0' } },
    'download': { binary: { 'linux-x86_64': build } },
    'mac-only': { binary: { 'darwin-aarch64': build } },
    'nothing': {},
  }
  expect(listAll({ agents, commands: ['npm', 'uvx'] }).states).toEqual({
    'from-npm': 'needs install: Version 2.0.0, from npm.',
    'from-uv': 'needs install: Version 2.0.0, from PyPI with uv.',
    'download': 'needs install: Version 2.0.0, a download for linux-x86_64.',
    'mac-only': 'unavailable: There is no build of it for linux-x86_64.',
    'nothing': 'unavailable: The registry lists no way to install it that Parley supports.',
  })
  expect(listAll({ agents }).states).toMatchObject({
    'from-npm': expect.stringMatching(/^unavailable: It needs Node\.js/) as string,
    'from-uv': expect.stringMatching(/^unavailable: It needs uv/) as string,
  })
})

it('finds agents installed without Parley, and marks them', () => {
  const { folder, found } = listAll({ agents: { goose: {}, vtcode: {} }, commands: ['goose', 'vtcode'] })
  expect(found[0]?.listing).toMatchObject({ state: 'ready', why: 'Found on PATH.', command: `${folder}/goose acp`, source: 'catalogue' })
  expect(found[0]?.definition).toEqual({ agentId: 'catalogue:goose', name: 'goose', command: `${folder}/goose`, args: ['acp'], env: {} })
  expect(found[1]?.definition?.env).toEqual({ VT_ACP_ENABLED: '1', VT_ACP_ZED_ENABLED: '1' })
})

it('does not list an adapter as ready without the program that it adapts', () => {
  const fromNpm = { 'pi-acp': { npx: { package: 'pi-acp@2.0.0' } } }
  const alone = listAll({ agents: fromNpm, commands: ['npm', 'pi-acp'] })
  expect(alone.states['pi-acp']).toContain('unavailable: It needs "pi"')
  const { states } = listAll({ agents: { 'pi-acp': {} }, commands: ['pi', 'pi-acp'] })
  expect(states['pi-acp']).toBe('ready: Found on PATH.')
})

it('prefers the version installed by Parley, and lists an update', () => {
  const installed = (version: string) => () => ({ command: '/p/goose', args: ['acp'], env: { A: '1' }, version })
  const agents = { goose: { binary: { 'linux-x86_64': build } } }
  const current = listAll({ agents, commands: ['goose'], installed: installed('2.0.0') })
  expect(current.states.goose).toBe('ready: Installed, version 2.0.0.')
  const { found, states } = listAll({ agents, installed: installed('1.9.0') })
  expect(states.goose).toBe('ready: Update available: 1.9.0 → 2.0.0.')
  expect(found[0]?.definition).toMatchObject({ command: '/p/goose', env: { A: '1' } })
})

it('marks hidden agents, which can still be started', () => {
  const { found } = listAll({ agents: { goose: {}, kimi: {} }, commands: ['goose'], hidden: ['goose'] })
  expect(found.map(({ listing }) => listing.isHidden)).toEqual([true, undefined])
  expect(found[0]?.definition).toBeDefined()
})

it('hides a catalogue agent that the person set up under the same name', () => {
  const agents = { 'claude-agent': {}, 'claudette': {}, 'kimi': {} }
  const { found } = listAll({ agents, ownNames: ['Claude', 'Kimi'] })
  expect(found.map(({ listing }) => [listing.name, listing.isHidden ?? false])).toEqual([
    ['claude-agent', true],
    ['claudette', false],
    ['kimi', true],
  ])
})

it('lists an installed older program as ready, and offers to install the current one', () => {
  const agents = { 'claude-acp': { npx: { package: '@agentclientprotocol/claude-agent-acp@2.0.0' } } }
  const { folder, found: [found] } = listAll({ agents, commands: ['npm', 'claude-code-acp'] })
  expect(found?.listing).toMatchObject({
    state: 'ready',
    why: 'Its older program, @zed-industries/claude-code-acp, was found on PATH.',
    command: `${folder}/claude-code-acp`,
    older: { program: '@zed-industries/claude-code-acp' },
    install: { offered: '2.0.0' },
  })
  const both = listAll({ agents, commands: ['npm', 'claude-code-acp', 'claude-agent-acp'] })
  expect(both.found[0]?.listing).toMatchObject({ command: `${both.folder}/claude-agent-acp`, why: 'Found on PATH.' })
  expect(both.found[0]?.listing.older).toBeUndefined()
  const installed = () => ({ command: '/ours', args: [], env: {}, version: '2.0.0' })
  expect(listAll({ agents, commands: ['claude-code-acp'], installed }).found[0]?.listing.older).toBeUndefined()
})
