import { describe, expect, it, onTestFinished } from 'vitest'
import { AgentConnections } from '../../../src/main/agents/agentConnections'
import { program } from '../../agents/program'
import { temporaryFolder } from '../../support/temporaryFolder'

function makeConnections(): AgentConnections {
  const connections = new AgentConnections({
    version: '0.0.0',
    report: (error) => { throw error },
    deadlines: { closeMs: 300, graceMs: 300 },
  })
  onTestFinished(() => connections.dispose())
  return connections
}

describe('AgentConnections', () => {
  it('shares one process per agent and folder, even while it starts', async () => {
    const connections = makeConnections()
    const [folder, other] = [temporaryFolder(), temporaryFolder()]
    const agent = program('environment')
    const [one, two, elsewhere, changed] = await Promise.all([
      connections.acquire({ agent, folder }),
      connections.acquire({ agent, folder }),
      connections.acquire({ agent, folder: other }),
      connections.acquire({ agent: { ...agent, env: { ...agent.env, A: '1' } }, folder }),
    ])
    expect(two).toBe(one)
    expect(new Set([one, elsewhere, changed]).size).toBe(3)
  })

  it('ends an agent when its last user releases it', async () => {
    const connections = makeConnections()
    const place = { agent: program('environment'), folder: temporaryFolder() }
    const connection = await connections.acquire(place)
    await connections.acquire(place)
    await connections.release(connection)
    expect(connection.exit).toBeUndefined()
    await connections.release(connection)
    expect(connection.exit).toBeDefined()
  })

  it('starts a new process after the old one exited', async () => {
    const connections = makeConnections()
    const place = { agent: program('environment'), folder: temporaryFolder() }
    const dead = await connections.acquire(place)
    await dead.kill()
    const fresh = await connections.acquire(place)
    expect(fresh).not.toBe(dead)
    await connections.release(dead)
    expect(fresh.exit).toBeUndefined()
  })

  it('rejects all waiting users when a start fails, and tries again for the next one', async () => {
    const connections = makeConnections()
    const folder = temporaryFolder()
    const bad = { agent: program('badVersion'), folder }
    const results = await Promise.allSettled([connections.acquire(bad), connections.acquire(bad)])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'agent_failed' } },
      { status: 'rejected', reason: { code: 'agent_failed' } },
    ])
    await expect(connections.acquire(bad)).rejects.toMatchObject({ code: 'agent_failed' })
  })

  it('ends all agents in parallel on dispose, even unresponsive ones, and then rejects new users', async () => {
    const connections = makeConnections()
    const folder = temporaryFolder()
    const all = await Promise.all(['hanger', 'environment'].map(name => connections.acquire({ agent: program(name), folder })))
    const start = performance.now()
    await connections.dispose()
    expect(performance.now() - start).toBeLessThan(5000)
    expect(all.map(({ exit }) => exit !== undefined)).toEqual([true, true])
    await expect(connections.acquire({ agent: program('environment'), folder })).rejects.toMatchObject({ code: 'closed' })
  })
})
