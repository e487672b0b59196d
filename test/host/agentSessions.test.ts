import type { ListedSession } from '../../src/shared/contract/methods/agentMethods'
import type { TestThread } from '../support/testThread'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

interface Library {
  readonly host: TestHost
  readonly state: string
  readonly place: { agentId: string, command: string, folder: string }
  list: (question?: { inAllFolders?: boolean, cursor?: string }) => ReturnType<TestHost['client']['listSessions']>
  open: (sessionId: string, more?: Partial<ListedSession>) => Promise<TestThread>
  /** The prompts of the agent's own sessions. */
  kept: () => Promise<Record<string, string[]>>
}

const elsewhere = '/not/here'

/** An agent that already had three sessions in the workspace, and one in a deleted folder. */
async function library(env: Record<string, string> = {}): Promise<Library> {
  const state = temporaryFolder('parley-library-')
  const workspace = temporaryFolder('parley-workspace-')
  await writeFile(join(state, 'library.json'), JSON.stringify([
    { sessionId: 'garden', cwd: workspace, title: 'The garden', updatedAt: '2026-10-01T12:00:00Z', prompts: ['plant beans', 'water them'] },
    { sessionId: 'precious', cwd: workspace, prompts: ['keep this'] },
    { sessionId: 'gone', cwd: elsewhere, prompts: [] },
    { sessionId: 'empty', cwd: workspace, prompts: [] },
  ]))
  const host = await testHost({ workspace, agents: { Library: scripted('sessionLibrary', { SCRIPTED_STATE: state, ...env }) } })
  const [agent] = await host.client.listAgents({})
  const place = { agentId: agent!.agentId, command: agent!.command, folder: workspace }
  return {
    host,
    state,
    place,
    list: (question = {}) => host.client.listSessions({ ...place, inAllFolders: false, ...question }),
    open: async (sessionId, { folder = workspace, ...more } = {}) =>
      host.openThread(
        (
          await host.client.openSession({
            ...place,
            folder,
            sessionId,
            title: more.title,
            additionalFolders: [...(more.additionalFolders ?? [])],
          })
        ).threadId,
      ),
    kept: async () =>
      Object.fromEntries(
        (JSON.parse(await readFile(join(state, 'library.json'), 'utf8')) as { sessionId: string, prompts: string[] }[]).map(
          ({ sessionId, prompts }) => [sessionId, prompts],
        ),
      ),
  }
}

const isReady = (thread: TestThread) => thread.until(() => thread.summary.activity.state === 'ready')
const isStopped = (thread: TestThread) => thread.until(() => thread.summary.activity.state === 'stopped')
const ids = (sessions: readonly ListedSession[]) => sessions.map(({ sessionId }) => sessionId)

