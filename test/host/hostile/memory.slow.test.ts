import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect, refuseAll, textOf } from '../../agents/program'
import { collectGarbage } from '../../support/collectGarbage'
import { agentAt } from '../../support/networkAgents'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'
import { memoryPeak } from './memoryPeak'

const limitMegabytes = 300

/** When garbage is collected depends on other load, so it is collected first. */
function heldMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

describe('Parley\'s memory stays within bounds when an agent', () => {
  it('writes lines of 100 MB, which are skipped and reported once', async () => {
    const host = await testHost({ isRecorded: true, agents: { Giant: hostile('wire/giantLines') } })
    const thread = await host.startThread('Giant')

    expect(await memoryPeak(async () => void await thread.ask('go'))).toBeLessThan(limitMegabytes)

    expect(thread.turnEnds.at(-1)?.end.reason).toBe('end_turn')
    expect(thread.text).toContain('After the update. After the request.')
    expect(thread.of('notice')).toMatchObject([{ notice: { title: expect.stringContaining('too long') } }])
    expect(existsSync(join(host.workspace, 'giant.txt'))).toBe(false)
    // The response to the prompt in such a line ends the turn with an error.
    expect((await thread.ask('answer')).end).toMatchObject({ reason: 'error', message: expect.stringContaining('too long') })
  }, 60_000)

  it('writes lines of 30 MB that are noise or nested too deeply', async () => {
    const host = await testHost({ isRecorded: true, agents: { Loud: hostile('wire/hugeNoise') } })
    const thread = await host.startThread('Loud')

    expect(await memoryPeak(async () => {
      await thread.send('go')
      await thread.until(() => thread.turnEnds.length > 0)
    })).toBeLessThan(limitMegabytes)

    expect(thread.text).toContain('That was loud.')
  }, 60_000)

  it('sends messages of millions of tiny parts', async () => {
    const host = await testHost({ isRecorded: true, agents: { Tiny: hostile('wire/tinyParts') } })
    const thread = await host.startThread('Tiny')

    expect(await memoryPeak(async () => void await thread.ask('go'))).toBeLessThan(limitMegabytes)

    expect(thread.text).toContain('That was all.')
    expect(thread.of('notice')).toHaveLength(1)
  }, 60_000)

  it('sends 512 MB for sessions that do not exist', async () => {
    const host = await testHost({ isRecorded: true, agents: { Hoard: hostile('wire/strangersHoard') } })
    const thread = await host.startThread('Hoard')

    expect(await memoryPeak(async () => void await thread.ask('go'))).toBeLessThan(limitMegabytes)

    expect(thread.text).toContain('All sent.')
  }, 60_000)

  it('stops reading for a while with 80 MB pending, and gets all of it later', async () => {
    const host = await testHost({ isRecorded: true, agents: { Deaf: hostile('wire/stopsReading') } })
    writeFileSync(join(host.workspace, 'big.txt'), 'x'.repeat(1024 * 1024))
    const thread = await host.startThread('Deaf')

    expect(await memoryPeak(async () => void await thread.ask('go'))).toBeLessThan(limitMegabytes)

    expect(thread.text).toContain(`Got 80 answers with ${80 * 1024 * 1024} characters.`)
  }, 60_000)

  it('requests writes of 384 MB at once, all of which succeed', async () => {
    const host = await testHost({ isRecorded: true, agents: { Heavy: hostile('wire/heavyWrites') } })
    const thread = await host.startThread('Heavy')

    expect(await memoryPeak(async () => {
      await thread.send('go')
      await thread.turnEnd()
    })).toBeLessThan(limitMegabytes)

    expect(thread.text).toContain('Written all 24.')
  }, 60_000)

  it('reports edits without end, and a full turn stops growing', async () => {
    const host = await testHost({ isRecorded: true, agents: { Edits: hostile('wire/editsForEver') } })
    const [thread, other] = [await host.startThread('Edits'), await host.startThread()]
    const size = () => ({ entries: thread.transcript.entries.length, lastSeq: thread.transcript.lastSeq })

    expect(await memoryPeak(async () => {
      await thread.send('go')
      await expect.poll(() => thread.of('notice').length, { timeout: 60_000 }).toBeGreaterThan(0)
    })).toBeLessThan(2 * limitMegabytes) // the page of this test holds it all, too
    const full = size()
    const held = heldMegabytes()
    for (let count = 0; count < 20; count++)
      expect((await other.ask('hello')).end.reason).toBe('end_turn')
    expect(heldMegabytes() - held).toBeLessThan(20) // the agent said some hundred megabytes more meanwhile
    expect(size()).toEqual(full)
    expect(thread.of('notice')).toMatchObject([{ notice: { title: expect.stringContaining('more than Parley keeps of one turn') } }])
    await host.client.forceStop({ threadId: thread.threadId })
  }, 120_000)

  it('requests gigabytes without reading, and is killed', async () => {
    const host = await testHost({ isRecorded: true, agents: { Never: hostile('wire/neverReads') } })
    writeFileSync(join(host.workspace, 'big.txt'), 'x'.repeat(10 * 1024 * 1024))
    const [thread, other] = [await host.startThread('Never'), await host.startThread()]

    expect(await memoryPeak(async () => {
      await thread.send('go')
      for (let count = 0; count < 10; count++)
        expect((await other.ask('hello')).end.reason).toBe('end_turn')
    })).toBeLessThan(2 * limitMegabytes) // of 20 GB; each response is 10 MB in several forms, until they are collected

    await host.client.forceStop({ threadId: thread.threadId })
    expect((await thread.turnEnd()).end.reason).toBe('cancelled')
  }, 60_000)

  it('is remote and sends frames of 100 MB, which are skipped and reported once', async () => {
    const { command, args } = hostile('wire/giantLines')
    const host = await testHost({})
    const url = `ws://localhost:${await portOf('agents/frames', [command, ...args])}/acp`
    await host.changeSettings({ agent_servers: { Giant: { url, files: 'here' } } })
    const thread = await host.startThread('Giant')

    // A frame is received as a whole, and exists twice until its pieces are collected.
    expect(await memoryPeak(async () => void await thread.ask('go'))).toBeLessThan(2 * limitMegabytes)

    expect(thread.turnEnds.at(-1)?.end.reason).toBe('end_turn')
    expect(thread.text).toContain('After the update. After the request.')
    expect(thread.of('notice')).toMatchObject([{ notice: { title: expect.stringContaining('too long') } }])
    expect((await thread.ask('answer')).end).toMatchObject({ reason: 'error', message: expect.stringContaining('too long') })
  }, 60_000)

  it.each(['ws', 'http'])('is remote (%s) and sends 1 GB before Parley reads', async (scheme) => {
    const port = await portOf('bench/networkServer', ['replays'])
    const connection = await connect(agentAt(`${scheme}://localhost:${port}/acp`), { quietMs: 200 })
    await connection.ready
    await connection.calls.newSession({ cwd: '/', mcpServers: [] })
    let bytes = 0
    connection.attachSession('s1', { onUpdate: update => bytes += textOf(update).length, requests: refuseAll })
    expect(await memoryPeak(async () => {
      const release = connection.holdInput()
      const loaded = connection.calls.loadSession({ sessionId: 's1', cwd: '/', mcpServers: [] })
      await delay(5_000)
      expect(bytes).toBeLessThan(1024 * 1024)
      release()
      await loaded
    })).toBeLessThan(limitMegabytes)
    expect(bytes).toBeGreaterThan(1_000_000_000)
  }, 300_000)
})

/** The port of a server in a separate process. Its agent replays 1 GB, if it replays. */
async function portOf(program: string, args: readonly string[]): Promise<string> {
  const root = join(import.meta.dirname, '../../..')
  const start = ['--import', join(root, 'scripts/typescript.mjs'), join(root, 'test', `${program}.ts`), ...args]
  const env = { ...process.env, REPLAYED: '10000', REPLAYED_BYTES: '100000' }
  const server = spawn(process.execPath, start, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    server.kill()
    await once(server, 'exit')
  })
  const [port] = await once(server.stdout, 'data') as [Buffer]
  return port.toString().trim()
}
