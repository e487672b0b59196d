import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { killTree } from '../../../src/main/system/process/killTree'
import { collectTree, filterRunning } from '../../../src/main/system/process/processTree'

/** A shell in its own process group; it prints its children's pids before it runs `then`. */
async function startShell(script: string, env: Record<string, string> = {}): Promise<{ child: ChildProcess, pids: number[] }> {
  const child = spawn('bash', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } })
  onTestFinished(() => killTree({ pid: child.pid!, graceMs: 0 }))
  const [output] = await once(child.stdout, 'data') as [Buffer]
  return { child, pids: String(output).trim().split(/\s+/).map(Number) }
}

async function findRunning(pids: readonly number[]): Promise<number[]> {
  const trees = await Promise.all(pids.map(pid => collectTree({ pid })))
  return trees.flat().filter(({ pid }) => pids.includes(pid)).map(({ pid }) => pid)
}

describe('killTree', () => {
  it('kills children in other groups and sessions', async () => {
    const { child, pids } = await startShell('setsid sleep 600 & a=$!; set -m; sleep 600 & echo $a $!; wait')
    await killTree({ pid: child.pid!, graceMs: 1000 })
    expect(await findRunning([child.pid!, ...pids])).toEqual([])
  })

  it('sends SIGTERM first and resolves as soon as all have exited', async () => {
    const { child } = await startShell('trap "exit 7" TERM; sleep 0.2 & echo $!; while :; do sleep 0.05; done')
    const exit = once(child, 'exit')
    await killTree({ pid: child.pid!, graceMs: 10_000 })
    expect(await exit).toEqual([7, null])
  })

  it('continues a stopped process, so that it can handle SIGTERM', async () => {
    const { child } = await startShell('trap "exit 7" TERM; sleep 0.2 & echo $!; while :; do sleep 0.05; done')
    const exit = once(child, 'exit')
    process.kill(child.pid!, 'SIGSTOP')
    await killTree({ pid: child.pid!, graceMs: 3000 })
    expect(await exit).toEqual([7, null])
  })

  it('kills processes that ignore SIGTERM after the grace period', async () => {
    const { child, pids } = await startShell('trap "" TERM; sleep 600 & echo $!; while :; do sleep 0.05; done')
    await killTree({ pid: child.pid!, graceMs: 200 })
    expect(await findRunning([child.pid!, ...pids])).toEqual([])
  })

  it('finds orphans in another session by owner, after their parent exited', async () => {
    const { child, pids } = await startShell('setsid sleep 600 & echo $!', { PARLEY_OWNER: 'test-owner-1' })
    if (child.exitCode === null)
      await once(child, 'exit')
    // Only Linux shows the environment of processes; elsewhere nothing is found, and nothing wrong.
    expect((await collectTree({ owner: 'test-owner-1' })).map(({ pid }) => pid)).toEqual(process.platform === 'linux' ? pids : [])
    await killTree({ pid: child.pid!, graceMs: 0, owner: 'test-owner-1' })
    expect(await collectTree({ owner: 'test-owner-1' })).toEqual([])
  })

  it('does not kill a process that reused a pid', async () => {
    const { child } = await startShell('echo 1; sleep 600')
    const [ref] = (await collectTree({ pid: child.pid! })).filter(({ pid }) => pid === child.pid)
    expect(await filterRunning([{ ...ref!, startedAt: 'earlier' }])).toEqual([])
    expect(await filterRunning([ref!])).toHaveLength(1)
  })
})
