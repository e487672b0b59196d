import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveAgents } from '../support/networkAgents'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost } from '../support/testHost'
import { counting, cutAtRandom, distantDemo, numbers, said } from './networkCuts'

describe.each(['ws', 'http'] as const)('a connection over %s that breaks during a turn', (scheme) => {
  it.each(['resume', 'load'] as const)('resends nothing; Continue, even pressed twice, calls session/%s once', async (how) => {
    const { thread, host, net, calls } = await counting(how, scheme)
    await thread.send('1000')
    await thread.until(() => said(thread).length > 5)
    net.cut()
    const end = await thread.turnEnd()
    expect(end.end).toMatchObject({
      reason: 'error',
      isBrokenOff: true,
      message: `The connection to localhost:${net.port} broke in the middle of the turn. `
        + 'What it did since is not known here.',
    })
    expect(thread.summary.activity).toMatchObject({ state: 'stopped', isBrokenOff: true })
    await expect(host.client.restartAgent({ threadId: thread.threadId })).rejects.toThrow(/cannot be reached/)
    expect(thread.summary.activity).toMatchObject({ state: 'stopped', canRetry: true })
    expect(calls()).toEqual(['new', 'prompt'])
    net.mend()
    await Promise.all([1, 2].map(() => host.client.restartAgent({ threadId: thread.threadId })))
    await thread.until(() => thread.summary.activity.state === 'ready')
    expect(calls()).toEqual(['new', 'prompt', how])
    const words = said(thread)
    expect(words).toEqual(numbers(words.length))
    await thread.ask('2')
    expect(said(thread)).toEqual([...words, '1', '2'])
  })

  it('loses and repeats no output, at any moment', async () => {
    await cutAtRandom('load', scheme, { cuts: 2, maxCutMs: 150, seed: 1 })
  })

  it('pauses the queue', async () => {
    const { thread, host, net, calls } = await counting('resume', scheme)
    await thread.send('1000')
    await thread.until(() => said(thread).length > 0)
    await host.client.queuePrompt({ threadId: thread.threadId, content: [{ type: 'text', text: '1' }] })
    net.cut()
    await thread.turnEnd()
    net.mend()
    await host.client.restartAgent({ threadId: thread.threadId })
    await thread.until(() => thread.summary.activity.state === 'ready')
    expect(thread.summary.isQueuePaused).toBe(true)
    expect(calls()).toEqual(['new', 'prompt', 'resume'])
  })
})

describe.each(['ws', 'http'] as const)('a connection over %s that breaks between turns', (scheme) => {
  it('puts the thread to sleep, and the next message continues the session', async () => {
    const { thread, net, calls } = await counting('resume', scheme)
    await thread.ask('2')
    net.cut()
    await thread.until(() => thread.summary.activity.state === 'asleep')
    net.mend()
    await thread.ask('1')
    expect(said(thread)).toEqual(['1', '2', '1'])
    expect(calls()).toEqual(['new', 'prompt', 'resume', 'prompt'])
  })
})

describe.each(['ws', 'http'] as const)('an agent over %s', (scheme) => {
  it('works with local files, commands, forms and sessions like a local agent', async () => {
    const { host, thread, again } = await distantDemo(scheme)
    const { workspace } = host
    writeFileSync(join(workspace, 'notes.txt'), 'one old word\n')
    expect((await thread.ask('edit notes.txt old -> new')).end.reason).toBe('end_turn')
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('one new word\n')
    expect(thread.of('permission')).toHaveLength(1)
    expect(thread.summary.elsewhere).toEqual({ host: expect.stringMatching(/^localhost:\d+$/) })

    await thread.ask('run echo from here')
    const { terminalIds } = thread.tools.findLast(tool => tool.terminalIds.length > 0)!
    expect(await thread.terminal(terminalIds[0]!)).toMatchObject({ state: 'exited', output: 'from here\r\n' })

    await thread.send('form')
    await thread.answerElicitation({ action: 'accept', content: { name: 'Ada', days: ['monday'] } })
    await thread.turnEnd()
    expect(thread.text).toContain('Ada')

    await thread.send('hang')
    await thread.until(() => thread.summary.activity.state === 'working')
    await thread.cancel()
    expect((await thread.turnEnd()).end.reason).toBe('cancelled')

    const loaded = await again()
    expect(loaded.of('user').map(({ content }) => content)).toMatchObject(
      ['edit notes.txt old -> new', 'run echo from here', 'form', 'hang'].map(text => [{ type: 'text', text }]),
    )
    expect((await loaded.ask('usage')).end.reason).toBe('end_turn')
  })
})

