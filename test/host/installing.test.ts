import type { InstallProgress } from '../../src/shared/settings/installing'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getPlatformKey } from '../../src/main/agents/catalogue/registryAgent'
import { demoProgram } from '../support/demoProgram'
import { registryServer } from '../support/registryServer'
import { testHost, type TestHost } from '../support/testHost'
import { createTarGz } from '../unit/install/archives'
import { serve } from '../unit/install/testInstaller'

const agentId = 'catalogue:tiny'

/** A host whose catalogue has one agent, "Tiny": the Demo agent in an archive. */
async function hostWithTiny({
  version = '1.0.0',
  archive,
  ...folders
}: { version?: string, archive?: string, dataFolder?: string, workspace?: string } = {}): Promise<TestHost> {
  const program = `#!/bin/sh\nexec "${process.execPath}" "${demoProgram()}" "$@"\n`
  const url = await serve({
    '/tiny.tgz': createTarGz([{ name: 'bin/tiny', content: program, mode: 0o755 }]),
    '/slow.tgz': response => void response.writeHead(200).write('x'),
  })
  const build = { archive: `${url}/${archive ?? 'tiny.tgz'}`, cmd: './bin/tiny' }
  const { address } = await registryServer({
    agents: [{ id: 'tiny', name: 'Tiny', version, description: 'd', distribution: {
      binary: { [getPlatformKey(process)]: build },
    } }],
  })
  const host = await testHost({ registryAddress: address, ...folders })
  const listed = host.next('agentsChanged', agents => agents.some(agent => agent.agentId === agentId))
  await host.client.listAgents({})
  await listed
  return host
}

const tiny = async (host: TestHost) => (await host.client.listAgents({})).find(agent => agent.agentId === agentId)
function ended(host: TestHost): Promise<InstallProgress> {
  return host.next('installProgress', progress => progress.agentId === agentId && progress.state !== 'running')
}

it('installs an agent of the catalogue, runs it in a folder and uninstalls it', async () => {
  const host = await hostWithTiny()
  expect(await tiny(host)).toMatchObject({ state: 'needs install', install: { offered: '1.0.0' } })
  const end = ended(host)
  const listed = host.next('agentsChanged')
  await host.client.installAgent({ agentId })
  expect(await end).toMatchObject({ state: 'done' })
  expect((await listed).find(agent => agent.agentId === agentId)).toMatchObject({
    state: 'ready',
    install: { installed: '1.0.0' },
    command: join(host.dataFolder, 'agents/tiny/1.0.0/bin/tiny'),
  })

  expect((await host.client.preflightAgent({ agentId, folder: host.workspace })).every(({ isRight }) => isRight)).toBe(true)
  const thread = await host.startThread('Tiny')
  expect((await thread.ask('hello')).end.reason).toBe('end_turn')
  await expect(host.client.uninstallAgent({ agentId })).rejects.toMatchObject({ code: 'busy' })
  await host.client.deleteThread({ threadId: thread.threadId })
  await host.client.uninstallAgent({ agentId })
  expect(await tiny(host)).toMatchObject({ state: 'needs install', command: '' })
  expect(readdirSync(join(host.dataFolder, 'agents'))).toEqual([])
})

it('lists a running installation for new windows, and leaves nothing of a cancelled one', async () => {
  const host = await hostWithTiny({ archive: 'slow.tgz' })
  const end = ended(host)
  await host.client.installAgent({ agentId })
  expect(await host.connectAnother().host.listInstalls({})).toMatchObject([{ agentId, state: 'running' }])
  await host.client.cancelInstall({ agentId })
  expect(await end).toMatchObject({ state: 'cancelled' })
  expect(await host.client.listInstalls({})).toEqual([])
  expect(readdirSync(join(host.dataFolder, 'agents'))).toEqual([])
})

it('keeps the reason why an installation failed', async () => {
  const host = await hostWithTiny({ archive: 'gone.tgz' })
  const end = ended(host)
  await host.client.installAgent({ agentId })
  const failed = await end
  expect(failed).toMatchObject({ state: 'failed', message: expect.stringContaining('404') })
  expect(await host.client.listInstalls({})).toEqual([failed])
  expect((await tiny(host))?.state).toBe('needs install')
})

it('cancels a running installation when Parley closes', async () => {
  const host = await hostWithTiny({ archive: 'slow.tgz' })
  await host.client.installAgent({ agentId })
  await host.dispose()
  expect(readdirSync(join(host.dataFolder, 'agents'))).toEqual([])
})

it('installs only agents of the catalogue', async () => {
  const host = await testHost({})
  await expect(host.client.installAgent({ agentId: 'demo' })).rejects.toMatchObject({ code: 'unsupported' })
  await expect(host.client.installAgent({ agentId: 'catalogue:../../x' })).rejects.toMatchObject({ code: 'agent_not_found' })
})

it('continues a thread with a newly installed version without asking for trust', async () => {
  const before = await hostWithTiny()
  const installed = ended(before)
  await before.client.installAgent({ agentId })
  await installed
  const started = await before.startThread('Tiny')
  expect((await started.ask('hello')).end.reason).toBe('end_turn')
  await before.dispose()
  rmSync(join(before.dataFolder, 'registry.json')) // as after an hour: it is requested again

  const host = await hostWithTiny({ version: '1.1.0', dataFolder: before.dataFolder, workspace: before.workspace })
  const updated = ended(host)
  await host.client.installAgent({ agentId })
  await updated
  expect((await tiny(host))?.command).toContain('1.1.0')
  const thread = await host.openThread(started.threadId)
  expect((await thread.ask('hello')).end.reason).toBe('end_turn')
})
