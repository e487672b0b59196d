// Other TypeScript projects import this file and would not find the declaration otherwise.

/// <reference path="./nodePty.d.ts" />
import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import { readSync, type Stats, statSync } from 'node:fs'
import { constants as systemConstants } from 'node:os'
import { type PtyProcess, spawn } from 'node-pty'
import { requireBinary } from 'node-pty/requireBinary.js'
import { errorMessage, HostError } from '../../shared/errors'
import { isExecutable, listCommandCandidates } from '../system/commandOnPath'

// node-pty loads this addon for the first terminal, when Electron may already have closed the archive that contains it.
if (process.platform === 'win32')
  requireBinary('conpty.node')

/** A process on a pseudoterminal. On POSIX it is a session leader. */
export interface Pty {
  readonly pid: number
  onData(listener: (bytes: Buffer) => void): void
  /** Called once, after all data. */
  onExit(listener: (exit: TerminalExitStatus) => void): void
  write(data: string): void
  resize(columns: number, rows: number): void
  /** Stops reading, so that the process blocks on its next write. */
  pause(): void
  resume(): void
  /** Kills the process on Windows. On other platforms, signal the group by pid. */
  kill(): void
}

export interface PtyStart {
  readonly file: string
  /** A string only on Windows: an already quoted command line. */
  readonly args: readonly string[] | string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly columns: number
  readonly rows: number
}

/** The default PATH of the system. */
const defaultPath = '/usr/local/bin:/usr/bin:/bin'
/** How much to read after a process has exited, because a background child could write forever. */
const maxLeftoverBytes = 1024 * 1024

/** Throws a `HostError` with the reason if a process cannot be started. */
export function ensureStartable(start: Omit<PtyStart, 'columns' | 'rows'>): void {
  const reason = findStartFault(start)
  if (reason)
    throw new HostError('invalid_params', `Failed to start terminal: ${reason}`)
}

/** Starts a process on a PTY. Throws a `HostError` with the reason if it cannot be started. */
export function startPty(start: PtyStart): Pty {
  ensureStartable(start)
  try {
    return adapt(spawn(start.file, start.args, {
      cwd: start.cwd,
      env: start.env,
      cols: start.columns,
      rows: start.rows,
      encoding: null,
    }))
  }
  catch (error) {
    throw new HostError('invalid_params', `Failed to start terminal: ${errorMessage(error)}`, { cause: error })
  }
}

function adapt(process: PtyProcess): Pty {
  let hasExited = false
  process.onExit(() => hasExited = true)
  // Without a listener, node-pty throws write errors of an exiting process as uncaught exceptions. The exit event
  // follows anyway.
  process.on?.('error', () => undefined)
  readLeftovers(process)
  return {
    pid: process.pid,
    onData: listener => process.onData(listener),
    onExit: listener => process.onExit(({ exitCode, signal }) => listener(toExitStatus(exitCode, signal))),
    write: data => hasExited ? undefined : process.write(data),
    resize: (columns, rows) => hasExited || process._socket?.destroyed ? undefined : process.resize(columns, rows),
    pause: () => process.pause(),
    resume: () => process.resume(),
    kill: () => process.kill(),
  }
}

/**
 * Reads the remaining output when node-pty destroys its socket, 200 ms after the process exited. Otherwise the end of
 * the output would be lost while reading is paused or the event loop is busy.
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
      for (let total = 0; total < maxLeftoverBytes;) {
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
    return 0 // EAGAIN: no data available; EIO: end of output
  }
}

function toExitStatus(exitCode: number, signal: number | undefined): TerminalExitStatus {
  if (signal) {
    const name = Object.entries(systemConstants.signals).find(([, number]) => number === signal)?.[0]
    return { exitCode: null, signal: name ?? String(signal) }
  }
  return { exitCode: exitCode >>> 0, signal: null } // unsigned in ACP, but negative on Windows
}

/** Checks the folder and the command first, because node-pty reports either as missing only by exit code 1. */
function findStartFault({ file, args, cwd, env }: Omit<PtyStart, 'columns' | 'rows'>): string | undefined {
  const texts = [file, cwd, ...(typeof args === 'string' ? [args] : args), ...Object.entries(env).flat()]
  if (texts.some(text => text.includes('\0')))
    return 'a NUL character in the command, its arguments, its folder or its environment' // it would silently truncate the text
  if (process.platform !== 'win32' && Object.keys(env).some(name => name === '' || name.includes('=')))
    return 'an environment variable without a proper name'
  if (!isDirectory(cwd))
    return `the folder "${cwd}" does not exist`
  const candidates = listCommandCandidates({ command: file, environment: { PATH: defaultPath, ...env }, cwd })
  if (process.platform !== 'win32' && !candidates.some(candidate => isExecutable(candidate)))
    return `"${file}" ${candidates.some(exists) ? 'may not be executed' : 'was not found'}`
  return undefined
}

/** Whether a folder exists and can be read. */
export function isDirectory(path: string): boolean {
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
    return undefined // an unreadable PATH folder: a shell finds nothing there either
  }
}
