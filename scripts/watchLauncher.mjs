// Notices that the npm above is gone: when only npm is told to end, or is killed, nobody tells what it started.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { clearInterval, setInterval } from 'node:timers'
import { isAlive } from './isAlive.mjs'

const checkMs = 500

/**
 * Calls `onGone` once, when npm or the shell between it and this process has ended. Does nothing when it was not npm
 * that started this.
 */
export function watchLauncher(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32')
    return
  const parent = process.ppid
  const { command, ppid } = parentOf(parent)
  // Usually npm, a shell, this; some shells replace themselves, and then the process above npm does not matter.
  const npm = /(?:^|\/)-?(?:ba|da|[zak])?sh$|busybox$/.test(command) ? ppid : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm)))
      return
    clearInterval(timer)
    onGone()
  }, checkMs).unref()
}

function parentOf(pid) {
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
    return { command: '', ppid: 0 } // then only the nearest parent is watched
  }
}
