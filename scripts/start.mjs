// npm start: builds outdated files, then opens Parley as a desktop app or, without Electron, in a browser window. All
// flags are passed to the host; `--web` and `--no-open` are also used here. Only the host writes to stdout.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './buildWhenStale.mjs'
import { findBrowser } from './findBrowser.mjs'
import { findElectron } from './findElectron.mjs'
import { openWindow } from './openWindow.mjs'
import { watchLauncher } from './watchLauncher.mjs'
import { whyElectronDied } from './whyElectronDied.mjs'

/** If Electron exits before this time, it could not start. */
const startedAfterMs = 5_000

// Agents that run on Electron's Node inherit this variable. With it, Electron would run as Node.
delete process.env.ELECTRON_RUN_AS_NODE

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = process.argv.slice(2)
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

const node = findNode()
if (node === undefined)
  fail(`Parley needs Node 22.14 or newer; this is ${process.versions.node}. Run "npm ci" again, or install a newer Node.`)
if (!existsSync(join(root, 'node_modules', 'electron-vite')))
  fail('Parley\'s packages are not installed. Run "npm ci" first.')
if (!await buildWhenStale({ root, node }))
  fail('Parley could not be built; see the reason above.')

const electron = await chooseElectron()
if (electron !== undefined)
  runDesktop(electron)
else
  runWeb()

/** The bundled Node, for machines with a Node that is too old for SQLite's binary. */
function findNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'linux' && existsSync(bundled))
    return bundled
  return Number(process.versions.napi) >= 10 ? process.execPath : undefined
}

/** Returns Electron's path, or prints why Parley opens in a browser and returns `undefined`. */
async function chooseElectron() {
  if (flags.includes('--web'))
    return undefined
  // An Electron given by this variable may not need a display.
  if (!hasDisplay && !process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    return undefined // reported with the address
  }
  const found = await findElectron(node)
  if ('path' in found)
    return found.path
  console.error(`Electron is not here (${found.why}): Parley opens in a browser instead.`)
  return undefined
}

function runDesktop(electron) {
  const sandbox = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [] // Chromium's rule for root
  const startedAt = Date.now()
  const child = spawn(electron, [root, ...sandbox, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // In its own group, so that it receives a terminal's signals only once, from here. On Windows it would get a
    // separate console.
    detached: process.platform !== 'win32',
  })
  follow(child, (code, signal) => {
    const why = Date.now() - startedAt < startedAfterMs ? whyElectronDied({ electron, code, signal }) : undefined
    if (why === undefined)
      return false
    console.error(why)
    runWeb()
    return true
  })
}

function runWeb() {
  follow(spawn(node, [join(root, 'out', 'main', 'web.js'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] }))
}

/**
 * Forwards the output of `child` and opens the address in it. The desktop app also prints an address if a Parley in a
 * browser owns the data folder. `replace` is called if `child` exits on its own, and returns whether something else runs
 * instead.
 */
function follow(child, replace) {
  let closeWindow
  let printed = ''
  child.stdout.on('data', (data) => {
    if (!hasDisplay && !flags.includes('--no-open') && /^Parley is ready/m.test(String(data)))
      console.error('There is no display here: open the address below in a browser on this machine.')
    process.stdout.write(data)
    if (closeWindow !== undefined || flags.includes('--no-open') || !hasDisplay)
      return
    printed += data
    const url = /^Parley is ready at (\S+)$/m.exec(printed)?.[1]
    if (url !== undefined)
      closeWindow = open(url, child)
  })
  run(child, { atEnd: () => closeWindow?.(), replace })
}

function open(url, child) {
  const browser = findBrowser()
  if (browser === undefined) {
    console.error('No Chromium, Chrome or Edge was found: open the address above in a browser.')
    return () => undefined
  }
  return openWindow({
    browser,
    url,
    onClosed: () => child.kill('SIGTERM'),
    onFailed: () => console.error(`${browser} did not start: open the address above in a browser.`),
  })
}

/** Forwards the first signal to `child`, and exits with its exit code. */
function run(child, { atEnd, replace = () => false }) {
  let isStopping = false
  let hasEnded = false
  const stop = (signal) => {
    if (hasEnded)
      atEnd()
    else if (!isStopping)
      child.kill(signal) // only once: a second one would kill Electron while it stores its state
    isStopping = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => stop(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'))
  watchLauncher(() => stop('SIGTERM'))
  child.on('error', error => fail(`Parley could not be started: ${error.message}`))
  child.on('close', (code, signal) => {
    hasEnded = true
    if (!isStopping && replace(code, signal))
      return
    // A host that exits successfully has handed over to a running one, which the window shows and keeps showing.
    if (isStopping || code !== 0)
      atEnd()
    // If the forwarded signal ended it before it could handle the signal, that was requested.
    process.exitCode = code ?? (isStopping ? 0 : 1)
    if (signal !== null && !isStopping)
      console.error(`Parley was ended by ${signal}.`)
  })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
