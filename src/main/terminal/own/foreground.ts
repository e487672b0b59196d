import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { plainLocale, readProcessStat } from '../../system/process/processStat'

/** Longer names are cut. */
const maxNameLength = 60
/** The first program of a pipeline may have ended. */
const unknownProgram = 'a program'

/** The state of a shell, read from the system, because no script is injected into the shell. */
export interface Foreground {
  /** The program in the foreground; absent while the shell waits for a command. */
  readonly program?: string
  /** A background program of the shell that may write to the terminal. */
  readonly job?: string
  /** The shell's current folder, if the system reports it. */
  readonly cwd?: string
}

/**
 * Reads which programs the shell with this pid runs. On macOS, only the one in the foreground; empty on other systems
 * than Linux.
 */
export async function readForeground(shellPid: number): Promise<Foreground> {
  switch (process.platform) {
    case 'linux':
      return readLinuxForeground(shellPid)
    case 'darwin':
      return readMacForeground(shellPid)
    default:
      return {}
  }
}

function readLinuxForeground(shellPid: number): Foreground {
  const stat = readProcessStat(shellPid)
  if (!stat)
    return {}
  const cwd = readLink(`/proc/${shellPid}/cwd`)
  const { foregroundPid, groupPid } = stat
  const isBusy = foregroundPid > 0 && foregroundPid !== groupPid
  const program = isBusy ? readShownName(foregroundPid) : undefined
  const job = isBusy ? undefined : findJob(shellPid)
  return { ...cwd !== undefined && { cwd }, ...program !== undefined && { program }, ...job !== undefined && { job } }
}

/** Ignores helpers of the prompt, which zsh starts in the background without the terminal. */
function findJob(shellPid: number): string | undefined {
  const terminal = readLink(`/proc/${shellPid}/fd/0`)
  const job = listChildren(shellPid).find(pid => [1, 2].some(fd => readLink(`/proc/${pid}/fd/${fd}`) === terminal))
  return terminal === undefined || job === undefined ? undefined : readShownName(job)
}

/** Empty if the kernel does not list them. */
function listChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter(child => child !== '')
      .map(Number)
  }
  catch {
    return []
  }
}

function readShownName(pid: number): string {
  return readProgramName(pid).slice(0, maxNameLength) || unknownProgram
}

/** The name as typed: the kernel stores only 15 bytes of it, and Node renames its own process. */
function readProgramName(pid: number): string {
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // A login shell's name begins with a dash. A program that sets a process title overwrites its arguments.
    const name = basename(first.split(' ')[0] ?? '').replace(/^-/, '').replace(/:$/, '')
    return name || (readProcessStat(pid)?.name ?? '')
  }
  catch {
    return readProcessStat(pid)?.name ?? '' // it exited meanwhile
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  }
  catch {
    return undefined // exited, or owned by another user after `su`
  }
}

async function readMacForeground(shellPid: number): Promise<Foreground> {
  try {
    const [group, foreground] = (await runPs(['-o', 'pgid=,tpgid=', '-p', String(shellPid)])).split(/\s+/)
    if (group === undefined || foreground === undefined || group === foreground || Number(foreground) <= 0)
      return {}
    return { program: basename(await runPs(['-o', 'comm=', '-p', foreground])) }
  }
  catch {
    return {} // exited
  }
}

async function runPs(args: readonly string[]): Promise<string> {
  const env = { ...process.env, ...plainLocale }
  const { stdout } = await promisify(execFile)('/bin/ps', [...args], { env, timeout: 2_000 })
  return stdout.trim()
}
