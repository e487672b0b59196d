import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

describe('an idle agent', () => {
  it('is shut down, and resumes its session at the next prompt', async () => {
    const host = await testHost({ beatMs: 50 })
    const thread = await host.startThread()
    await thread.ask('hello')
    expect(demoAgents()).toHaveLength(1)
    writeFileSync(join(host.dataFolder, 'settings.json'), '{ "idle_minutes": 0.001 }')

    await thread.until(() => thread.summary.activity.state === 'asleep')
    await expect.poll(demoAgents).toEqual([])

    writeFileSync(join(host.dataFolder, 'settings.json'), '{ "idle_minutes": 0 }')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    expect(thread.summary.activity.state).toBe('ready')
    expect(thread.text).not.toContain('does not remember')
  })

  it('keeps running if its session cannot be resumed', async () => {
    const host = await testHost({ agents: { Forgets: scripted('neither') }, beatMs: 50 })
    const thread = await host.startThread('Forgets')
    await thread.until(() => thread.summary.activity.state === 'ready')
    writeFileSync(
      join(host.dataFolder, 'settings.json'),
      JSON.stringify({ idle_minutes: 0.001, agent_servers: { Forgets: scripted('neither') } }),
    )

    // Meanwhile, shuts down the agent of a thread that can be resumed.
    const other = await host.startThread()
    await other.until(() => other.summary.activity.state === 'asleep')

    expect(thread.summary.activity.state).toBe('ready')
  })
})

describe('threads that share an agent', () => {
  it('say in which of them it was stopped', async () => {
    const host = await testHost()
    const [stopping, other] = [await host.startThread(), await host.startThread()]
    await Promise.all([stopping, other].map(thread => thread.until(() => thread.summary.activity.state === 'ready')))
    await host.client.renameThread({ threadId: stopping.threadId, title: 'The first' })
    await other.send('hang')

    await host.client.forceStop({ threadId: stopping.threadId })

    const why = 'The agent was stopped in the thread "The first", which shares its process.'
    expect((await other.turnEnd()).end).toMatchObject({ reason: 'error', message: why })
    await other.until(() => other.summary.activity.state === 'stopped')
    expect(other.summary.activity).toMatchObject({ message: why })
    expect(stopping.summary.activity.state).toBe('asleep')
  })
})

describe('Stop while the agent starts', () => {
  it('withdraws the waiting prompt, which is neither stored nor sent', async () => {
    const host = await testHost({ agents: { Slow: scripted('neverInitializes') } })
    const thread = await host.startThread('Slow')
    await thread.until(() => thread.summary.activity.state === 'starting')
    const sent = thread.send('hello')
    const refused = expect(sent).rejects.toMatchObject({ code: 'taken_back' })

    await thread.cancel()

    await refused
    expect(thread.of('user')).toEqual([])
    expect(thread.summary.activity.state).toBe('starting')
    await host.client.forceStop({ threadId: thread.threadId })
  })
})

/** Processes started by this one. */
function demoAgents(): string[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter(line => parseInt(line) === process.pid && line.includes('demoAgent.js'))
}
