// Runs before the end-to-end tests. Finds a working browser, or installs one, and prints its path.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBrowser, playwrightBrowser } from './findBrowser.mjs'

const probeMs = 5_000
const downloadMs = 5 * 60_000
const aptLockTries = 60
const aptLockPauseMs = 5_000

const browser = checkBrowser(findBrowser()) ?? await installFromPlaywright() ?? await installFromDebian()
if (browser === undefined) {
  console.error(
    'The end-to-end tests need a browser. Install Chromium, Chrome or Edge (on Debian: apt-get install chromium), '
    + 'or set BROWSER_PATH to one.',
  )
  process.exit(1)
}
console.log(browser)

/** Returns the path if the browser starts. A downloaded one may lack system libraries. */
function checkBrowser(path) {
  // On Windows and macOS, `--version` would open a window. Browsers there lack no libraries.
  if (path === undefined || process.platform !== 'linux')
    return path
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0 ? path : undefined
}

async function installFromPlaywright() {
  const host = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? 'https://cdn.playwright.dev'
  try {
    await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(probeMs) })
  }
  catch {
    return undefined // unreachable: the installer would take minutes to find that out
  }
  console.error('There is no browser here: getting Playwright\'s Chromium…')
  const command = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  // Its progress goes to stderr, because stdout is for the path.
  spawnSync(process.execPath, [command, 'install', 'chromium'], { stdio: ['ignore', 2, 2], timeout: downloadMs })
  return checkBrowser(playwrightBrowser())
}

async function installFromDebian() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!existsSync('/etc/debian_version') || (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0))
    return undefined
  console.error('There is no browser here: installing Debian\'s chromium…')
  for (const args of [['update'], ['install', '-y', 'chromium']]) {
    if (!await runAptGet(asRoot, args))
      return undefined
  }
  return checkBrowser(findBrowser())
}

/** Runs apt-get, waiting while another program holds its lock. */
async function runAptGet(asRoot, args) {
  const [program, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', 'apt-get', '-q', ...args]
  for (let tries = 1; ; tries++) {
    const { status, stderr } = spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (status === 0)
      return true
    if (!/could not get lock|unable to (?:acquire|lock)/i.test(stderr) || tries === aptLockTries) {
      console.error(stderr.trim())
      return false
    }
    await pause(aptLockPauseMs)
  }
}
