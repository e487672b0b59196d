/** Types for the used part of node-pty, because the package's own types do not resolve under this name. */
declare module 'node-pty' {
  import type { Socket } from 'node:net'

  export interface PtyProcess {
    readonly pid: number
    /** With `encoding: null`, the data is bytes. */
    onData(listener: (data: Buffer) => void): void
    onExit(listener: (exit: { exitCode: number, signal?: number }) => void): void
    /** Unix only: adds a listener to the PTY's socket. */
    on?(event: 'error', listener: (error: Error) => void): void
    /** Unix only: the PTY's socket. */
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
  /** Loads the package's native addon for this platform. */
  export function requireBinary(file: string): unknown
}
