import type { AgentLogEntry } from '../../src/shared/agentLog/agentLogEntry'
import type { TestThread } from '../support/testThread'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseBundle } from '../../src/shared/bundle/parseBundle'
import { reduce } from '../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../src/shared/thread/transcript'
import { formatTranscript } from '../support/formatTranscript'
import { hostile, scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

const secret = 'very-secret-value'

async function started(name: string): Promise<{ host: TestHost, thread: TestThread }> {
  const host = await testHost({ agents: { [name]: scripted(name, { SECRET_KEY: secret }) } })
  return { host, thread: await host.startThread(name) }
}

/** Opens the log and records later entries. */
async function opened(host: TestHost, thread: TestThread): Promise<AgentLogEntry[]> {
  const entries: AgentLogEntry[] = []
  host.connection.on('agentLogEntries', payload => entries.push(...payload.entries))
  entries.push(...await host.client.openAgentLog({ threadId: thread.threadId }))
  return entries
}

describe('the agent log', () => {
  it('shows messages in both directions, and each response with its request’s method and duration', async () => {
    const { host, thread } = await started('kimiCliDialect')
    await thread.ask('run echo hello')

    const entries = await opened(host, thread)

    expect(entries.find(({ method, kind }) => method === 'initialize' && kind === 'answer')).toMatchObject({
      direction: 'fromAgent',
      rpcId: '0',
      tookMs: expect.any(Number),
      summary: 'kimi-cli-dialect 1.0.0',
    })
    expect(entries.find(({ method, kind }) => method === 'terminal/create' && kind === 'request')).toMatchObject({
      direction: 'fromAgent',
      summary: 'echo hello',
    })
    expect(entries.find(({ method, kind }) => method === 'terminal/wait_for_exit' && kind === 'answer')).toMatchObject({
      direction: 'toAgent',
      summary: 'exit code 0',
    })
    expect(entries.filter(({ kind }) => kind === 'notification').map(({ method }) => method)).toContain('session/update')
  })

  it('is updated only while it is shown', async () => {
    const { host, thread } = await started('kimiCliDialect')
    await thread.ask('run true')
    const entries = await opened(host, thread)
    const before = entries.length

    await thread.ask('run echo live')
    await thread.until(
      () =>
        entries.some(({ kind, method, summary }) => kind === 'answer' && method === 'session/prompt' && summary === 'end_turn')
        && entries.length > before,
    )
    await host.client.leaveAgentLog({ threadId: thread.threadId })
    const left = entries.length
    await thread.ask('run echo unseen')

    expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(entries.length)
    expect(entries).toHaveLength(left)
  })

  it('keeps messages of a crashed agent, and continues with the new process', async () => {
    const { host, thread } = await started('crashInPrompt')
    await thread.ask('go')
    const entries = await opened(host, thread)
    expect(entries.some(({ method }) => method === 'session/prompt')).toBe(true)

    await host.client.restartAgent({ threadId: thread.threadId })
    await thread.until(() => entries.filter(({ method, kind }) => method === 'initialize' && kind === 'answer').length === 2)
  })

  it('shortens a long message and reads it completely on demand', async () => {
    const { host, thread } = await started('kimiCliDialect')
    await thread.ask(`run true # ${'x'.repeat(20_000)}`)

    const entry = (await opened(host, thread)).find(({ method, kind }) => method === 'session/prompt' && kind === 'request')!

    expect(entry).toMatchObject({ isCut: true })
    const whole = JSON.parse(await host.client.readAgentLogEntry({ threadId: thread.threadId, entryId: entry.entryId })) as {
      params: { prompt: [{ text: string }] }
    }
    expect(whole.params.prompt[0].text).toHaveLength(20_011)
  })

  it('never shows secrets from the agent\'s environment', async () => {
    const { host, thread } = await started('kimiCliDialect')
    await thread.ask(`run echo ${secret}`)

    const entries = await opened(host, thread)

    expect(JSON.stringify(entries)).not.toContain(secret)
    expect(JSON.stringify(entries)).toContain('[secret]')
  })
})

describe('a bundle', () => {
  it('contains everything needed to show the thread on another machine', async () => {
    const { host, thread } = await started('kimiCliDialect')
    await thread.ask('run echo from the bundle')

    const { path, bytes } = await host.client.exportBundle({ threadId: thread.threadId, withContents: true })

    expect(path.startsWith(join(host.dataFolder, 'exports'))).toBe(true)
    expect((await stat(path)).size).toBe(bytes)
    expect((await stat(path)).mode & 0o077).toBe(0)
    const bundle = parseBundle(await readFile(path, 'utf8'))
    expect(formatTranscript(reduce(emptyTranscript, bundle.events))).toBe(thread.text)
    expect(bundle.terminals).toMatchObject([{ output: expect.stringContaining('from the bundle') }])
    expect(bundle.trace.length).toBeGreaterThan(5)
    expect(bundle.agent).toMatchObject({ name: 'kimi-cli-dialect', version: '1.0.0' })
  })

  it('contains no secrets and no home folder anywhere', async () => {
    const { host, thread } = await started('kimiCliDialect')
    await thread.ask(`run echo ${secret} ${homedir()}/notes sk-${'a'.repeat(30)}`)

    const { path } = await host.client.exportBundle({ threadId: thread.threadId, withContents: true })

    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(secret)
    expect(text).not.toContain(`${homedir()}/notes`)
    expect(text).not.toContain('sk-aaa')
    expect(text).toContain('~/notes')
  })

  it('redacts a secret split across chunks', async () => {
    const host = await testHost({ agents: { Puppet: hostile('puppet', { AGENT_KEY: secret }) } })
    const thread = await host.startThread('Puppet')
    const say = (text: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } })
    await thread.ask(
      JSON.stringify([
        say(`It is ${secret.slice(0, 6)}`),
        { pauseMs: 200 },
        say(secret.slice(6, 9)),
        { pauseMs: 200 },
        say(`${secret.slice(9)}, and no more.`),
      ]),
    )

    const { path } = await host.client.exportBundle({ threadId: thread.threadId, withContents: true })

    const bundle = parseBundle(await readFile(path, 'utf8'))
    expect(formatTranscript(reduce(emptyTranscript, bundle.events))).toContain('It is [secret], and no more.')
    const overTheWire = bundle.trace
      .map(entry =>
        'message' in entry
          ? ((entry.message as { params?: { update?: { content?: { text?: string } } } }).params?.update?.content?.text ?? '')
          : '',
      )
      .join('')
    expect(overTheWire).toContain('[secret]')
    expect(overTheWire).not.toContain(secret)
  })

  it('of a long thread is written without blocking the host for long', async () => {
    const host = await testHost({ agents: { Puppet: hostile('puppet') } })
    const thread = await host.startThread('Puppet')
    const text = 'const a = "some code"; // and a comment\n'.repeat(2_500)
    const content = [{ type: 'content', content: { type: 'text', text } }]
    await thread.ask(JSON.stringify(Array.from({ length: 12 }, (_, index) =>
      ({ update: { sessionUpdate: 'tool_call', toolCallId: `c${index}`, title: 'x', content } }))))
    const startedAt = performance.now()
    let [turnAt, longest] = [startedAt, 0]
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - turnAt)
      turnAt = performance.now()
    }, 1)

    await host.client.exportBundle({ threadId: thread.threadId, withContents: true })

    clearInterval(timer)
    expect(Math.max(longest, performance.now() - turnAt)).toBeLessThan((performance.now() - startedAt) / 2)
  })

  it('can omit the contents of files and commands', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('write notes.txt')
    await thread.ask(`run echo begun; printf "private-%.0s" $(seq 100)`)

    const { path } = await host.client.exportBundle({ threadId: thread.threadId, withContents: false })

    const text = await readFile(path, 'utf8')
    expect(text).not.toContain('private-private-')
    expect(text).toContain('notes.txt')
    expect(text).toContain('[left out: ')
    parseBundle(text)
  })
})
