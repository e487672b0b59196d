import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { plainLocale, readProcessStat } from '../../system/process/processStat'

/** Longer names are cut. */
const maxNameLength = 60
/** The first program of a pipeline may have ended. */
const unknownProgram = 'a program'

/** What a shell is doing, read from the system, since no script is injected into it. */
export interface Foreground {
  /** The program in the foreground; absent while the shell waits for a command. */
  readonly program?: string
  /** The shell's present folder, where the system tells it. */
  readonly cwd?: string
}

/** Reads what the shell with this pid runs. Known on Linux, without the folder on macOS; elsewhere empty. */
export async function readForeground(shellPid: number): Promise<Foreground> {
  switch (process.platform) {
    case 'linux':
      return linuxForeground(shellPid)
    case 'darwin':
      return macForeground(shellPid)
    default:
      return {}
  }
}

function linuxForeground(shellPid: number): Foreground {
  const stat = readProcessStat(shellPid)
  if (!stat)
    return {}
  const cwd = readLink(`/proc/${shellPid}/cwd`)
  const { foregroundPid, groupPid } = stat
  const isBusy = foregroundPid > 0 && foregroundPid !== groupPid
  const program = isBusy && (programName(foregroundPid).slice(0, maxNameLength) || unknownProgram)
  return { ...cwd !== undefined && { cwd }, ...program && { program } }
}

/** The name as it was typed: the kernel knows only 15 bytes of it, and Node renames its own. */
function programName(pid: number): string {
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // A login shell's name begins with a dash; a program that writes a title puts it in place of its words.
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
    return undefined // exited, or another user's since `su`
  }
}

async function macForeground(shellPid: number): Promise<Foreground> {
  try {
    const [group, foreground] = (await ps(['-o', 'pgid=,tpgid=', '-p', String(shellPid)])).split(/\s+/)
    if (group === undefined || foreground === undefined || group === foreground || Number(foreground) <= 0)
      return {}
    return { program: basename(await ps(['-o', 'comm=', '-p', foreground])) }
  }
  catch {
    return {} // exited
  }
}

async function ps(args: readonly string[]): Promise<string> {
  const env = { ...process.env, ...plainLocale }
  const { stdout } = await promisify(execFile)('/bin/ps', [...args], { env, timeout: 2_000 })
  return stdout.trim()
}
