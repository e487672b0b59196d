// npm start: builds what is stale, then opens Parley as a desktop app, or without Electron in a browser window.
// All flags are the host's; --web and --no-open are looked at here too. Only the host writes to stdout.
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

/** An Electron that exits sooner could not start. */
const startedAfterMs = 5_000

// Agents that run on Electron's Node inherit this, with which Electron would be Node, too.
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
  fail('Parley could not be built; the reason stands above.')

const electron = await electronToUse()
if (electron !== undefined)
  runDesktop(electron)
else
  runWeb()

/** The bundled Node, for machines whose own is too old for SQLite's binary. */
function findNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'linux' && existsSync(bundled))
    return bundled
  return Number(process.versions.napi) >= 10 ? process.execPath : undefined
}

/** Electron's path; `undefined`, and the reason said in one line, where the browser has to do. */
async function electronToUse() {
  if (flags.includes('--web'))
    return undefined
  // A given Electron may need no display.
  if (!hasDisplay && !process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    return undefined // said with the address
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
    // In its own group, so that it gets a terminal's signals once, from here. On Windows that would be a separate
    // console.
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
 * Passes on what `child` prints, and opens the address in it. A desktop app prints one too: where a browser's Parley
 * has the data folder. `replace` is asked when it ended unasked, and answers whether something else runs in its place.
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

/** Lives and ends with `child`: passes the first signal on to it, and its exit code back. */
function run(child, { atEnd, replace = () => false }) {
  let isStopping = false
  let hasEnded = false
  const stop = (signal) => {
    if (hasEnded)
      atEnd()
    else if (!isStopping)
      child.kill(signal) // once: the next one of a kind would kill Electron while it still stores its state
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
    // A host that exits successfully has handed over to a running one: the window shows that one, and stays.
    if (isStopping || code !== 0)
      atEnd()
    // Ended by the forwarded signal before it could handle it, as requested.
    process.exitCode = code ?? (isStopping ? 0 : 1)
    if (signal !== null && !isStopping)
      console.error(`Parley was ended by ${signal}.`)
  })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
