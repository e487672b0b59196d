import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getWindowsProgram } from '../systemProgram'
import { collectTree, filterRunning, type ProcessRef } from './processTree'

const pollMs = 25
/** A killed process may just have started another one. More rounds than this indicate a fork bomb. */
const maxKillRounds = 10

/**
 * Terminates a process and its descendants: SIGTERM, then SIGKILL after `graceMs`; with 0, SIGKILL immediately.
 * Resolves when all have exited, at most 250 ms after the grace period. Omit `pid` if the process has already exited,
 * because the pid may have been reused. `also`: processes that were in the tree earlier. `owner` also finds processes
 * that left the tree; `ofEarlierRun` includes those older than this process.
 */
export async function killTree({ pid, graceMs, also = [], owner, ofEarlierRun }: {
  pid?: number
  graceMs: number
  also?: readonly ProcessRef[]
  owner?: string
  ofEarlierRun?: boolean
}): Promise<void> {
  if (process.platform === 'win32')
    return pid === undefined ? undefined : killOnWindows(pid)
  const list = (): Promise<ProcessRef[]> => collectTree({ pid, owner, ofEarlierRun })
  let remaining: readonly ProcessRef[] = await filterRunning([...also, ...await list()])
  if (graceMs > 0)
    remaining = await terminate({ tree: remaining, list, graceMs })
  if (remaining.length === 0)
    return // `terminate` has just listed the tree
  for (let round = 0; round < maxKillRounds; round++) {
    remaining = await filterRunning([...remaining, ...await list()])
    if (remaining.length === 0)
      return
    signalAll(remaining, 'SIGKILL')
    await delay(pollMs)
  }
}

/** Sends SIGTERM and waits, including for processes started meanwhile. Returns those that outlive the grace period. */
async function terminate({
  tree,
  list,
  graceMs,
}: {
  tree: readonly ProcessRef[]
  list: () => Promise<ProcessRef[]>
  graceMs: number
}): Promise<readonly ProcessRef[]> {
  const deadline = performance.now() + graceMs
  let remaining = tree
  while (remaining.length > 0 && performance.now() < deadline) {
    signalAll(remaining, 'SIGTERM')
    signalAll(remaining, 'SIGCONT') // a stopped process handles SIGTERM only after it continues
    while (remaining.length > 0 && performance.now() < deadline) {
      await delay(pollMs)
      remaining = await filterRunning(remaining)
    }
    if (remaining.length === 0)
      remaining = await list()
  }
  return remaining
}

/**
 * Signals a whole group at once if its leader is included, and other processes oldest first: a shell would continue
 * with its next command if only the current one was signalled.
 */
function signalAll(processes: readonly ProcessRef[], name: 'SIGTERM' | 'SIGCONT' | 'SIGKILL'): void {
  const pids = new Set(processes.map(({ pid }) => pid))
  const groups = new Set(processes.flatMap(({ groupPid }) => pids.has(groupPid) ? [groupPid] : []))
  const alone = processes
    .filter(({ groupPid }) => !groups.has(groupPid))
    .map(({ pid }) => pid)
    .sort((left, right) => left - right)
  const oldestFirst = [...groups].sort((left, right) => left - right)
  for (const target of [...oldestFirst.map(group => -group), ...alone]) {
    try {
      process.kill(target, name)
    }
    catch {
      // The process exited meanwhile, or belongs to another user.
    }
  }
}

async function killOnWindows(pid: number): Promise<void> {
  try {
    await promisify(execFile)(
      getWindowsProgram('taskkill.exe'),
      ['/PID', String(pid), '/T', '/F'],
      { windowsHide: true },
    )
  }
  catch {
    // taskkill fails if the process has already exited, which is fine.
  }
}
