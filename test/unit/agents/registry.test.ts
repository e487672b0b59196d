import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Registry, type RegistryOptions } from '../../../src/main/agents/catalogue/registry'
import { registryServer } from '../../support/registryServer'
import { temporaryFolder } from '../../support/temporaryFolder'

const hourMs = 60 * 60_000
function makeIndex(...ids: string[]) {
  return {
    version: '1.0.0',
    agents: ids.map(id => ({
      id,
      name: id.toUpperCase(),
      version: '1.2.3',
      description: 'x',
      distribution: { npx: { package: `${id}@1.2.3` } },
    })),
  }
}

function openRegistry(options: Partial<RegistryOptions> = {}) {
  const cachePath = options.cachePath ?? join(temporaryFolder(), 'data', 'registry.json')
  const clock = { now: Date.now() }
  const registry = new Registry({ cachePath, now: () => clock.now, ...options })
  onTestFinished(() => registry.dispose())
  return { registry, cachePath, clock }
}

it('contains the shipped agents, and fetches nothing without a URL', async () => {
  const { registry } = openRegistry()
  await registry.refresh()
  expect(registry.agents.length).toBeGreaterThan(30)
  expect(registry.agents.find(({ id }) => id === 'claude-acp')?.distribution.npx?.package).toMatch(
    /^@agentclientprotocol\/claude-agent-acp@\d/,
  )
  expect(registry.status).toEqual({ asOf: Date.parse('2026-11-01'), skipped: 0 })
})

it('applies a newer index, notifies listeners, and fetches again only after an hour', async () => {
  const server = await registryServer(makeIndex('one'))
  const { registry, clock } = openRegistry({ address: server.address })
  let changes = 0
  registry.onChange(() => changes += 1)
  await registry.refresh()
  expect(registry.agents.map(({ name }) => name)).toEqual(['ONE'])
  expect(registry.status).toEqual({ asOf: clock.now, skipped: 0 })
  expect(changes).toBeGreaterThan(0)

  server.answer(makeIndex('one', 'two'))
  clock.now += hourMs - 1
  await registry.refresh()
  expect(server.requests).toEqual(['/registry.json'])
  clock.now += 1
  await registry.refresh()
  expect(registry.agents).toHaveLength(2)
})

it('caches the index for the next start, readable only by its owner, and ignores a damaged cache', async () => {
  const server = await registryServer(makeIndex('one'))
  const { registry, cachePath } = openRegistry({ address: server.address })
  await registry.refresh()
  expect(statSync(cachePath).mode & 0o777).toBe(0o600)
  expect(openRegistry({ cachePath }).registry.agents.map(({ id }) => id)).toEqual(['one'])

  writeFileSync(cachePath, readFileSync(cachePath).subarray(0, 40))
  expect(openRegistry({ cachePath }).registry.agents.length).toBeGreaterThan(30)
})

it('keeps the last index while the registry fails, and reports the failure', async () => {
  const server = await registryServer(503)
  const { registry, clock } = openRegistry({ address: server.address })
  await registry.refresh()
  expect(registry.agents.length).toBeGreaterThan(30)
  expect(registry.status.failure).toBe('127.0.0.1 answered 503')

  for (const [answer, words] of [
    ['no JSON', /JSON/],
    [{ agents: [] }, /not an index/],
    ['x'.repeat(5_000_001), /more than 5000000 bytes/],
  ] as const) {
    server.answer(answer)
    clock.now += hourMs
    await registry.refresh()
    expect(registry.status.failure).toMatch(words)
  }
  server.answer(makeIndex('one'))
  clock.now += hourMs
  await registry.refresh()
  expect(registry.status.failure).toBeUndefined()
})

it('does not retry immediately after a failure', async () => {
  const server = await registryServer(503)
  const { registry } = openRegistry({ address: server.address })
  await registry.refresh()
  await registry.refresh()
  expect(server.requests).toHaveLength(1)
})

it('never fetches over an insecure connection', async () => {
  const { registry } = openRegistry({ address: 'http://registry.example/registry.json' })
  await registry.refresh()
  expect(registry.status.failure).toContain('must begin with https')
})

it('fetches icons only from the origin of the index', async () => {
  const server = await registryServer(undefined)
  const elsewhere = await registryServer(undefined)
  const icon = '<svg viewBox="0 0 16 16" onload="alert(1)"><path d="M0 0h16v16H0z" fill="currentColor"/></svg>'
  server.icons.set('/one.svg', icon)
  elsewhere.icons.set('/two.svg', icon)
  const { agents } = makeIndex('one', 'two', 'three')
  server.answer({
    agents: agents.map(agent => ({
      ...agent,
      icon: new URL(`/${agent.id}.svg`, agent.id === 'two' ? elsewhere.address : server.address).href,
    })),
  })

  const { registry, cachePath } = openRegistry({ address: server.address })
  await registry.refresh()
  expect(registry.icon('one')).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h16v16H0z" fill="currentColor"/></svg>',
  )
  expect([registry.icon('two'), registry.icon('three')]).toEqual([undefined, undefined])
  expect(elsewhere.requests).toEqual([])
  expect(openRegistry({ cachePath }).registry.icon('one')).toContain('<path')
})

it('aborts a hanging fetch on dispose', async () => {
  const server = await registryServer(makeIndex('one'))
  const { registry } = openRegistry({ address: server.address })
  const refreshing = registry.refresh()
  await registry.dispose()
  await refreshing
  expect(registry.status.failure).toBeUndefined()
})
