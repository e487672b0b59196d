import { closeSync, openSync, readSync } from 'node:fs'

/** One line of about 300 bytes. Every process of the machine is read whenever one ends: this takes half the time of `readFileSync`. */
const line = Buffer.alloc(4096)

/** What Linux says of a running process. */
export interface ProcessStat {
  readonly pid: number
  /** Of its program, cut to 15 bytes. */
  readonly name: string
  readonly parentPid: number
  readonly groupPid: number
  readonly sessionPid: number
  /** Clock ticks from the machine's start to its own. */
  readonly startedAt: string
}

/** `undefined` for a process that does not run. A zombie does not: it only waits for its parent. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readLine(`/proc/${pid}/stat`)
    // The name, in parentheses, may hold anything, also parentheses.
    const nameEnd = stat.lastIndexOf(')')
    const fields = stat.slice(nameEnd + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X')
      return undefined
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      parentPid: Number(fields[1]),
      groupPid: Number(fields[2]),
      sessionPid: Number(fields[3]),
      startedAt: fields[19] ?? '',
    }
  }
  catch {
    return undefined // it has ended
  }
}

function readLine(path: string): string {
  const file = openSync(path, 'r')
  try {
    return line.toString('latin1', 0, readSync(file, line, 0, line.length, 0))
  }
  finally {
    closeSync(file)
  }
}
