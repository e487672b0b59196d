// Detects that the npm above has exited. If only npm is stopped or killed, the processes that it started get no signal.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { clearInterval, setInterval } from 'node:timers'
import { isAlive } from './isAlive.mjs'

const checkMs = 500

/**
 * Calls `onGone` once npm, or the shell between npm and this process, has exited. Does nothing if npm did not start this
 * process.
 */
export function watchLauncher(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32')
    return
  const parent = process.ppid
  const { command, ppid } = readParent(parent)
  // Usually npm starts a shell that starts this process. If the shell was replaced by this process, npm is the parent.
  const npm = /(?:^|\/)-?(?:ba|da|[zak])?sh$|busybox$/.test(command) ? ppid : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm)))
      return
    clearInterval(timer)
    onGone()
  }, checkMs).unref()
}

function readParent(pid) {
  try {
    if (process.platform === 'linux') {
      const [, command, ppid] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return { command: command ?? '', ppid: Number(ppid) }
    }
    const [, ppid, command]
      = /^(\d+)\s+(\S.*)$/.exec(spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()) ?? []
    return { command: command ?? '', ppid: Number(ppid) }
  }
  catch {
    return { command: '', ppid: 0 } // only the parent is watched then
  }
}
