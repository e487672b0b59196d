import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { windowsProgram } from '../systemProgram'
import { collectTree, type ProcessRef, stillRunning } from './processTree'

const pollMs = 25
/** A killed process may have just started another one. More rounds mean a fork bomb. */
const hardRounds = 10

/**
 * Ends a process and everything that came from it: politely, and after `graceMs` for good. With `graceMs` 0 at once.
 * Answers when nothing is left, at the latest a quarter of a second after the grace. `pid` is absent when the process
 * has ended already: its number may be another's by now. `also` are processes that were seen in the tree earlier;
 * `owner` finds those that left it, `ofEarlierRun` also those that are older than this process.
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
  const look = (): Promise<ProcessRef[]> => collectTree({ pid, owner, ofEarlierRun })
  let left: readonly ProcessRef[] = await stillRunning([...also, ...await look()])
  if (graceMs > 0)
    left = await endPolitely({ tree: left, look, graceMs })
  if (left.length === 0)
    return // just listed
  for (let round = 0; round < hardRounds; round++) {
    left = await stillRunning([...left, ...await look()])
    if (left.length === 0)
      return
    signalAll(left, 'SIGKILL')
    await delay(pollMs)
  }
}

/**
 * Asks all processes to end and waits, including those started meanwhile. Returns those that remain after the grace.
 */
async function endPolitely({
  tree,
  look,
  graceMs,
}: {
  tree: readonly ProcessRef[]
  look: () => Promise<ProcessRef[]>
  graceMs: number
}): Promise<readonly ProcessRef[]> {
  const deadline = performance.now() + graceMs
  let left = tree
  while (left.length > 0 && performance.now() < deadline) {
    signalAll(left, 'SIGTERM')
    signalAll(left, 'SIGCONT') // a stopped process handles SIGTERM only after SIGCONT
    while (left.length > 0 && performance.now() < deadline) {
      await delay(pollMs)
      left = await stillRunning(left)
    }
    if (left.length === 0)
      left = await look()
  }
  return left
}

/**
 * Signals whole groups if their leader is included, other processes from the oldest on: a shell whose command is
 * signalled first would run the next one.
 */
function signalAll(processes: readonly ProcessRef[], name: 'SIGTERM' | 'SIGCONT' | 'SIGKILL'): void {
  const pids = new Set(processes.map(({ pid }) => pid))
  const groups = new Set(processes.flatMap(({ groupPid }) => pids.has(groupPid) ? [groupPid] : []))
  const alone = processes.filter(({ groupPid }) => !groups.has(groupPid)).map(({ pid }) => pid).sort((left, right) => left - right)
  const oldestFirst = [...groups].sort((left, right) => left - right)
  for (const target of [...oldestFirst.map(group => -group), ...alone]) {
    try {
      process.kill(target, name)
    }
    catch {
      // It has ended since it was listed, or belongs to another user.
    }
  }
}

async function killOnWindows(pid: number): Promise<void> {
  try {
    await promisify(execFile)(windowsProgram('taskkill.exe'), ['/PID', String(pid), '/T', '/F'], { windowsHide: true })
  }
  catch {
    // taskkill fails if the process has already ended.
  }
}
