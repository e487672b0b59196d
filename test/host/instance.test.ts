import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Claim, claimInstance, type Instance } from '../../src/main/shell/instance'
import { readProcessStartTime } from '../../src/main/system/process/processStat'

it('lets a second start receive the line of the first, and pass its options to that', async () => {
  const folder = await dataFolder()
  const onSecondStart = vi.fn()
  publish(ours(await claimInstance(folder)), { line: 'Parley is ready at http://127.0.0.1:1/#token=t', onSecondStart })
  expect(await claimInstance(folder, { wanted: { workspace: '/w', agent: 'Demo agent' } })).toEqual({
    kind: 'running',
    line: 'Parley is ready at http://127.0.0.1:1/#token=t',
  })
  expect(onSecondStart).toHaveBeenCalledExactlyOnceWith({ workspace: '/w', agent: 'Demo agent' })
})

it('waits for a Parley that is quitting to exit instead of returning its line', async () => {
  const folder = await dataFolder()
  const instance = ours(await claimInstance(folder))
  publish(instance)
  instance.unpublish()
  await expect(claimInstance(folder, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'busy' })
})

it('ignores the line of a process that does not answer', async () => {
  const folder = await dataFolder()
  const other = await sleeper()
  await plantLock(folder, other)
  const published = { ...other, line: 'stale', address: join(folder, 'nobody') }
  await writeFile(join(folder, 'instance.json'), JSON.stringify(published))
  await expect(claimInstance(folder, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'busy' })
})

it('makes the token readable only by the person', async () => {
  const folder = await dataFolder()
  publish(ours(await claimInstance(folder)))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'instance.json'))).mode & 0o777).toBe(0o600)
})

it('lets one of many simultaneous starts win; the others wait for its line', async () => {
  const folder = await dataFolder()
  for (const left of ['nothing', 'a dead owner']) {
    if (left === 'a dead owner')
      await plantLock(folder, { pid: spawnSync('true').pid, start: 'long ago' })
    let winners = 0
    const claims = await Promise.all(Array.from({ length: 8 }, async () => {
      const claim = await claimInstance(folder)
      if (claim.kind === 'ours') {
        winners++
        publish(claim.instance, { line: left })
      }
      return claim
    }))
    expect(winners).toBe(1)
    expect(claims.filter(claim => claim.kind === 'running' && claim.line === left)).toHaveLength(7)
  }
})

it('takes over the folder from a crashed process, even if its pid was reused', async () => {
  const folder = await dataFolder()
  await plantLock(folder, { pid: process.pid, start: 'an earlier boot' })
  await writeFile(join(folder, 'instance.json'), JSON.stringify({ pid: process.pid, start: 'an earlier boot', line: 'stale' }))
  expect((await claimInstance(folder)).kind).toBe('ours')
  expect(await readdir(folder)).toEqual(['instance.2.lock'])
})

it('waits for a start in progress, and reports one that never completes', async () => {
  const folder = await dataFolder()
  const other = await sleeper()
  await plantLock(folder, other)
  await expect(claimInstance(folder, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'busy' })
  const claim = claimInstance(folder)
  process.kill(other.pid, 'SIGKILL')
  expect((await claim).kind).toBe('ours')
})

it('tolerates damaged files', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'instance.1.lock'), '{"pid":')
  await writeFile(join(folder, 'instance.json'), '')
  const instance = ours(await claimInstance(folder))
  publish(instance)
  expect(JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8'))).toMatchObject({ pid: process.pid, line: 'line' })
  instance.unpublish()
  expect(await readdir(folder)).toEqual(['instance.2.lock'])
})

async function dataFolder(): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'parley-instance-'))
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  const folder = join(top, 'data')
  await claimInstance(folder)
  await rm(join(folder, 'instance.1.lock'))
  return folder
}

/** A process that does nothing. */
async function sleeper(): Promise<{ pid: number, start: string }> {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void other.kill('SIGKILL'))
  return { pid: other.pid!, start: (await readProcessStartTime(other.pid!))! }
}

function publish(instance: Instance, given: { line?: string, onSecondStart?: () => void } = {}): void {
  onTestFinished(() => instance.unpublish())
  const { line = 'line', onSecondStart = () => undefined } = given
  instance.publish({ line, onSecondStart, report: error => expect.unreachable(String(error)) })
}

async function plantLock(folder: string, owner: { pid: number, start: string }): Promise<void> {
  for (const name of await readdir(folder))
    await rm(join(folder, name))
  await writeFile(join(folder, 'instance.1.lock'), JSON.stringify(owner))
}

function ours(claim: Claim): Instance {
  if (claim.kind !== 'ours')
    throw new Error(`another has it: ${claim.line}`)
  return claim.instance
}