it('a secret in a header is stored in secrets.json and nowhere else', async () => {
  const token = 'a-token-that-nobody-sees'
  const { url, end } = await serveAgents(scripted('neither'), { token })
  const traceFolder = temporaryFolder()
  const host = await testHost({ traceFolder })
  const filesWithToken = (): string[] => [host.dataFolder, traceFolder].flatMap(folder => filesWith(token, folder))
  onTestFinished(end)
  const agent = { name: 'Away', url: url(), files: 'here' as const }
  const header = { kind: 'secret' as const, name: 'Authorization' }
  const wrong = [{ ...header, value: `Bearer ${token} and more` }]
  const { agentId } = await host.client.saveAgent({ agent: { ...agent, headers: wrong } })
  await expect(host.startThread('Away').then(thread => thread.ask('hello'))).rejects.toThrow(/refused the token/)
  await host.client.saveAgent({ agentId, agent: { ...agent, headers: [{ ...header, value: `Bearer ${token}` }] } })
  const stored = { ...agent, headers: [{ ...header, isStored: true }] }
  expect(await host.client.readAgent({ agentId })).toEqual(stored)
  const listing = (await host.client.listAgents({})).find(listed => listed.agentId === agentId)
  const address = { headers: ['Authorization'], files: 'here' }
  expect(listing).toMatchObject({ state: 'ready', command: url(), address })

  const thread = await host.startThread('Away')
  expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  expect(filesWithToken()).toEqual(['secrets.json'])
  expect((await thread.ask(token)).end.reason).toBe('end_turn')
  expect(JSON.stringify(await host.client.openAgentLog({ threadId: thread.threadId }))).not.toContain(token)
  const { path } = await host.client.exportBundle({ threadId: thread.threadId, withContents: true })
  expect(readFileSync(path, 'utf8')).not.toContain(token)

  const renamed = await host.client.saveAgent({ agentId, agent: { ...stored, name: 'Farther' } })
  expect((await (await host.startThread('Farther')).ask('hello')).end.reason).toBe('end_turn')
  await host.client.removeAgent(renamed)
  expect(readFileSync(join(host.dataFolder, 'secrets.json'), 'utf8')).not.toContain('Bearer')
})

/** Names of the files below a folder that contain a text. */
function filesWith(text: string, folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(text) ? [name] : [])
}

it('an agent whose header contains invalid characters is reported before anything is sent', async () => {
  const { url, requests, end } = await serveAgents(scripted('neither'))
  const host = await testHost({})
  onTestFinished(end)
  for (const value of ['Bearer one\nX-More: two', 'Bearer \u2013']) {
    await host.changeSettings({ agent_servers: { Away: { url: url(), files: 'here', headers: { Authorization: value } } } })
    await expect(host.startThread('Away')).rejects.toThrow(/"Authorization" of "Away" .* cannot be sent/)
  }
  expect(requests).toEqual([])
})

it('an address that contains a credential, or is not encrypted, is rejected with advice', async () => {
  const host = await testHost({})
  for (const [url, why] of [['wss://agents.example/?token=x', 'header'], ['ws://agents.example', 'wss://']] as const) {
    const agent = { name: 'Another', url, files: 'here' as const, headers: [] }
    await expect(host.client.saveAgent({ agent })).rejects.toThrow(why)
    const faults = host.next('settingsFaults')
    await host.changeSettings({ agent_servers: { Away: { url } } })
    expect((await host.client.listAgents({})).find(({ name }) => name === 'Away')).toBeUndefined()
    expect(await faults).toMatchObject([{ key: 'agent_servers.Away.url', message: expect.stringContaining(why) }])
  }
})

describe('an agent with remote files', () => {
  it('gets the folder as typed, and no access to local files and commands', async () => {
    const state = temporaryFolder()
    const { host, agent: { agentId, command }, there } = await withFilesThere(state)
    expect(there.summary.elsewhere).toEqual({ host: expect.stringMatching(/^localhost:\d+$/), folder: '/srv/app' })
    expect(existsSync('/srv/app')).toBe(false)
    const lines = readFileSync(join(state, 'asked'), 'utf8').trim().split('\n')
    const [initialize, opened] = lines.map(line => JSON.parse(line) as object)
    const fs = { readTextFile: false, writeTextFile: false }
    expect(initialize).toMatchObject({ clientCapabilities: { fs, terminal: false } })
    expect(opened).toMatchObject({ cwd: '/srv/app', mcpServers: [{ name: 'far', type: 'http' }] })
    expect(there.text).toContain('The MCP server "near" is left out')
    for (const folder of ['app', '', undefined]) {
      const started = host.client.startThread({ agentId, command, folder })
      await expect(started).rejects.toMatchObject({ code: 'folder_not_found' })
    }
  })

  it('is trusted only for the folder in which the person started it', async () => {
    const state = temporaryFolder()
    const { host, agent } = await withFilesThere(state)
    const place = { agentId: agent.agentId, command: agent.command }
    expect(await host.client.isTrusted({ ...place, folder: '/srv/app' })).toBe(true)
    expect(await host.client.isTrusted({ ...place, folder: '/srv/other' })).toBe(false)
  })

  it('gets no answer from a rule, which knows only programs of this machine', async () => {
    const state = temporaryFolder()
    const { host, there } = await withFilesThere(state)
    await host.client.saveRule({ rule: { effect: 'allow', command: 'ls *' } })
    await there.send('ask')
    const { request } = await there.permission()
    expect(request).toMatchObject({ folder: '/srv/app' })
    expect(request.own).toBeUndefined()
    await there.answer('yes')
    expect((await there.turnEnd()).end.reason).toBe('end_turn')
  })
})

/** A thread with an agent whose files are on its own machine. */
async function withFilesThere(state: string) {
  const { url, end } = await serveAgents(scripted('worksElsewhere', { SCRIPTED_STATE: state }))
  const host = await testHost({})
  onTestFinished(end)
  await host.changeSettings({
    agent_servers: { Away: { url: url() } },
    mcp_servers: { near: { command: 'node' }, far: { type: 'http', url: 'https://tools.example' } },
  })
  const agent = (await host.client.listAgents({})).find(({ name }) => name === 'Away')!
  const { agentId, command } = agent
  const { threadId } = await host.client.startThread({ agentId, command, folder: '/srv/app' })
  const there = await host.openThread(threadId)
  await there.until(() => there.summary.activity.state === 'ready')
  return { host, agent, there }
}
