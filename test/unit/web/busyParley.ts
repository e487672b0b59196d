import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { scripted } from '../../support/scriptedAgent'
import { TestThread } from '../../support/testThread'
import { connectedHost } from './connectedHost'
import { listRunningProcesses, makeTemporaryHome, TestProcess } from './testProcess'

/** Parley with an agent that runs an endless command, and one that hangs in its prompt. */
export async function startBusyParley(): Promise<{ parley: TestProcess, start: () => TestProcess, dataFolder: string, project: string }> {
  const { home, dataFolder } = makeTemporaryHome()
  const project = join(home, 'project')
  mkdirSync(project)
  mkdirSync(dataFolder)
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ agent_servers: { Hangs: scripted('hangInPrompt') } }))
  const start = (): TestProcess =>
    new TestProcess([process.execPath, join(inject('builtHost'), 'main/web.js'), '--no-open', '--data-dir', dataFolder], {
      home,
      env: { TERM: 'xterm' },
    })
  onTestFinished(() => listProcessesIn(project).forEach(({ pid }) => process.kill(pid, 'SIGKILL')))
  const parley = start()
  const connection = await connectedHost(await parley.line())
  const agents = await connection.host.listAgents({})
  const begin = async (agentName: string, prompt: string): Promise<TestThread> => {
    const { agentId, command } = agents.find(({ name }) => name === agentName)!
    const { threadId } = await connection.host.startThread({ agentId, command, folder: project })
    const thread = await TestThread.open(connection, threadId)
    await thread.send(prompt)
    return thread
  }
  const [demo, hangs] = [await begin('Demo agent', 'endless'), await begin('Hangs', 'go')]
  await demo.until(() => openPermissions(demo.transcript).length > 0)
  await demo.answer(openPermissions(demo.transcript)[0]!.request.options.find(({ kind }) => kind === 'allow_once')!.optionId)
  await demo.until(() => demo.tools.some(({ call }) => call.content?.some(({ type }) => type === 'terminal')))
  await hangs.until(() => hangs.of('agent').length > 0)
  expect(listProcessesIn(project).length).toBeGreaterThanOrEqual(3)
  expect(listWatchdogs(dataFolder)).toHaveLength(1)
  return { parley, start, dataFolder, project }
}

export function listWatchdogs(dataFolder: string): { pid: number }[] {
  return listRunningProcesses().filter(({ line }) => line.includes('parley-watchdog') && line.includes(dataFolder))
}

/** Processes in that folder: agents and their commands. */
export function listProcessesIn(project: string): { pid: number }[] {
  return listRunningProcesses().filter(({ pid }) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === project
    }
    catch {
      return false // ended meanwhile, or another person's
    }
  })
}
