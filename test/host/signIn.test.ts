import type { ThreadActivity } from '../../src/shared/thread/threadActivity'
import type { TestThread } from '../support/testThread'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openElicitations } from '../../src/shared/thread/selectors'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

type SignIn = Extract<ThreadActivity, { state: 'sign-in' }>

async function locked(name: string, agentName = 'Locked'): Promise<{ host: TestHost, thread: TestThread }> {
  const host = await testHost({ agents: { [agentName]: scripted(name) } })
  const thread = await host.startThread(agentName)
  await thread.until(() => thread.summary.activity.state === 'sign-in')
  return { host, thread }
}

const attemptOf = (thread: TestThread) => (thread.summary.activity as SignIn).attempt

/** Types into the terminal of the sign-in once it asks. */
async function typeCode(host: TestHost, thread: TestThread, code: string): Promise<string> {
  await thread.until(() => attemptOf(thread)?.terminalId !== undefined && attemptOf(thread)?.failure === undefined)
  const { threadId } = thread
  const terminalId = attemptOf(thread)!.terminalId!
  await thread.until(async () => (await thread.terminal(terminalId))?.output.includes('Hello, what is the code?') ?? false)
  await host.client.writeTerminal({ threadId, terminalId, data: `${code}\r` })
  return terminalId
}

