import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectedHost } from '../web/connectedHost'
import { makeTemporaryHome, TestProcess } from '../web/testProcess'

const root = join(import.meta.dirname, '../../..')
const isPosix = process.platform !== 'win32'

it.runIf(isPosix)('npm run dev serves the page from the sources, connects it to a host, and leaves no process behind', async () => {
  const { home, dataFolder } = makeTemporaryHome()
  const dev = ['npm', '--prefix', root, 'run', '-s', 'dev', '--', '--web', '--no-open', '--port', '0', '--data-dir', dataFolder]
  const npm = new TestProcess(dev, { home })
  const line = await npm.line()
  const address = /http:\/\/[^/]+/.exec(line)![0]

  expect(await (await fetch(`${address}/`)).text()).toContain('/@vite/client')
  expect(await (await fetch(`${address}/main.ts`)).text()).toContain('createApp')
  const connection = await connectedHost(line)
  expect(await connection.host.listThreads({})).toEqual([])
  await expect(connectedHost(line.replace(/token=./, 'token=-'))).rejects.toThrow('the socket was closed')

  npm.child.kill('SIGTERM')
  await npm.exit
  await expect.poll(() => listProcesses(dataFolder), { timeout: 20_000 }).toEqual([])
}, 120_000)

function listProcesses(text: string): string[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter(line => line.includes(text))
}
