import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readProcessStat } from '../../src/main/system/process/processStat'

/** The command lines of direct child processes: agents and commands, not the tests' own tools. */
export function childProcesses(): string[] {
  const rows = existsSync('/proc/self/stat') ? fromProc() : fromPs()
  return rows.filter(({ parent, line }) => parent === process.pid && !/\bps -eo\b|esbuild|<defunct>/.test(line)).map(({ line }) => line)
}

interface Row { readonly parent: number, readonly line: string }

function fromProc(): Row[] {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap((pid) => {
    if (readProcessStat(Number(pid))?.parentPid !== process.pid)
      return []
    try {
      return { parent: process.pid, line: `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}` }
    }
    catch {
      return [] // it exited meanwhile
    }
  })
}

function fromPs(): Row[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return rows.map(row => ({ parent: Number(row.trim().split(/\s+/)[1]), line: row.trim() }))
}
