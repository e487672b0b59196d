import type { CreateTerminalRequest, TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { RequestError } from '@agentclientprotocol/sdk'

interface TestTerminal {
  readonly child: ChildProcess
  readonly exited: Promise<TerminalExitStatus>
  output: string
  exit?: TerminalExitStatus
}

/** A client's terminals, on plain pipes. */
export class TestTerminals {
  readonly created: CreateTerminalRequest[] = []
  readonly released: string[] = []
  readonly killed: string[] = []
  readonly #terminals = new Map<string, TestTerminal>()

  create(request: CreateTerminalRequest): { terminalId: string } {
    this.created.push(request)
    const [program, args] = request.args?.length ? [request.command, request.args] : ['/bin/sh', ['-c', request.command]]
    const child = spawn(program, args, { cwd: request.cwd ?? undefined, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const terminal: TestTerminal = {
      child,
      output: '',
      exited: new Promise(done => child.on('exit', (exitCode, signal) => done((terminal.exit = { exitCode, signal })))),
    }
    child.stdout.on('data', (data: Buffer) => terminal.output += data.toString())
    child.stderr.on('data', (data: Buffer) => terminal.output += data.toString())
    const terminalId = `terminal-${this.created.length}`
    this.#terminals.set(terminalId, terminal)
    return { terminalId }
  }

  type(terminalId: string, text: string): void {
    this.#get(terminalId).child.stdin?.write(text)
  }

  output(terminalId: string): { output: string, truncated: boolean, exitStatus?: TerminalExitStatus } {
    const { output, exit } = this.#get(terminalId)
    return { output, truncated: false, exitStatus: exit }
  }

  async waitForExit(terminalId: string): Promise<TerminalExitStatus> {
    return this.#get(terminalId).exited
  }

  async kill(terminalId: string): Promise<void> {
    this.killed.push(terminalId)
    await end(this.#get(terminalId))
  }

  async release(terminalId: string): Promise<void> {
    await end(this.#get(terminalId))
    this.#terminals.delete(terminalId)
    this.released.push(terminalId)
  }

  dispose(): void {
    for (const terminal of this.#terminals.values())
      void end(terminal)
  }

  #get(terminalId: string): TestTerminal {
    const terminal = this.#terminals.get(terminalId)
    if (terminal === undefined)
      throw RequestError.resourceNotFound(terminalId)
    return terminal
  }
}

async function end({ child, exit, exited }: TestTerminal): Promise<void> {
  if (exit !== undefined)
    return
  process.kill(-child.pid!, 'SIGTERM')
  await exited
}
