import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Claim, claimInstance } from '../../src/main/shell/instance'
import { processStart } from '../../src/main/shell/processStart'

it('gives the data folder to the first start and its line to the second', async () => {
  const folder = await dataFolder()
  const first = ours(await claimInstance(folder))
  await first.publish('Parley is ready at http://127.0.0.1:1/#token=t')
  expect(await claimInstance(folder)).toEqual({ kind: 'running', line: 'Parley is ready at http://127.0.0.1:1/#token=t' })
})

it('keeps the token from other people', async () => {
  const folder = await dataFolder()
  await ours(await claimInstance(folder)).publish('line')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'instance.json'))).mode & 0o777).toBe(0o600)
})

it('lets one of many starts at once win; the others wait for its line', async () => {
  const folder = await dataFolder()
  for (const left of ['nothing', 'a dead owner']) {
    if (left === 'a dead owner')
      await plantLock(folder, { pid: spawnSync('true').pid, start: 'long ago' })
    let winners = 0
    const claims = await Promise.all(Array.from({ length: 8 }, async () => {
      const claim = await claimInstance(folder)
      if (claim.kind === 'ours') {
        winners++
        await claim.instance.publish(left)
      }
      return claim
    }))
    expect(winners).toBe(1)
    expect(claims.filter(claim => claim.kind === 'running' && claim.line === left)).toHaveLength(7)
  }
})

it('takes the folder over from a process that crashed, also where its id lives again', async () => {
  const folder = await dataFolder()
  await plantLock(folder, { pid: process.pid, start: 'an earlier boot' })
  await writeFile(join(folder, 'instance.json'), JSON.stringify({ pid: process.pid, start: 'an earlier boot', line: 'stale' }))
  expect((await claimInstance(folder)).kind).toBe('ours')
  expect(await readdir(folder)).toEqual(['instance.2.lock'])
})

it('waits for a start that is still under way, and says so when it never ends', async () => {
  const folder = await dataFolder()
  const other = spawn('sleep', ['60'], { stdio: 'ignore' })
  onTestFinished(() => void other.kill('SIGKILL'))
  await plantLock(folder, { pid: other.pid!, start: (await processStart(other.pid!))! })
  await expect(claimInstance(folder, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'busy' })
  const claim = claimInstance(folder)
  other.kill('SIGKILL')
  expect((await claim).kind).toBe('ours')
})

it('is not stopped by damaged files', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'instance.1.lock'), '{"pid":')
  await writeFile(join(folder, 'instance.json'), '')
  const instance = ours(await claimInstance(folder))
  await instance.publish('line')
  expect(JSON.parse(await readFile(join(folder, 'instance.json'), 'utf8'))).toMatchObject({ pid: process.pid, line: 'line' })
  await instance.release()
  expect(await readdir(folder)).toEqual(['instance.2.lock'])
})

async function dataFolder(): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'parley-instance-'))
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  const folder = join(top, 'data')
  await ours(await claimInstance(folder)).release()
  await rm(join(folder, 'instance.1.lock'))
  return folder
}

async function plantLock(folder: string, owner: { pid: number, start: string }): Promise<void> {
  for (const name of await readdir(folder))
    await rm(join(folder, name))
  await writeFile(join(folder, 'instance.1.lock'), JSON.stringify(owner))
}

function ours(claim: Claim): Extract<Claim, { kind: 'ours' }>['instance'] {
  if (claim.kind !== 'ours')
    throw new Error(`another has it: ${claim.line}`)
  return claim.instance
}
