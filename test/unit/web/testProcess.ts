import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'

/** A home folder for the host's data and its agents. */
export function makeTemporaryHome(): { home: string, dataFolder: string } {
  const home = temporaryFolder('parley-web-home-')
  return { home, dataFolder: join(home, 'data') }
}

/** A process whose output is kept, ended after the test. */
export class TestProcess {
  stdout = ''
  stderr = ''
  readonly child: ChildProcess
  readonly #exit: Promise<{ code: number | null, signal: string | null }>

  constructor(command: readonly string[], { home, env = {} }: { home: string, env?: Record<string, string> }) {
    const [file = '', ...args] = command
    // The tests themselves run under npm, which is not to be this process's launcher.
    this.child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_lifecycle_event: undefined, INIT_CWD: undefined, HOME: home, PARLEY_REGISTRY: '', ...env },
    })
    this.child.stdout?.setEncoding('utf8').on('data', piece => this.stdout += piece)
    this.child.stderr?.setEncoding('utf8').on('data', piece => this.stderr += piece)
    this.#exit = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }))
    onTestFinished(async () => {
      this.child.kill('SIGKILL')
      await this.#exit
    })
  }

  get exit(): Promise<{ code: number | null, signal: string | null }> {
    return this.#exit
  }

  /** The first line on stdout. */
  async line(): Promise<string> {
    while (!this.stdout.includes('\n')) {
      const ended = await Promise.race([this.#exit, new Promise<undefined>(resolve => setTimeout(resolve, 20, undefined))])
      if (ended !== undefined && !this.stdout.includes('\n'))
        throw new Error(`ended without a line: ${JSON.stringify(ended)}\n${this.stderr}`)
    }
    return this.stdout.split('\n', 1)[0] ?? ''
  }
}

/** All processes of the machine, by their command lines. */
export function listRunningProcesses(): { pid: number, line: string }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map(line => ({ pid: parseInt(line), line: line.trim().replace(/^\d+\s+/, '') }))
  }
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).map((pid) => {
    try {
      return { pid: Number(pid), line: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
    }
    catch {
      // It exited meanwhile.
      return { pid: Number(pid), line: '' }
    }
  })
}
