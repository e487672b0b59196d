import type { ShellStart } from './shell'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A running web host. */
export interface WebHost {
  readonly pid: number | undefined
  /** The address with the token for pages. */
  readonly address: string
  /** Its stderr. */
  readonly log: () => string
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Starts the built web host on a free port. */
export async function startWebHost({ flags, env }: Pick<ShellStart, 'flags' | 'env'>): Promise<WebHost> {
  const host = spawn(process.execPath, [join(root, 'out/main/web.js'), '--no-open', '--port', '0', ...flags], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(host, 'exit')
  let log = ''
  host.stderr.setEncoding('utf8').on('data', (data: string) => log += data)
  const address = await readyAddress(host.stdout).catch((error: unknown) => {
    throw new Error(`The web host did not start:\n${log}`, { cause: error })
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    host.kill(signal)
    await ended
  }
  return {
    pid: host.pid,
    address,
    log: () => log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function readyAddress(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const address = /^Parley is ready at (\S+)$/.exec(line)?.[1]
    if (address !== undefined)
      return address
  }
  throw new Error('It ended without saying where it is.')
}
