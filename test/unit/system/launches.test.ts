import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { killTree } from '../../../src/main/system/process/killTree'
import { Launches } from '../../../src/main/system/process/launches'
import { readProcessStartTime } from '../../../src/main/system/process/processStat'
import { temporaryFolder } from '../../support/temporaryFolder'

function report(error: unknown): void {
  throw error
}

function makeRecordsFolder(): string {
  return join(temporaryFolder(), 'processes')
}

function spawnSleeper(env: Record<string, string> = {}): ChildProcess {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: { ...process.env, ...env } })
  onTestFinished(() => killTree({ pid: child.pid!, graceMs: 0 }))
  return child
}

describe('Launches', () => {
  it('keeps a record from before a process starts until it has exited', async () => {
    const folder = makeRecordsFolder()
    const launches = new Launches({ folder, report })
    let before: string[] = []
    const child = launches.launch('owner-1', () => {
      before = readdirSync(folder)
      return spawnSleeper()
    })
    expect(before).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    launches.ended('owner-1')
    expect(readdirSync(folder)).toEqual([])
    await launches.dispose()
  })

  it('keeps no record of a process that could not be started', async () => {
    const folder = makeRecordsFolder()
    const launches = new Launches({ folder, report })
    const spawnNothing = (): never => {
      throw new Error('no such program')
    }
    expect(() => launches.launch('owner-1', spawnNothing)).toThrow('no such program')
    expect(readdirSync(folder)).toEqual([])
    await launches.dispose()
  })

  it('leaves no watchdog when all processes have exited', async () => {
    const folder = makeRecordsFolder()
    const launches = new Launches({ folder, report })
    launches.launch('owner-1', () => ({}))
    expect(listWatchdogs(folder)).toHaveLength(1)
    launches.ended('owner-1')
    await launches.dispose()
    expect(listWatchdogs(folder)).toEqual([])
  })

  it('kills orphans of a previous host', async () => {
    const folder = makeRecordsFolder()
    const left = spawnSleeper()
    const exit = once(left, 'exit')
    await record(folder, { pid: left.pid!, startedAt: await readProcessStartTime(left.pid!) })
    const launches = new Launches({ folder, report })
    await launches.reaped
    expect(await exit).toEqual([null, 'SIGTERM'])
    expect(readdirSync(folder)).toEqual([])
  })

  it.runIf(process.platform === 'linux')('finds orphans of a previous host by mark if their leader has exited', async () => {
    const folder = makeRecordsFolder()
    const left = spawnSleeper({ PARLEY_OWNER: 'owner-of-old' })
    const exit = once(left, 'exit')
    await record(folder, {})
    await new Launches({ folder, report }).reaped
    expect(await exit).toEqual([null, 'SIGTERM'])
  })

  it('does not kill a process that reused a recorded pid', async () => {
    const folder = makeRecordsFolder()
    const innocent = spawnSleeper()
    await record(folder, { pid: innocent.pid!, startedAt: 'at another time' })
    await new Launches({ folder, report }).reaped
    expect(innocent.exitCode ?? innocent.signalCode).toBeNull()
    expect(await readProcessStartTime(innocent.pid!)).toBeDefined()
    expect(readdirSync(folder)).toEqual([])
  })

  it('lets the watchdog kill remaining processes, but not one that reused a pid', async () => {
    const folder = makeRecordsFolder()
    const launches = new Launches({ folder, report })
    const innocent = spawnSleeper()
    const child = launches.launch('owner-2', () => spawnSleeper())
    const exit = once(child, 'exit')
    await expect.poll(() => readRecords(folder).some(text => text.includes('startedAt'))).toBe(true)
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, name.replace('owner-2', 'owner-3')), JSON.stringify({ pid: innocent.pid, startedAt: 'at another time' }))

    await launches.dispose()

    expect(await exit).toEqual([null, 'SIGTERM'])
    await expect.poll(() => listWatchdogs(folder), { timeout: 8_000 }).toEqual([])
    expect(await readProcessStartTime(innocent.pid!)).toBeDefined()
  })
})

async function record(folder: string, process: { pid?: number, startedAt?: string }): Promise<void> {
  const launches = new Launches({ folder, report })
  await launches.reaped
  launches.launch('owner', () => ({}))
  launches.ended('owner')
  await launches.dispose()
  writeFileSync(join(folder, 'an-earlier-host.owner-of-old.json'), JSON.stringify(process))
}

function readRecords(folder: string): string[] {
  return execFileSync('sh', ['-c', 'cat "$1"/*.json', 'sh', folder], { encoding: 'utf8' }).split('\n')
}

function listWatchdogs(folder: string): string[] {
  return execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('parley-watchdog') && line.includes(folder))
}
