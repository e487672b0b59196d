import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { scripted } from '../../support/scriptedAgent'
import { TestThread } from '../../support/testThread'
import { connectedHost } from './connectedHost'
import { temporaryHome, TestProcess } from './testProcess'

describe.runIf(process.platform === 'linux')('a Parley that is killed without a word', () => {
  /** Parley with an agent that runs an endless command, and one that hangs in its prompt. */
  async function busyParley(): Promise<{ parley: TestProcess, start: () => TestProcess, dataFolder: string, project: string }> {
    const { home, dataFolder } = await temporaryHome()
    const project = join(home, 'project')
    mkdirSync(project)
    mkdirSync(dataFolder)
    writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ agent_servers: { Hangs: scripted('hangInPrompt') } }))
    const start = (): TestProcess =>
      new TestProcess([process.execPath, join(inject('builtHost'), 'main/web.js'), '--no-open', '--data-dir', dataFolder], {
        home,
        env: { TERM: 'xterm' },
      })
    onTestFinished(() => processesIn(project).forEach(({ pid }) => process.kill(pid, 'SIGKILL')))
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
    expect(processesIn(project).length).toBeGreaterThanOrEqual(3)
    expect(watchdogs(dataFolder)).toHaveLength(1)
    return { parley, start, dataFolder, project }
  }

  it('leaves no agent and no command behind', async () => {
    const { parley, dataFolder, project } = await busyParley()
    parley.child.kill('SIGKILL')
    await expect.poll(() => [...processesIn(project), ...watchdogs(dataFolder)], { timeout: 10_000 }).toEqual([])
  })

  it('has them ended at its next start when its watchdog was killed too', async () => {
    const { parley, start, dataFolder, project } = await busyParley()
    for (const { pid } of watchdogs(dataFolder))
      process.kill(pid, 'SIGKILL')
    parley.child.kill('SIGKILL')
    await parley.exit
    expect(readdirSync(join(dataFolder, 'processes'))).not.toEqual([])

    const next = start()
    await next.line()

    await expect.poll(() => [...processesIn(project), ...readdirSync(join(dataFolder, 'processes'))], { timeout: 10_000 }).toEqual([])
    next.child.kill('SIGTERM')
    expect(await next.exit).toEqual({ code: 0, signal: null })
  })

  it('leaves neither records nor a watchdog when it ends by itself', async () => {
    const { parley, dataFolder, project } = await busyParley()
    parley.child.kill('SIGTERM')
    expect(await parley.exit).toEqual({ code: 0, signal: null })
    expect([...processesIn(project), ...watchdogs(dataFolder), ...readdirSync(join(dataFolder, 'processes'))]).toEqual([])
  })
})

interface Running {
  readonly pid: number
  readonly line: string
}

function running(): Running[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map(line => ({ pid: parseInt(line), line: line.trim().replace(/^\d+\s+/, '') }))
}

function watchdogs(dataFolder: string): Running[] {
  return running().filter(({ line }) => line.includes('parley-watchdog') && line.includes(dataFolder))
}

/** What works in that folder: agents and their commands. */
function processesIn(project: string): Running[] {
  return running().filter(({ pid }) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === project
    }
    catch {
      return false // ended meanwhile, or another person's
    }
  })
}
