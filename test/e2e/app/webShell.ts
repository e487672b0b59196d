import type { Browser } from '@playwright/test'
import type { Shell, ShellStart } from './shell'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The built web host and a page of `browser` that shows it. */
export async function startWeb({ flags, env, onPage }: ShellStart, browser: Browser): Promise<Shell> {
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
  const context = await browser.newContext()
  const page = await context.newPage()
  onPage(page)
  await page.goto(address)
  return {
    page,
    log: () => log,
    close: async () => {
      await context.close()
      host.kill('SIGTERM')
      await ended
    },
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
