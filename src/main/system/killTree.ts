import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { collectTree, findOwned, stillRunning, type ProcessRef } from './processTree'

const pollMs = 25
/** A killed process may have started another one a moment before; more than three rounds are a fork bomb. */
const hardRounds = 3

/**
 * Ends a process and everything that came from it: politely, and after `graceMs` for good. With `graceMs` 0 at once.
 * `also` are processes that were seen in the tree earlier; `owner` finds those that left it.
 */
export async function killTree(pid: number, { graceMs, also = [], owner }: {
  graceMs: number
  also?: readonly ProcessRef[]
  owner?: string
}): Promise<void> {
  if (process.platform === 'win32')
    return killOnWindows(pid)
  const tree = [...also, ...await collectTree(pid), ...owned(owner)]
  if (graceMs > 0)
    await endPolitely(tree, graceMs)
  let left = tree
  for (let round = 0; round < hardRounds; round++) {
    const found = [...left, ...await collectTree(pid), ...owned(owner)]
    for (const one of await stillRunning(found))
      signal(one.pid, 'SIGKILL')
    await delay(pollMs)
    left = await stillRunning(found)
    if (left.length === 0)
      return
  }
}

async function endPolitely(tree: readonly ProcessRef[], graceMs: number): Promise<void> {
  for (const one of await stillRunning(tree))
    signal(one.pid, 'SIGTERM')
  const deadline = performance.now() + graceMs
  while (performance.now() < deadline) {
    if ((await stillRunning(tree)).length === 0)
      return
    await delay(pollMs)
  }
}

function owned(owner: string | undefined): ProcessRef[] {
  return owner === undefined ? [] : findOwned(owner)
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  }
  catch {
    // It ended on its own since it was listed, or belongs to someone else: there is nothing that we could do.
  }
}

async function killOnWindows(pid: number): Promise<void> {
  try {
    await promisify(execFile)('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true })
  }
  catch {
    // taskkill fails when the process is gone already, which is what we want.
  }
}
