import type { TestThread } from '../support/testThread'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

async function started(missing: string, env: Record<string, string> = {}): Promise<{ host: TestHost, thread: TestThread }> {
  const state = temporaryFolder('parley-sessions-')
  const host = await testHost({ agents: { Claims: scripted('claimsEverything', { MISSING: missing, SCRIPTED_STATE: state, ...env }) } })
  return { host, thread: await host.startThread('Claims') }
}

/** The running agent's counts. */
async function calls(thread: TestThread): Promise<string> {
  await thread.ask('calls')
  return thread.text.split('\n').findLast(line => line.includes(' in mode '))!
}

describe('a method that the agent advertises but lacks', () => {
  it.each([
    ['session/resume: the session is loaded instead', 'session/resume', { prompts: 2, isNew: false }],
    ['session/resume and session/load: a new session begins with a notice', 'session/resume session/load', { prompts: 1, isNew: true }],
  ])('%s', async (_, missing, { prompts, isNew }) => {
    const { host, thread } = await started(missing)
    await thread.ask('hello')

    const reopened = await (await host.restart()).openThread(thread.threadId)
    await reopened.ask('again')

    expect(reopened.text).toContain(`You said: again. That makes ${prompts}.`)
    expect(reopened.text).not.toContain('Again: hello.')
    expect(reopened.of('notice').map(({ notice }) => notice.title)).toEqual(isNew ? [expect.stringContaining('does not remember')] : [])
  })

  it('is called once per connection, by whichever thread', async () => {
    const { host, thread } = await started('session/resume session/load')
    const other = await host.startThread('Claims')
    await thread.ask('hello')
    await other.ask('hello')

    const again = await host.restart()
    await (await again.openThread(other.threadId)).ask('again')

    expect(await calls(await again.openThread(thread.threadId))).toContain('{"session/resume":1,"session/load":1}')
  })

  it('session/close: later threads of the process close without it', async () => {
    const { host, thread } = await started('session/close')
    for (const closed of [await host.startThread('Claims'), await host.startThread('Claims')]) {
      await closed.until(() => closed.summary.activity.state === 'ready')
      await host.client.deleteThread({ threadId: closed.threadId })
    }

    expect(await calls(thread)).toContain('{"session/close":1}')
  })

  it('session/set_config_option: a mode is set by session/set_mode instead', async () => {
    const { host, thread } = await started('session/set_config_option')
    await thread.until(() => thread.transcript.head.configOptions !== undefined)

    await host.client.setConfigOption({ threadId: thread.threadId, configId: 'mode', value: 'bold' })

    expect(await calls(thread)).toContain('{"session/set_config_option":1} in mode bold')
    expect(thread.transcript.head.configOptions?.[0]).toMatchObject({ id: 'mode', currentValue: 'bold' })
    await expect(host.client.setConfigOption({ threadId: thread.threadId, configId: 'model', value: 'large' })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('does not know "session/set_config_option"'),
    })
    expect(await calls(thread)).toContain('{"session/set_config_option":1}')
  })

  it('session/set_mode: the failure is reported, and the method not called again', async () => {
    const { host, thread } = await started('session/set_mode', { OPTIONS: 'none' })
    const setMode = () => host.client.setMode({ threadId: thread.threadId, modeId: 'bold' })

    await expect(setMode()).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('does not know "session/set_mode"'),
    })
    await expect(setMode()).rejects.toMatchObject({ code: 'unsupported' })

    expect(await calls(thread)).toContain('{"session/set_mode":1} in mode careful')
    expect(thread.transcript.head.modes?.currentModeId).toBe('careful')
  })
})

describe('an agent that does not return a session id', () => {
  it.each(['null', '42', '[]', '"s1"', '{}', '{"sessionId":null}', '{"sessionId":7}', '{"sessionId":""}'])(
    'is reported, and Retry asks it again: %s',
    async (answer) => {
      const host = await testHost({ agents: { Strange: scripted('strangeSession', { ANSWER: answer }) } })
      const thread = await host.startThread('Strange')
      await thread.until(() => thread.summary.activity.state === 'stopped')
      expect(thread.summary.activity).toMatchObject({ message: expect.stringContaining('did not say which session'), canRetry: true })

      await writeFile(join(host.workspace, 'mended'), '')
      await host.client.restartAgent({ threadId: thread.threadId })

      expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    },
  )
})