describe('a sign-in in a terminal', () => {
  it('runs the agent\'s own command with the method\'s arguments, then continues with a new process', async () => {
    const { host, thread } = await locked('terminalSignIn')

    const signingIn = host.client.signIn({ threadId: thread.threadId, methodId: 'console' })
    const terminalId = await typeCode(host, thread, '42')
    expect(await thread.terminal(terminalId)).toMatchObject({
      source: 'pty',
      commandLine: expect.stringMatching(/terminalSignIn\.ts --login$/),
    })
    await signingIn

    await thread.until(() => thread.summary.activity.state === 'ready')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    expect(thread.text).not.toContain('terminal ')
    expect(thread.transcript.entries.some(entry => entry.kind === 'tool')).toBe(false)
  })

  it('reports a failure, keeps its output, and can be retried', async () => {
    const { host, thread } = await locked('terminalSignIn')
    const { threadId } = thread

    const signingIn = expect(host.client.signIn({ threadId, methodId: 'console' })).rejects.toMatchObject({
      message: expect.stringContaining('exit code 3'),
    })
    const terminalId = await typeCode(host, thread, '7')
    await signingIn

    expect(thread.summary.activity).toMatchObject({
      state: 'sign-in',
      methods: [{ id: 'console' }, { id: 'key' }],
      attempt: { methodId: 'console', terminalId, failure: expect.stringContaining('exit code 3') },
    })
    expect((await thread.terminal(terminalId))?.output).toContain('The code is wrong.')
    const again = host.client.signIn({ threadId, methodId: 'console' })
    await typeCode(host, thread, '42')
    await again
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('can be cancelled, which ends its program', async () => {
    const { host, thread } = await locked('terminalSignIn')
    const { threadId } = thread
    const signingIn = host.client.signIn({ threadId, methodId: 'console' })
    await thread.until(() => attemptOf(thread)?.terminalId !== undefined)
    const terminalId = attemptOf(thread)!.terminalId!
    await expect(thread.send('hello')).rejects.toMatchObject({ code: 'sign_in_needed' })

    await host.client.cancelSignIn({ threadId })
    await signingIn

    await thread.until(() => attemptOf(thread) === undefined)
    expect((await thread.terminal(terminalId))?.state).toBe('killed')
    expect(thread.summary.activity.state).toBe('sign-in')
  })

  it('ends when its thread is deleted', async () => {
    const { host, thread } = await locked('terminalSignIn')
    const signingIn = host.client.signIn({ threadId: thread.threadId, methodId: 'console' })
    await thread.until(() => attemptOf(thread)?.terminalId !== undefined)

    await host.client.deleteThread({ threadId: thread.threadId })

    await signingIn // the host's own check finds leftover processes
  })

  it('lets the agent\'s other threads continue, too', async () => {
    const { host, thread } = await locked('terminalSignIn')
    const other = await host.startThread('Locked')
    await other.until(() => other.summary.activity.state === 'sign-in')

    const signingIn = host.client.signIn({ threadId: thread.threadId, methodId: 'console' })
    await typeCode(host, thread, '42')
    await signingIn

    await other.until(() => other.summary.activity.state === 'ready')
    expect((await other.ask('hello')).end.reason).toBe('end_turn')
  })

  it('supports the command format of older agents', async () => {
    const { host, thread } = await locked('legacyTerminalAuth')

    await host.client.signIn({ threadId: thread.threadId, methodId: 'login' })

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })
})

describe('a sign-in by the agent', () => {
  it('shows its question, and its completion in the browser, in the thread that signs in', async () => {
    const { host, thread } = await locked('slowSignIn')
    const signingIn = host.client.signIn({ threadId: thread.threadId, methodId: 'browser' })

    await thread.until(() => openElicitations(thread.transcript).length > 0)
    expect(attemptOf(thread)).toEqual({ methodId: 'browser' })
    await thread.answerElicitation({ action: 'accept' })
    await signingIn

    await thread.until(() => thread.of('elicitation')[0]?.completedAt !== undefined)
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  })

  it('fails with the agent\'s message if its page is not opened', async () => {
    const { host, thread } = await locked('slowSignIn')
    const signingIn = expect(host.client.signIn({ threadId: thread.threadId, methodId: 'browser' })).rejects.toThrow(
      'You did not open the page (decline)',
    )

    await thread.answerElicitation({ action: 'decline' })
    await signingIn

    expect(attemptOf(thread)).toEqual({ methodId: 'browser', failure: expect.stringContaining('You did not open the page') })
  })

  it('can be cancelled, which is reported to the agent', async () => {
    const { host, thread } = await locked('slowSignIn')
    const { threadId } = thread
    const signingIn = host.client.signIn({ threadId, methodId: 'never' })
    await thread.until(() => attemptOf(thread)?.methodId === 'never')

    await host.client.cancelSignIn({ threadId })
    await signingIn
    const again = host.client.signIn({ threadId, methodId: 'browser' })
    await thread.answerElicitation({ action: 'accept' })
    await again

    await thread.ask('hello')
    expect(thread.text).toContain('cancelled before')
  })

  it('of an unknown kind is not tried', async () => {
    const { host, thread } = await locked('terminalSignIn')

    await expect(host.client.signIn({ threadId: thread.threadId, methodId: 'key' })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('env_var'),
    })
    await expect(host.client.signIn({ threadId: thread.threadId, methodId: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('signing out', () => {
  it('requires a new sign-in, and marks the prompt that the agent refused', async () => {
    const { host, thread } = await locked('terminalSignIn')
    const { threadId } = thread
    const signingIn = host.client.signIn({ threadId, methodId: 'console' })
    await typeCode(host, thread, '42')
    await signingIn
    await thread.until(() => thread.transcript.head.session?.canSignOut === true)

    await host.client.signOut({ threadId })

    await thread.until(() => thread.summary.activity.state === 'sign-in')
    expect(existsSync(join(host.workspace, '.signed-in'))).toBe(false)
    expect((await thread.ask('hello')).end).toMatchObject({ reason: 'error', message: expect.stringContaining('Please log in first') })
    await thread.until(() => (thread.summary.activity as SignIn).refusedPromptId === thread.of('user').at(-1)?.promptId)
  })

  it('in another thread is detected by the next request to the agent', async () => {
    const { host, thread } = await locked('terminalSignIn')
    const { threadId } = thread
    const signingIn = host.client.signIn({ threadId, methodId: 'console' })
    await typeCode(host, thread, '42')
    await signingIn
    const other = await host.startThread('Locked')
    await other.until(() => other.summary.activity.state === 'ready')
    await host.client.signOut({ threadId: other.threadId })

    await expect(host.client.setMode({ threadId, modeId: 'b' })).rejects.toMatchObject({ code: 'sign_in_needed' })

    expect(thread.summary.activity).toMatchObject({ state: 'sign-in', message: expect.stringContaining('Please log in first') })
  })

  it('is rejected if the agent does not support it', async () => {
    const { client, ...host } = await testHost()
    const { threadId } = await client.startThread({
      agentId: 'demo',
      folder: host.workspace,
      command: (await client.listAgents({})).find(({ agentId }) => agentId === 'demo')!.command,
    })
    await expect(client.signOut({ threadId })).rejects.toMatchObject({ code: 'unsupported' })
  })
})
