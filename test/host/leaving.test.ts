import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { hostile } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

describe('closing a thread', () => {
  it('does not wait long for an agent that never closes its session', async () => {
    const host = await testHost({ agents: { Clings: hostile('life/clingsToSessions') } })
    const thread = await host.startThread('Clings')
    await thread.until(() => thread.summary.activity.state === 'ready')

    const startedAt = performance.now()
    await host.dispose()

    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('cancels the turn of a deleted thread in an agent that other threads use', async () => {
    const host = await testHost({ agents: { Clings: hostile('life/clingsToSessions') } })
    const [deleted, other] = [await host.startThread('Clings'), await host.startThread('Clings')]
    await Promise.all([deleted, other].map(thread => thread.until(() => thread.summary.activity.state === 'ready')))
    await deleted.send('go')

    await host.client.deleteThread({ threadId: deleted.threadId })

    await other.until(() => existsSync(join(host.workspace, 'cancelled.txt')))
    expect(other.summary.activity.state).toBe('ready')
  })

  it('starts no agent for a thread that has been deleted', async () => {
    const host = await testHost()
    const [demo] = await host.client.listAgents({})
    const { threadId } = await host.client.startThread({ agentId: demo!.agentId, folder: host.workspace, command: demo!.command })
    const states: string[] = []
    host.connection.on('threadChanged', thread => thread.threadId === threadId && states.push(thread.activity.state))
    const prompt = host.client.sendPrompt({ threadId, content: [{ type: 'text', text: 'hello' }] })

    await host.client.deleteThread({ threadId })
    await expect(prompt).rejects.toMatchObject({ code: 'closed' })
    const told = states.length
    await wait(500)

    expect(states.slice(told)).toEqual([])
  })

  it('rejects opening or prompting a thread that is being deleted', async () => {
    const host = await testHost({ agents: { Clings: hostile('life/clingsToSessions') } })
    const thread = await host.startThread('Clings')
    const { threadId } = thread
    await thread.until(() => thread.summary.activity.state === 'ready')

    const deleting = host.client.deleteThread({ threadId })

    await expect(host.client.openThread({ threadId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(thread.send('hello')).rejects.toMatchObject({ code: 'not_found' })
    await Promise.all([deleting, host.client.deleteThread({ threadId })])
    expect(await host.client.listThreads({})).toEqual([])
  })

  // Leftovers or errors of a start fail the test: see `testHost`.
  it('works at any moment while the agent starts', async () => {
    for (const afterMs of [0, 5, 30, 120]) {
      const host = await testHost()
      await Promise.all([host.startThread(), host.startThread()])
      await wait(afterMs)
      await host.dispose()
    }
  })
})
