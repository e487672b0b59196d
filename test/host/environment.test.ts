import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHost } from '../../src/main/host/host'
import { connectHost } from '../../src/shared/rpc'
import { channelPair } from '../support/channelPair'
import { demoProgram } from '../support/demoProgram'
import { ledgerProgram } from '../support/ledgerProgram'
import { TestThread } from '../support/testThread'

/** A thread of a host started from an icon, for a person whose bash reads `profile`. */
async function threadOf(
  profile: string,
): Promise<{ thread: TestThread, refresh: () => Promise<void>, writeProfile: (text: string) => void }> {
  const home = mkdtempSync(join(tmpdir(), 'parley-environment-'))
  const writeProfile = (text: string): void => writeFileSync(join(home, '.bash_profile'), text)
  writeProfile(profile)
  const host = await openHost({
    dataFolder: join(home, 'data'),
    version: '0.0.0',
    platform: { shell: 'web', openExternal: () => Promise.resolve() },
    preselect: {},
    demoAgentPath: demoProgram(),
    ledgerPath: ledgerProgram(),
    environment: { HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin', DEMO_AGENT_PACE_MS: '0' },
    askShell: true,
    report: (error) => {
      throw error
    },
  })
  onTestFinished(async () => {
    await host.dispose()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
  const pair = channelPair()
  host.connect(pair.right)
  const connection = connectHost(pair.left)
  const demo = (await connection.host.listAgents({})).find(({ agentId }) => agentId === 'demo')!
  const { threadId } = await connection.host.startThread({ agentId: 'demo', command: demo.command, folder: home })
  return { thread: await TestThread.open(connection, threadId), refresh: () => connection.host.refreshEnvironment({}), writeProfile }
}

describe.runIf(process.platform !== 'win32')('the environment of agents and commands', () => {
  it('comes from the person\'s login shell and can be reloaded', async () => {
    const { thread, refresh, writeProfile } = await threadOf('export FRUIT=pear')
    await thread.ask('run test "$FRUIT" = pear')
    expect(thread.text).toContain('ended with exit code 0')
    writeProfile('export FRUIT=plum')
    await refresh()
    await thread.ask('run test "$FRUIT" = plum; exit $(($? + 40))')
    expect(thread.text).toContain('ended with exit code 40')
  })

  it('is Parley\'s own if the shell fails, and the thread says what to do', async () => {
    const { thread, refresh } = await threadOf('exit 3')
    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    expect(thread.text).toContain('Check the shell\'s start-up files')
    await expect(refresh()).rejects.toMatchObject({ code: 'agent_failed' })
  })
})