describe('the list of an agent\'s sessions', () => {
  it('is fetched page by page from one process, for a folder or for all', async () => {
    const { list } = await library()

    const first = await list()
    expect(first).toMatchObject({ canList: true, canOpen: true, canDelete: true })
    expect(first.sessions[0]).toEqual({
      sessionId: 'garden',
      folder: expect.any(String),
      additionalFolders: [],
      title: 'The garden',
      updatedAt: Date.UTC(2026, 9, 1, 12),
    })
    expect(ids(first.sessions)).toEqual(['garden', 'precious'])
    const second = await list({ cursor: first.nextCursor! })
    expect(ids(second.sessions)).toEqual(['empty'])
    expect(second.nextCursor).toBeUndefined()

    expect((await list({ inAllFolders: true, cursor: (await list({ inAllFolders: true })).nextCursor! })).sessions).toMatchObject([
      { sessionId: 'gone', folder: elsewhere },
      { sessionId: 'empty' },
    ])
  })

  it('links sessions to their threads, and includes threads whose sessions the agent omits', async () => {
    const { host, list, place, state } = await library()
    const thread = await host.startThread('Library')
    await thread.ask('mine')
    await host.client.renameThread({ threadId: thread.threadId, title: 'My name for it' })

    const first = await list()
    const second = await list({ cursor: first.nextCursor! })
    const own = { threadId: thread.threadId, title: 'My name for it', folder: place.folder }
    expect(first.sessions.filter(({ threadId }) => threadId !== undefined)).toMatchObject([own])
    expect(second.sessions.map(({ sessionId, threadId }) => [sessionId, threadId])).toEqual([
      ['empty', undefined],
      [first.sessions.find(({ threadId }) => threadId)!.sessionId, thread.threadId],
    ])

    await writeFile(join(state, 'library.json'), '[]')
    expect((await list()).sessions).toMatchObject([own])
    expect(
      (await host.client.openSession({ ...place, sessionId: first.sessions.find(({ threadId }) => threadId)!.sessionId })).threadId,
    ).toBe(thread.threadId)
  })

  it.each([
    ['does not advertise listing', 'sessionLibrary', { CAN: 'load' }],
    ['advertises listing but lacks it', 'claimsEverything', { MISSING: 'session/list' }],
  ])('contains only threads of Parley if the agent %s', async (_, name, env) => {
    const state = temporaryFolder('parley-library-')
    await writeFile(join(state, 'library.json'), '[]')
    const host = await testHost({ agents: { Agent: scripted(name, { SCRIPTED_STATE: state, ...env }) } })
    const thread = await host.startThread('Agent')
    await thread.ask('mine')
    const [agent] = await host.client.listAgents({})

    expect(
      await host.client.listSessions({ agentId: agent!.agentId, command: agent!.command, folder: host.workspace, inAllFolders: false }),
    ).toMatchObject({ canList: false, sessions: [{ threadId: thread.threadId, title: 'mine' }] })
  })

  it('starts only the command that the person saw, and only in an existing folder', async () => {
    const { host, place } = await library()

    await expect(host.client.listSessions({ ...place, command: 'another', inAllFolders: false })).rejects.toMatchObject({
      code: 'command_changed',
    })
    await expect(host.client.listSessions({ ...place, folder: elsewhere, inAllFolders: false })).rejects.toMatchObject({
      code: 'folder_not_found',
    })
    await expect(host.client.openSession({ ...place, sessionId: 'garden', command: 'another' })).rejects.toMatchObject({
      code: 'command_changed',
    })
    await expect(host.client.openSession({ ...place, sessionId: 'gone', folder: elsewhere })).rejects.toMatchObject({
      code: 'folder_not_found',
      message: expect.stringContaining(elsewhere),
    })
    await expect(host.client.deleteSession({ ...place, sessionId: 'garden', command: 'another' })).rejects.toMatchObject({
      code: 'command_changed',
    })
    expect(await host.client.listThreads({})).toEqual([])
  })

  it('requires a sign-in, in a thread of its own, if the agent does', async () => {
    const { host, list, place } = await library({ SIGN_IN: '1' })
    await expect(list()).rejects.toMatchObject({ code: 'sign_in_needed', message: 'Please log in to see your sessions' })

    const thread = await host.openThread((await host.client.startSignIn(place)).threadId)
    await thread.until(() => thread.summary.activity.state === 'sign-in')
    expect(thread.summary.activity).toMatchObject({ methods: [{ id: 'test-login' }] })
    await host.client.signIn({ threadId: thread.threadId, methodId: 'test-login' })

    expect(ids((await list()).sessions)).toContain('garden')
  })
})

