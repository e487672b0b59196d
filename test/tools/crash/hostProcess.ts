import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectedHost } from '../../unit/web/connectedHost'

/** Parley's built web shell, in a process that can be killed. */
export class HostProcess {
  readonly pid: number
  /** Its stderr. */
  complaints = ''
  /** Resolves once it can be used; rejects if it is killed before. */
  readonly connected: ReturnType<typeof connectedHost>
  readonly #kill: () => void
  readonly #ended: Promise<unknown>

  /** `within` is a command that runs the host in its place. */
  constructor({
    program,
    dataFolder,
    within = [],
    env = {},
  }: {
    program: string
    dataFolder: string
    within?: readonly string[]
    env?: Record<string, string>
  }) {
    const [file = '', ...args] = [
      ...within,
      process.execPath,
      join(program, 'main/web.js'),
      '--no-open',
      '--port',
      '0',
      '--data-dir',
      dataFolder,
    ]
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_lifecycle_event: undefined, INIT_CWD: undefined, PARLEY_REGISTRY: '', TERM: 'xterm', ...env },
    })
    this.pid = child.pid!
    this.#kill = () => void child.kill('SIGKILL')
    this.#ended = once(child, 'exit')
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.complaints += text))
    this.connected = firstLine(child.stdout).then(connectedHost)
    this.connected.catch(() => undefined) // whoever needs it awaits it
  }

  /** Kills it like `kill -9`. Resolves when it has exited, with the time of the kill. */
  async kill(): Promise<number> {
    const at = Date.now()
    this.#kill()
    await this.#ended
    return at
  }
}

async function firstLine(stdout: NodeJS.ReadableStream): Promise<string> {
  const { value, done } = await createInterface({ input: stdout })[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('it ended without a word')
  return value
}
