import type { Network } from '../support/agentServer'
import type { TestThread } from '../support/testThread'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { demoProgram } from '../support/demoProgram'
import { network, serveAgents } from '../support/networkAgents'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { type TestHost, testHost } from '../support/testHost'
import { Random } from '../tools/fuzz/random'

export type Scheme = 'ws' | 'http'

/** A thread with an agent that counts, behind a network that can be cut. */
export interface Counting {
  readonly thread: TestThread
  readonly host: TestHost
  readonly net: Network
  /** The calls that reached the agent, in order. */
  readonly calls: () => string[]
  /** Ends the server with its agents, which a host must not find among its own. */
  readonly end: () => Promise<void>
}

export async function counting(
  abilities: 'resume' | 'load',
  scheme: Scheme,
  { everyMs = 5, traceFolder }: { everyMs?: number, traceFolder?: string } = {},
): Promise<Counting> {
  const state = temporaryFolder()
  const env = { SCRIPTED_STATE: state, ABILITIES: abilities, EVERY_MS: `${everyMs}` }
  const { port, end } = await serveAgents(scripted('countsSlowly', env))
  const net = await network(port)
  const agents = { Counts: { url: `${scheme}://localhost:${net.port}/acp`, files: 'here' as const } }
  const host = await testHost({ agents, traceFolder })
  onTestFinished(end)
  const thread = await host.startThread('Counts')
  await thread.until(() => thread.summary.activity.state === 'ready')
  return { thread, host, net, end, calls: () => readFileSync(join(state, 'calls'), 'utf8').trim().split('\n') }
}

/** A thread with the Demo agent behind a slow network. `again` opens its session in another Parley. */
export async function distantDemo(scheme: Scheme) {
  const env = { DEMO_AGENT_STATE: temporaryFolder(), DEMO_AGENT_PACE_MS: '0' }
  const { port, end } = await serveAgents({ command: process.execPath, args: [demoProgram()], env })
  const net = await network(port, { delayMs: 10 })
  const agents = { Away: { url: `${scheme}://localhost:${net.port}/acp`, files: 'here' as const } }
  const host = await testHost({ agents })
  const thread = await host.startThread('Away')
  const again = async (): Promise<TestThread> => {
    await host.dispose()
    const another = await testHost({ agents, workspace: host.workspace })
    onTestFinished(end)
    const { agentId, command } = (await another.client.listAgents({})).find(({ name }) => name === 'Away')!
    const place = { agentId, command, folder: host.workspace }
    const { sessions } = await another.client.listSessions({ ...place, inAllFolders: false })
    const { threadId } = await another.client.openSession({ ...place, sessionId: sessions[0]!.sessionId })
    const loaded = await another.openThread(threadId)
    await loaded.until(() => loaded.summary.activity.state === 'ready')
    return loaded
  }
  onTestFinished(end)
  return { host, thread, net, again }
}

/** The agent's text in the thread. */
export function said(thread: TestThread): string[] {
  const content = thread.transcript.entries.flatMap(entry => entry.kind === 'agent' ? entry.content : [])
  return content.map(block => block.type === 'text' ? block.text : '').join('').split(' ').filter(Boolean)
}

/** The numbers from 1, as the agent sends them. */
export function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index + 1}`)
}

/**
 * Cuts a connection at random moments of a turn or just after it, each for a random time, and checks that no update is
 * shown twice, that no received update is lost, that every turn ends, and that nothing is resent.
 */
export async function cutAtRandom(
  abilities: 'resume' | 'load',
  scheme: Scheme,
  { cuts, maxCutMs, seed }: { cuts: number, maxCutMs: number, seed: number },
): Promise<void> {
  const random = new Random(seed)
  const traceFolder = temporaryFolder()
  const { thread, host, net, calls, end } = await counting(abilities, scheme, { everyMs: 1, traceFolder })
  const { threadId } = thread
  for (let cut = 1; cut <= cuts; cut++) {
    const before = said(thread).length
    await thread.send('300')
    await delay(random.below(700))
    net.cut()
    await delay(100 + random.below(maxCutMs - 100))
    await thread.until(() => !thread.transcript.head.turnOpen)
    expect(thread.turnEnds).toHaveLength(cut)
    const words = said(thread).slice(before)
    expect(words).toEqual(numbers(words.length))
    expect(thread.turnEnds.at(-1)!.end).toMatchObject(words.length < 300 ? { reason: 'error', isBrokenOff: true } : {})
    net.mend()
    if (thread.summary.activity.state === 'stopped')
      await host.client.restartAgent({ threadId })
  }
  await thread.ask('1')
  // A message that was cut off before it arrived is not resent.
  expect(calls().filter(call => call === 'prompt').length).toBeLessThanOrEqual(cuts + 1)
  expect(calls().filter(call => call === 'new')).toHaveLength(1)
  await expect.poll(() => arrived(traceFolder)).toEqual(said(thread))
  await end()
}

/** The agent's text that reached Parley's wire. */
function arrived(traceFolder: string): string[] {
  const byStart = (name: string): number => Number(/-(\d+)-\d+\.jsonl$/.exec(name)?.[1])
  const files = readdirSync(traceFolder).sort((one, other) => byStart(one) - byStart(other))
  const lines = files.flatMap(file => readFileSync(join(traceFolder, file), 'utf8').trim().split('\n'))
  return lines.flatMap((line) => {
    const { direction, message } = JSON.parse(line) as TracedLine
    const text = direction === 'in' ? message?.params?.update?.content?.text : undefined
    return text === undefined || text.startsWith('replayed') ? [] : [text.trim()]
  })
}

interface TracedLine {
  readonly direction: string
  readonly message?: { readonly params?: { readonly update?: { readonly content?: { readonly text?: string } } } }
}