describe('a session created outside Parley', () => {
  it.each<Record<string, string>>([{}, { LOAD: 'late' }])('becomes a thread, filled from the agent\'s replay: %o', async (env) => {
    const { host, open, kept } = await library(env)

    const thread = await open('garden', { title: 'The garden' })
    await thread.until(() => thread.of('agent').length === 2)

    expect(thread.summary).toMatchObject({ title: 'The garden', activity: { state: 'ready' } })
    expect(thread.of('user').map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'plant beans' }],
      [{ type: 'text', text: 'water them' }],
    ])
    expect(thread.of('agent').map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'You said: plant beans.' }],
      [{ type: 'text', text: 'You said: water them.' }],
    ])
    expect(thread.tools.map(({ call }) => call.title)).toEqual(['Look 0', 'Look 1'])
    expect(thread.tools[0]).toMatchObject({ cancelled: true })
    expect(thread.transcript.head).toMatchObject({ turnOpen: false, turnStart: 4 })
    expect(thread.of('notice')).toEqual([])

    await thread.ask('pick them')
    expect(thread.text).toContain('You said: pick them. That makes 3.')
    expect(thread.of('user')).toHaveLength(3)
    expect((await kept()).garden).toEqual(['plant beans', 'water them', 'pick them'])

    const before = thread.text
    const again = await (await host.restart()).openThread(thread.threadId)
    expect(again.text).toBe(before)
    await again.ask('eat them')
    expect(again.text).toContain('That makes 4.')
    expect(again.of('user')).toHaveLength(4)
  })

  it('is named after its first prompt if it has no title', async () => {
    const { open } = await library()

    const thread = await open('precious')

    await thread.until(() => thread.summary.title === 'keep this')
  })

  it('ends tool calls and messages that its replay left open', async () => {
    const { open } = await library()

    const thread = await open('garden')
    await isReady(thread)

    expect(thread.tools).toMatchObject([{ cancelled: true }, { cancelled: true }])
    expect(thread.transcript.entries.at(-1)).toMatchObject({ kind: 'agent', endedAt: expect.any(Number) })
  })

  it.each([
    ['cannot load', { CAN: 'resume list' }, 'sessionLibrary'],
    ['advertises loading but lacks it', { MISSING: 'session/load' }, 'claimsEverything'],
  ])('is resumed with a notice if the agent %s', async (_, env, name) => {
    const state = temporaryFolder('parley-library-')
    await writeFile(join(state, 'library.json'), JSON.stringify([{ sessionId: 'old', cwd: '/', prompts: ['before'] }]))
    await writeFile(join(state, 'old.prompts'), 'before\n')
    const host = await testHost({ agents: { Agent: scripted(name, { SCRIPTED_STATE: state, ...env }) } })
    const [agent] = await host.client.listAgents({})

    const { threadId } = await host.client.openSession({
      agentId: agent!.agentId,
      command: agent!.command,
      folder: host.workspace,
      sessionId: 'old',
    })
    const thread = await host.openThread(threadId)
    await thread.ask('after')

    expect(thread.text).toContain('That makes 2.')
    expect(thread.of('notice').map(({ notice }) => notice.title)).toEqual(['Earlier messages of this session are not shown'])
    expect(thread.of('user')).toHaveLength(1)
  })

  it.each([
    ['can neither load nor resume', 'CAN', 'list'],
    ['lacks the methods that it advertises', 'MISSING', 'session/load session/resume'],
  ])('is reported, and not replaced by a new one, if the agent %s', async (_, variable, value) => {
    const host = await testHost({
      agents: { Agent: scripted(variable === 'CAN' ? 'sessionLibrary' : 'claimsEverything', { [variable]: value }) },
    })
    const [agent] = await host.client.listAgents({})

    const { threadId } = await host.client.openSession({
      agentId: agent!.agentId,
      command: agent!.command,
      folder: host.workspace,
      sessionId: 'old',
    })
    const thread = await host.openThread(threadId)
    await isStopped(thread)

    expect(thread.summary.activity).toMatchObject({ message: expect.stringContaining('cannot open its earlier sessions'), canRetry: true })
    await expect(thread.send('hello')).rejects.toMatchObject({ code: 'unsupported' })
    expect(thread.transcript.entries).toEqual([])
  })

  it('is loaded completely and once after a failed load, even after a restart', async () => {
    const { host, open, state } = await library({ LOAD: 'fails' })
    const thread = await open('garden')
    await isStopped(thread)
    expect(thread.summary.activity).toMatchObject({
      message: 'The agent could not open this session: The library is on fire, time 1',
      canRetry: true,
    })
    await expect(host.client.restartAgent({ threadId: thread.threadId })).rejects.toMatchObject({ code: 'agent_failed' })
    await expect(thread.send('hello')).rejects.toMatchObject({ code: 'agent_failed' })
    expect(thread.transcript.entries).toEqual([])

    const again = await host.restart()
    await writeFile(join(state, 'mended'), '')
    const reopened = await again.openThread(thread.threadId)
    await again.client.restartAgent({ threadId: thread.threadId })

    await reopened.until(() => reopened.of('agent').length === 2)
    expect(reopened.of('user')).toHaveLength(2)
  })

  it('becomes one thread, even if it is opened twice', async () => {
    const { host, open } = await library()

    const threads = await Promise.all([open('garden'), open('garden')])

    expect(threads[0].threadId).toBe(threads[1].threadId)
    expect(await host.client.listThreads({})).toHaveLength(1)
    await isReady(threads[0])
  })

  it('keeps its additional folders', async () => {
    const { host, open } = await library({ CAN: 'load list additionalDirectories' })
    const further = temporaryFolder('parley-further-')
    await mkdir(join(further, 'sub'))

    const thread = await open('garden', { additionalFolders: [further] })

    await thread.until(() => thread.text.includes(`Also in ${further}.`))
    expect((await host.client.listThreads({}))[0]).toMatchObject({ additionalFolders: [further] })
  })
})

