import { expect, it } from 'vitest'
import snapshot from '../../../resources/agents.json' with { type: 'json' }
import {
  getPlatformKey,
  parseRegistry,
  parseRegistryId,
  toCatalogueAgentId,
} from '../../../src/main/agents/catalogue/registryAgent'

const good = { id: 'good', name: 'Good', version: '1.0.0', description: 'd', distribution: { npx: { package: 'good@1.0.0' } } }

it('ignores unknown fields, and skips and counts invalid entries', () => {
  const { agents, skipped } = parseRegistry({
    version: '9',
    extensions: 7,
    agents: [{ ...good, preview: {}, icon: 3 }, { id: 'Bad Id', name: 'x' }, null, 'text', { ...good }, { id: 'nameless' }],
  })!
  expect(agents).toEqual([{ ...good, distribution: { npx: { package: 'good@1.0.0', args: [], env: {} } } }])
  expect(skipped).toBe(5)
})

it('keeps valid distributions of an agent if another one is invalid', () => {
  const build = { archive: 'https://example.org/a.tgz', cmd: './a' }
  const { agents } = parseRegistry({
    agents: [
      {
        ...good,
        distribution: {
          npx: { package: 5 },
          pipx: {},
          binary: { 'linux-x86_64': build, 'darwin-aarch64': { archive: 'file:///etc/passwd', cmd: './a' } },
        },
      },
    ],
  })!
  expect(agents[0]?.distribution).toEqual({ binary: { 'linux-x86_64': { ...build, args: [], env: {} } } })
})

it('drops variables that affect which code runs', () => {
  const { agents } = parseRegistry({
    agents: [
      {
        ...good,
        distribution: {
          uvx: { package: 'a==1', env: { 'A_MODEL': 'm', 'PATH': '/evil', 'NODE_OPTIONS': '-r x', 'LD_PRELOAD': 'x', 'a b': 'x' } },
        },
      },
    ],
  })!
  expect(agents[0]?.distribution.uvx?.env).toEqual({ A_MODEL: 'm' })
})

it('rejects a value that is not an index', () => {
  expect([undefined, [], 'x', {}, { agents: {} }].map(parseRegistry)).toEqual([undefined, undefined, undefined, undefined, undefined])
})

it('the shipped snapshot is valid, with exact versions and a reason for each agent without a distribution', () => {
  const { agents, skipped } = parseRegistry(snapshot)!
  expect(skipped).toBe(0)
  for (const { id, version, distribution: { npx, uvx, binary }, note } of agents) {
    const spec = npx?.package ?? uvx?.package
    expect(spec === undefined || spec.endsWith(`@${version}`) || spec.endsWith(`==${version}`), id).toBe(true)
    expect(npx === undefined && uvx === undefined && binary === undefined, id).toBe(note !== undefined)
  }
})

it('prefixes ids of catalogue agents, and names platforms as the registry does', () => {
  expect(parseRegistryId(toCatalogueAgentId('goose'))).toBe('goose')
  expect([parseRegistryId('demo'), parseRegistryId('settings:goose')]).toEqual([undefined, undefined])
  expect(getPlatformKey({ platform: 'win32', arch: 'x64' })).toBe('windows-x86_64')
  expect(getPlatformKey({ platform: 'darwin', arch: 'arm64' })).toBe('darwin-aarch64')
})

it('rejects misleading names and versions, and cleans descriptions', () => {
  const entry = { id: 'a', name: 'Claude', version: '1', description: 'Does \u202Eevil\u202C\nthings', distribution: {} }
  const names = ['Cla\u202Eude', 'Clau\u200Bde', 'Claude\nInstalled', 'Claude\u001B[2K', 'Claude\u{E0041}']
  expect(parseRegistry({ agents: [...names.map(name => ({ ...entry, name })), { ...entry, version: '1\u202E' }] })).toEqual({
    agents: [],
    skipped: 6,
  })
  expect(parseRegistry({ agents: [entry] })?.agents[0]?.description).toBe('Does  evil  things')
})
