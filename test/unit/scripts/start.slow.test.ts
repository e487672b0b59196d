import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const double = join(import.meta.dirname, '../../support/electron-double')

// A double of the built host: prints its flags and its messages.
const host = `
  if (process.argv.includes('--unknown')) process.exit(2)
  process.on('SIGTERM', () => { console.error('host ends'); process.exit(0) })
  console.error('flags ' + process.argv.slice(2).join(' '))
  console.log('Parley is ready at http://127.0.0.1:1/#token=t')
  setInterval(() => {}, 1000)`

/** A built copy of the project, as far as the launcher looks. */
function copyProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-start-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, '../../../scripts'), join(root, 'scripts'), { recursive: true })
  const main = ['index', 'web', 'demoAgent', 'ledger', 'merge'].map(name => `main/${name}.js`)
  for (const product of [...main, 'preload/index.cjs', 'renderer/index.html', '.built']) {
    mkdirSync(dirname(join(root, 'out', product)), { recursive: true })
    writeFileSync(join(root, 'out', product), product === 'main/web.js' ? host : '')
  }
  mkdirSync(join(root, 'node_modules', 'electron-vite'), { recursive: true })
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ type: 'module', scripts: { start: `"${process.execPath}" scripts/start.mjs` } }),
  )
  writeFileSync(join(root, 'out', '.built'), '')
  return root
}

function writeProgram(root: string, name: string, script: string): string {
  writeFileSync(join(root, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(root, name), 0o755)
  return join(root, name)
}

/** Electron's package with that script as its program; the variables that make it the one that is run. */
function installElectron(root: string, script: string): { ELECTRON_OVERRIDE_DIST_PATH: string } {
  mkdirSync(join(root, 'electron'))
  mkdirSync(join(root, 'node_modules', 'electron'))
  writeFileSync(join(root, 'node_modules', 'electron', 'package.json'), '{ "version": "1.0.0" }')
  writeProgram(root, 'electron/electron', script)
  return { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'electron') }
}

interface Run { child: ChildProcess, out: () => string, err: () => string, ended: Promise<number | null>, ready: Promise<unknown> }

function run({ root, command, args, env = {}, ownGroup = false }: {
  root: string
  command: string
  args: string[]
  env?: Record<string, string>
  ownGroup?: boolean
}): Run {
  const quiet = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ELECTRON_OVERRIDE_DIST_PATH: undefined, npm_lifecycle_event: undefined }
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => out += data.toString())
  child.stderr.on('data', (data: Buffer) => err += data.toString())
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  const ready = new Promise(resolve => child.stdout.on('data', () => out.includes('is ready at') && resolve(undefined)))
  return { child, out: () => out, err: () => err, ended: closed.then(([code]) => code as number | null), ready }
}

function start(root: string, flags: string[], env?: Record<string, string>): Run {
  return run({ root, command: process.execPath, args: ['scripts/start.mjs', ...flags], env })
}