describe('deleting a session', () => {
  it('is done by the agent, and a refusal is reported', async () => {
    const { host, place, list } = await library()

    await host.client.deleteSession({ ...place, sessionId: 'garden' })
    await expect(host.client.deleteSession({ ...place, sessionId: 'precious' })).rejects.toMatchObject({ message: 'This one stays' })

    expect(ids((await list()).sessions)).toEqual(['precious', 'empty'])
  })

  it('can be part of deleting its thread, even while the agent is not running', async () => {
    const { host, open, kept } = await library()
    const [running, asleep] = [await open('garden'), await open('empty')]
    await Promise.all([isReady(running), isReady(asleep)])
    expect(await host.client.canDeleteSession({ threadId: running.threadId })).toBe(true)

    await host.client.deleteThread({ threadId: running.threadId, inAgent: true })
    const again = await host.restart()
    expect(await again.client.canDeleteSession({ threadId: asleep.threadId })).toBe(true)
    await again.client.deleteThread({ threadId: asleep.threadId, inAgent: true })

    expect(await again.client.listThreads({})).toEqual([])
    expect(Object.keys(await kept())).toEqual(['precious', 'gone'])
  })

  it('does not happen if only the thread is deleted', async () => {
    const { host, open, kept } = await library()
    const thread = await open('garden')
    await isReady(thread)

    await host.client.deleteThread({ threadId: thread.threadId })

    expect(Object.keys(await kept())).toContain('garden')
  })

  it('that the agent refuses leaves the thread unchanged', async () => {
    const { host, open } = await library()
    const thread = await open('precious')
    await isReady(thread)
    const before = thread.text

    await expect(host.client.deleteThread({ threadId: thread.threadId, inAgent: true })).rejects.toMatchObject({
      message: 'This one stays',
    })

    await thread.until(() => thread.summary.activity.state === 'asleep')
    const reopened = await host.openThread(thread.threadId)
    expect(reopened.text).toBe(before)
    await reopened.ask('still there')
    expect(reopened.text).toContain('That makes 2.')
  })

  it('does not start a command that has changed', async () => {
    const { host, open, kept, state } = await library()
    const thread = await open('garden')
    await isReady(thread)
    await host.changeSettings({ agent_servers: { Library: scripted('sessionLibrary', { SCRIPTED_STATE: state, ANOTHER: 'variable' }) } })

    await expect(host.client.deleteThread({ threadId: thread.threadId, inAgent: true })).rejects.toMatchObject({ code: 'command_changed' })

    expect(Object.keys(await kept())).toContain('garden')
    expect(await host.client.listThreads({})).toHaveLength(1)
  })

  it('is not offered if the agent does not support it', async () => {
    const { host, open, place } = await library({ CAN: 'load list' })
    const thread = await open('garden')
    await isReady(thread)

    expect(await host.client.canDeleteSession({ threadId: thread.threadId })).toBe(false)
    await expect(host.client.deleteSession({ ...place, sessionId: 'garden' })).rejects.toMatchObject({ code: 'unsupported' })
  })
})
