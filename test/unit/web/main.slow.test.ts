import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connectedHost, readyLine } from './connectedHost'
import { listRunningProcesses, makeTemporaryHome, TestProcess } from './testProcess'

describe('Parley in the browser', () => {
  let folder: string
  let program: string[]
  beforeAll(async () => {
    // A copy, whose processes are recognized by their path.
    folder = `${inject('builtHost')}-main`
    await cp(inject('builtHost'), folder, { recursive: true })
    program = [process.execPath, join(folder, 'main/web.js')]
  })
  afterAll(async () => {
    // Left behind only by a test that failed.
    for (const pid of listProcesses(folder))
      process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('prints one line, serves its page, and exits cleanly on each signal', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const { home, dataFolder } = makeTemporaryHome()
      const parley = new TestProcess([...program, '--web', '--no-open', '--port', '0', '--data-dir', dataFolder], { home })
      const [, port] = readyLine.exec(await parley.line()) ?? []
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
      parley.child.kill(signal)
      expect(await parley.exit).toEqual({ code: 0, signal: null })
      expect(parley.stdout).toMatch(/^[^\n]+\n$/)
      expect(parley.stderr).toBe('')
      expect(readdirSync(dataFolder)).not.toContain('instance.json')
    }
  })

  it('hands a second start over to the first', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const first = new TestProcess([...program, '--data-dir', dataFolder], { home })
    const line = await first.line()
    const second = new TestProcess([...program, '--data-dir', dataFolder, '--port', '1'], { home })
    expect(await second.exit).toEqual({ code: 0, signal: null })
    expect(second.stdout).toBe(`${line}\n`)
  })

  it('started right after a stop, waits until the old process has exited', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const first = new TestProcess([...program, '--data-dir', dataFolder], { home })
    await startDemoAgent({ line: await first.line(), home })
    // An agent that does not end.
    for (const pid of listProcesses(folder).filter(pid => pid !== first.child.pid))
      process.kill(pid, 'SIGSTOP')
    first.child.kill('SIGTERM')
    await expect.poll(() => readdirSync(dataFolder)).not.toContain('instance.json')
    const second = new TestProcess([...program, '--data-dir', dataFolder], { home })
    await new Promise(resolve => setTimeout(resolve, 500)) // it would have handed over by now
    expect([first.child.exitCode, second.stdout]).toEqual([null, ''])
    for (const pid of listProcesses(folder).filter(pid => pid !== first.child.pid && pid !== second.child.pid))
      process.kill(pid, 'SIGKILL')
    const [, port] = readyLine.exec(await second.line()) ?? []
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expect(await first.exit).toEqual({ code: 0, signal: null })
  })

  it('gives the data folder to one of several simultaneous starts, and the others print its line', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    for (const round of ['first', 'after a crash']) {
      const starts = Array.from({ length: 3 }, () => new TestProcess([...program, '--no-open', '--data-dir', dataFolder], { home }))
      const lines = await Promise.all(starts.map(start => start.line()))
      expect(new Set(lines).size, round).toBe(1)
      const running = starts.filter(
        ({ child }) => child.pid === (JSON.parse(readFileSync(join(dataFolder, 'instance.json'), 'utf8')) as { pid: number }).pid,
      )
      expect(running, round).toHaveLength(1)
      for (const start of starts.filter(start => start !== running[0]))
        expect(await start.exit, round).toEqual({ code: 0, signal: null })
      expect((await (await connectedHost(lines[0]!)).host.hello({})).problems, round).toEqual([])
      running[0]!.child.kill('SIGKILL')
      await running[0]!.exit
    }
  })

  it('exits when the process that started it is killed', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const launcher = new TestProcess(['sh', '-c', '"$@"; true', 'sh', ...program, '--data-dir', dataFolder], { home })
    await launcher.line()
    launcher.child.kill('SIGKILL')
    await expect.poll(() => listProcesses(folder), { timeout: 8_000 }).toEqual([])
    expect(readdirSync(dataFolder)).not.toContain('instance.json')
  })

  it.runIf(process.platform === 'linux')('exits when only the npm process far above it is killed', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const npm = `process.title = 'npm start'
      const args = ['-c', '"$@"; true', 'sh', ...process.argv.slice(1)]
      require('node:child_process').spawn('sh', args, { stdio: 'inherit' })`
    const launcher = new TestProcess([process.execPath, '-e', npm, '--', ...program, '--data-dir', dataFolder], {
      home,
      env: { npm_lifecycle_event: 'start' },
    })
    await launcher.line()
    launcher.child.kill('SIGKILL')
    await expect.poll(() => listProcesses(folder), { timeout: 8_000 }).toEqual([])
  })

  it('prints help and errors', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    const helped = new TestProcess([...program, '--help'], { home })
    expect(await helped.exit).toEqual({ code: 0, signal: null })
    expect(helped.stdout).toContain('Usage: parley')
    const misused = new TestProcess([...program, '--no-such-flag'], { home })
    expect(await misused.exit).toEqual({ code: 2, signal: null })
    expect(misused.stderr).toContain('Unknown option: --no-such-flag')
    expect(misused.stdout).toBe('')

    const first = new TestProcess([...program, '--data-dir', dataFolder], { home })
    const [, port] = readyLine.exec(await first.line()) ?? []
    const clashing = new TestProcess([...program, '--data-dir', `${dataFolder}2`, '--port', String(port)], { home })
    expect(await clashing.exit).toEqual({ code: 1, signal: null })
    expect(clashing.stderr).toContain(`Port ${port} is taken`)
  })

  it('stores its data in the platform\'s folder', async () => {
    const { home } = makeTemporaryHome()
    const parley = new TestProcess(program, { home, env: { XDG_DATA_HOME: join(home, 'share') } })
    const line = await parley.line()
    expect(JSON.parse(await readFile(join(home, 'share/parley/instance.json'), 'utf8'))).toMatchObject({ pid: parley.child.pid, line })
  })
})

/** Starts a thread, and waits until its agent runs. */
async function startDemoAgent({ line, home }: { line: string, home: string }): Promise<void> {
  const { host, on } = await connectedHost(line)
  await mkdir(join(home, 'project'))
  const ready = new Promise<ThreadSummary>(resolve => on('threadChanged', thread => thread.activity.state === 'ready' && resolve(thread)))
  const demo = (await host.listAgents({})).find(agent => agent.agentId === 'demo')!
  await host.startThread({ agentId: demo.agentId, folder: join(home, 'project'), command: demo.command })
  await ready
}

/** The ids of a build's running processes. */
function listProcesses(folder: string): number[] {
  return listRunningProcesses().filter(({ line }) => line.startsWith(`${process.execPath} ${folder}`)).map(({ pid }) => pid)
}
