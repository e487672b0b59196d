/** The part of node-pty that is used, typed here because its package under this name carries no types that resolve. */
declare module 'node-pty' {
  import type { Socket } from 'node:net'

  export interface PtyProcess {
    readonly pid: number
    /** With `encoding: null` the data are bytes. */
    onData(listener: (data: Buffer) => void): void
    onExit(listener: (exit: { exitCode: number, signal?: number }) => void): void
    /** Unix only: adds a listener to the socket of the PTY's own end. */
    on?(event: 'error', listener: (error: Error) => void): void
    /** Unix only: the PTY's own end. */
    readonly _socket?: Socket
    readonly fd?: number
    write(data: string): void
    resize(columns: number, rows: number): void
    pause(): void
    resume(): void
    kill(): void
  }

  export function spawn(file: string, args: readonly string[] | string, options: {
    cwd: string
    env: Readonly<Record<string, string>>
    cols: number
    rows: number
    encoding: null
  }): PtyProcess
}

declare module 'node-pty/requireBinary.js' {
  /** Loads an addon of the package for this system. */
  export function requireBinary(file: string): unknown
}
