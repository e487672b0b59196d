import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readProcessStat } from './processStat'

/** A process, identified by its pid and start time. */
export interface ProcessRef {
  readonly pid: number
  readonly parentPid: number
  readonly groupPid: number
  readonly sessionPid: number
  readonly startedAt: string
}

/** All visible processes. None on Windows, where `taskkill` walks the tree. */
async function listProcesses(): Promise<ProcessRef[]> {
  if (process.platform === 'linux')
    return listLinuxProcesses()
  if (process.platform === 'win32')
    return []
  const { stdout } = await promisify(execFile)('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,lstart='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, parentPid, groupPid, ...startedAt] = line.trim().split(/\s+/)
    return pid
      ? [{
          pid: Number(pid),
          parentPid: Number(parentPid),
          groupPid: Number(groupPid),
          sessionPid: 0,
          startedAt: startedAt.join(' '),
        }]
      : []
  })
}

/** The environment variable that marks processes and their descendants with their owner. */
export const ownerVariable = 'PARLEY_OWNER'

/**
 * Lists the process `pid`, its descendants, and the members of its group and session. Call it before killing any of
 * them, because an agent's commands are often in groups of their own and are reparented when it exits. On Linux,
 * `owner`'s mark also finds processes that left the tree. Ignores processes older than this one unless `ofEarlierRun`.
 */
export async function collectTree({ pid, owner, ofEarlierRun = false }: {
  pid?: number | undefined
  owner?: string | undefined
  ofEarlierRun?: boolean | undefined
}): Promise<ProcessRef[]> {
  const all = await listProcesses()
  const children = new Map<number, ProcessRef[]>()
  for (const one of all)
    children.set(one.parentPid, [...children.get(one.parentPid) ?? [], one])
  const tree = new Map<number, ProcessRef>()
  const queue = all.filter(one => one.pid === pid || one.groupPid === pid || one.sessionPid === pid)
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (tree.has(next.pid))
      continue
    tree.set(next.pid, next)
    queue.push(...children.get(next.pid) ?? [])
  }
  if (owner === undefined || process.platform !== 'linux')
    return [...tree.values()]
  const mark = `${ownerVariable}=${owner}`
  const since = ofEarlierRun ? 0 : Number(readProcessStat(process.pid)?.startedAt ?? 0)
  const detached = all.filter(one =>
    !tree.has(one.pid) && Number(one.startedAt) >= since && readEnvironment(one.pid).includes(mark),
  )
  return [...tree.values(), ...detached]
}

function listLinuxProcesses(): ProcessRef[] {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap(name => readProcessStat(Number(name)) ?? [])
}

/** Empty for a process of another user, or one that has just exited. */
function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  }
  catch {
    return []
  }
}

/** Filters running processes and removes duplicates. A zombie counts as exited. */
export async function filterRunning(processes: readonly ProcessRef[]): Promise<ProcessRef[]> {
  const distinct = [...new Map(processes.map(one => [`${one.pid} ${one.startedAt}`, one])).values()]
  if (process.platform === 'linux')
    return distinct.filter(({ pid, startedAt }) => readProcessStat(pid)?.startedAt === startedAt)
  const now = new Map((await listProcesses()).map(one => [one.pid, one.startedAt]))
  return distinct.filter(({ pid, startedAt }) => now.get(pid) === startedAt)
}
