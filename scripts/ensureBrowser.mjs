// Run before the end-to-end tests: finds a browser that starts, or gets one; prints its path.
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

const browser = working(findBrowser()) ?? await fromPlaywright() ?? await fromDebian()
if (browser === undefined) {
  console.error(
    'The end-to-end tests need a browser. Install Chromium, Chrome or Edge (on Debian: apt-get install chromium), '
    + 'or set BROWSER_PATH to one.',
  )
  process.exit(1)
}
console.log(browser)

/** The path, if that browser starts: a downloaded one may lack system libraries. */
function working(path) {
  // On Windows and macOS the question for the version would open a window; there they come with all they need.
  if (path === undefined || process.platform !== 'linux')
    return path
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0 ? path : undefined
}

async function fromPlaywright() {
  const host = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? 'https://cdn.playwright.dev'
  try {
    await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(probeMs) })
  }
  catch {
    return undefined // out of reach: asking the installer would only take minutes to say the same
  }
  console.error('There is no browser here: getting Playwright\'s Chromium…')
  const command = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  // Its progress goes to stderr: stdout is for the path.
  spawnSync(process.execPath, [command, 'install', 'chromium'], { stdio: ['ignore', 2, 2], timeout: downloadMs })
  return working(playwrightBrowser())
}

async function fromDebian() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!existsSync('/etc/debian_version') || (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0))
    return undefined
  console.error('There is no browser here: installing Debian\'s chromium…')
  for (const args of [['update'], ['install', '-y', 'chromium']]) {
    if (!await aptGet(asRoot, args))
      return undefined
  }
  return working(findBrowser())
}

/** Runs apt-get, waiting while another program holds its lock. */
async function aptGet(asRoot, args) {
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