describe.runIf(process.platform !== 'win32')('npm start', () => {
  it('passes all flags on, writes only the host\'s line to stdout, and exits cleanly on SIGTERM', async () => {
    const { child, out, err, ended, ready } = start(copyProject(), ['--web', '--no-open', '--port', '0'])
    await ready
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(out()).toBe('Parley is ready at http://127.0.0.1:1/#token=t\n')
    expect(err()).toBe('flags --web --no-open --port 0\nhost ends\n')
  })

  it('returns the host\'s exit code', async () => {
    expect(await start(copyProject(), ['--web', '--unknown']).ended).toBe(2)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends the host when only the npm above it gets %s', async (signal) => {
    const root = copyProject()
    const { child, err, ready, ended } = run({ root, command: 'npm', args: ['start', '--silent', '--', '--web', '--no-open'] })
    await ready
    child.kill(signal)
    // The pipes close when the last process that holds them has ended.
    await ended
    expect(err()).toContain('host ends')
  })

  it('runs Electron from its path, with the project and the flags, and without its sandbox only for root', async () => {
    const root = copyProject()
    // As an agent that runs on Electron's Node has it.
    const env = { ...installElectron(root, 'echo "electron $ELECTRON_RUN_AS_NODE$*"; exit 7'), ELECTRON_RUN_AS_NODE: '1' }
    const { out, ended } = start(root, ['--workspace', '/w'], env)
    expect(await ended).toBe(7)
    expect(out()).toBe(`electron ${root}/ ${process.getuid?.() === 0 ? '--no-sandbox ' : ''}--workspace /w\n`)
  })

  it.each(['SIGINT', 'SIGHUP'] as const)('forwards %s to Electron once, even if a terminal sends it to all', async (signal) => {
    const root = copyProject()
    // It counts signals; a second one of a kind would kill Electron, which responds to the first one by storing its
    // state.
    writeFileSync(join(root, 'electron.cjs'), `
      let count = 0
      const end = () => { console.error(count + ' signal'); process.exit(0) }
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
        process.on(signal, () => count++ === 0 && setTimeout(end, 300))
      console.log('is ready at')
      setInterval(() => {}, 1000)`)
    const { child, err, ended, ready } = run({
      root,
      command: process.execPath,
      args: ['scripts/start.mjs'],
      env: installElectron(root, `exec "${process.execPath}" "${join(root, 'electron.cjs')}"`),
      ownGroup: true,
    })
    await ready
    process.kill(-child.pid!, signal)
    expect(await ended).toBe(0)
    expect(err()).toBe('1 signal\n')
  })

  it('explains in one line how to fix Electron\'s sandbox, and opens a browser instead', async () => {
    const root = copyProject()
    const env = { ...installElectron(root, ''), ELECTRON_OVERRIDE_DIST_PATH: double, ELECTRON_DOUBLE_SANDBOX_FAILS: '1' }
    const { child, out, err, ended, ready } = start(root, ['--no-open', '--workspace', '/w'], env)
    await ready
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(out()).toBe('Parley is ready at http://127.0.0.1:1/#token=t\n')
    const [chromium, line, ...rest] = err().split('\n')
    expect(chromium).toContain('SUID sandbox helper')
    expect(line).toContain('Parley opens in a browser instead')
    const helper = `"${join(double, 'chrome-sandbox')}"`
    expect(line).toContain(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`)
    expect(rest).toEqual(['flags --no-open --workspace /w', 'host ends', ''])
  })

  it('reports in one line that Electron is missing, opens a browser window, and exits with it', async () => {
    const root = copyProject()
    const browser = writeProgram(root, 'browser', `echo "$@" > "${root}/shown"; sleep 1`)
    const { err, ended } = start(root, [], { DISPLAY: ':0', BROWSER_PATH: browser })
    expect(await ended).toBe(0)
    expect(
      err()
        .split('\n')
        .filter(line => line.includes('Electron')),
    ).toEqual(['Electron is not here (the package "electron" is not installed): Parley opens in a browser instead.'])
    expect(err()).toContain('host ends')
    // Every user of this machine can read command lines: the token goes another way.
    const shown = readFileSync(join(root, 'shown'), 'utf8')
    expect(shown).toContain('--app=http://127.0.0.1:1/ ')
    expect(shown).not.toContain('token')
  })

  it('navigates the window to the whole address over a pipe', async () => {
    const root = copyProject()
    const browser = writeProgram(root, 'browser', `exec "${process.execPath}" "${join(root, 'browser.cjs')}"`)
    // A minimal browser for the pipe: one window, which reports its navigation.
    writeFileSync(
      join(root, 'browser.cjs'),
      `
      const { createReadStream, createWriteStream, writeFileSync } = require('node:fs')
      const out = createWriteStream('', { fd: 4 })
      const tell = message => out.write(JSON.stringify(message) + '\\0')
      let rest = ''
      createReadStream('', { fd: 3, encoding: 'utf8' }).on('data', piece => {
        const messages = (rest + piece).split('\\0')
        rest = messages.pop()
        for (const text of messages) {
          const { id, method, sessionId, params } = JSON.parse(text)
          tell({ id, result: {} })
          const targetInfo = { targetId: 'w', type: 'page', url: 'http://127.0.0.1:1/' }
          if (method === 'Target.setDiscoverTargets') tell({ method: 'Target.targetCreated', params: { targetInfo } })
          if (method === 'Target.attachToTarget') tell({ method: 'Target.attachedToTarget', params: { sessionId: 's' } })
          if (method !== 'Page.navigate') continue
          writeFileSync(${JSON.stringify(join(root, 'led'))}, sessionId + ' ' + params.url)
          process.exit(0)
        }
      })`,
    )
    const { ended } = start(root, [], { DISPLAY: ':0', BROWSER_PATH: browser })
    expect(await ended).toBe(0)
    expect(readFileSync(join(root, 'led'), 'utf8')).toBe('s http://127.0.0.1:1/#token=t')
  })

  it('keeps the host running if the browser does not start', async () => {
    const root = copyProject()
    const { child, err, ended, ready } = start(root, ['--web'], { DISPLAY: ':0', BROWSER_PATH: writeProgram(root, 'browser', 'exit 1') })
    await ready
    await expect.poll(err).toContain('did not start: open the address above')
    expect(err()).not.toContain('host ends')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('does not look for Electron or a browser without a display', async () => {
    const root = copyProject()
    const { child, err, ended, ready } = start(root, [])
    await ready
    child.kill('SIGTERM')
    await ended
    if (process.platform === 'linux')
      expect(err()).toContain('There is no display here: open the address below')
  })
})
