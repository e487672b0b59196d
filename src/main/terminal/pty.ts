// Other layers' compilers reach this file by import and would not find the declaration otherwise.

/// <reference path="./nodePty.d.ts" />
import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import { readSync, type Stats, statSync } from 'node:fs'
import { constants as systemConstants } from 'node:os'
import { type PtyProcess, spawn } from 'node-pty'
import { requireBinary } from 'node-pty/requireBinary.js'
import { errorMessage, HostError } from '../../shared/errors'
import { commandCandidates, isExecutable } from '../system/commandOnPath'

// node-pty loads this addon with the first terminal, when Electron may have closed its archive.
if (process.platform === 'win32')
  requireBinary('conpty.node')

/** A process on a pseudoterminal; on POSIX the leader of a session of its own. */
export interface Pty {
  readonly pid: number
  onData(listener: (bytes: Buffer) => void): void
  /** Called once, after the last data. */
  onExit(listener: (exit: TerminalExitStatus) => void): void
  write(data: string): void
  resize(columns: number, rows: number): void
  /** Stops reading, so the process blocks on its next write. */
  pause(): void
  resume(): void
  /** Ends the process on Windows; elsewhere the group is signalled by process id. */
  kill(): void
}

/** What to run on a PTY, and where. */
export interface PtyStart {
  readonly file: string
  /** A string on Windows: an already quoted command line. */
  readonly args: readonly string[] | string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly columns: number
  readonly rows: number
}

/** Where the system searches when there is no PATH. */
const usualPath = '/usr/local/bin:/usr/bin:/bin'
/** Bytes read after the exit, as a background process could write forever. */
const leftoverLimitBytes = 1024 * 1024

/** Throws if a process cannot be started. */
export function ensureStartable(start: Omit<PtyStart, 'columns' | 'rows'>): void {
  const reason = whyNotStartable(start)
  if (reason)
    throw new HostError('invalid_params', `Failed to start terminal: ${reason}`)
}

/** Starts a process on a PTY. Throws with the reason if it cannot. */
export function startPty(start: PtyStart): Pty {
  ensureStartable(start)
  try {
    return wrap(spawn(start.file, start.args, { cwd: start.cwd, env: start.env, cols: start.columns, rows: start.rows, encoding: null }))
  }
  catch (error) {
    throw new HostError('invalid_params', `Failed to start terminal: ${errorMessage(error)}`, { cause: error })
  }
}

function wrap(process: PtyProcess): Pty {
  let hasExited = false
  process.onExit(() => hasExited = true)
  // Without a listener, node-pty throws write errors of a dying process into the event loop; the exit that follows is
  // enough.
  process.on?.('error', () => undefined)
  readLeftovers(process)
  return {
    pid: process.pid,
    onData: listener => process.onData(listener),
    onExit: listener => process.onExit(({ exitCode, signal }) => listener(exitStatus(exitCode, signal))),
    write: data => hasExited ? undefined : process.write(data),
    resize: (columns, rows) => hasExited || process._socket?.destroyed ? undefined : process.resize(columns, rows),
    pause: () => process.pause(),
    resume: () => process.resume(),
    kill: () => process.kill(),
  }
}

/**
 * node-pty destroys its socket 200 ms after the process exited, read or not: with reading paused, or with a busy event
 * loop, the end of the output would be lost. So the rest is read at that moment.
 */
function readLeftovers({ _socket: socket, fd }: PtyProcess): void {
  if (!socket || fd === undefined)
    return
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => {
    if (!socket.destroyed && !error) {
      while (socket.read() !== null)
        continue // reading emits the data
      const bytes = Buffer.alloc(64 * 1024)
      for (let total = 0; total < leftoverLimitBytes;) {
        const length = readAvailable(fd, bytes)
        if (length === 0)
          break
        total += length
        socket.emit('data', Buffer.from(bytes.subarray(0, length)))
      }
    }
    return destroy(error)
  }
}

function readAvailable(fd: number, bytes: Buffer): number {
  try {
    return readSync(fd, bytes)
  }
  catch {
    return 0 // EAGAIN: nothing more for now; EIO: nothing more at all
  }
}

function exitStatus(exitCode: number, signal: number | undefined): TerminalExitStatus {
  if (signal) {
    const name = Object.entries(systemConstants.signals).find(([, number]) => number === signal)?.[0]
    return { exitCode: null, signal: name ?? String(signal) }
  }
  return { exitCode: exitCode >>> 0, signal: null } // unsigned in ACP; Windows has negative ones
}

/** node-pty reports a missing folder or command only as an exit with code 1, so both are checked first. */
function whyNotStartable({ file, args, cwd, env }: Omit<PtyStart, 'columns' | 'rows'>): string | undefined {
  const texts = [file, cwd, ...(typeof args === 'string' ? [args] : args), ...Object.entries(env).flat()]
  if (texts.some(text => text.includes('\0')))
    return 'a NUL character in the command, its arguments, its folder or its environment' // NUL would truncate the rest
  if (process.platform !== 'win32' && Object.keys(env).some(name => name === '' || name.includes('=')))
    return 'an environment variable without a proper name'
  if (!isDirectory(cwd))
    return `the folder "${cwd}" does not exist`
  const candidates = commandCandidates({ command: file, environment: { PATH: usualPath, ...env }, cwd })
  if (process.platform !== 'win32' && !candidates.some(candidate => isExecutable(candidate)))
    return `"${file}" ${candidates.some(exists) ? 'may not be executed' : 'was not found'}`
  return undefined
}

function isDirectory(path: string): boolean {
  return tryStat(path)?.isDirectory() ?? false
}

function exists(path: string): boolean {
  return tryStat(path) !== undefined
}

function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  }
  catch {
    return undefined // inaccessible folders of PATH count as empty, as for a shell
  }
}
