// Opens an address in a browser window that looks like an app.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { navigateWindow } from './navigateWindow.mjs'

/** A browser that exits with an error before this time counts as not opened. */
const openedAfterMs = 3_000

/**
 * Opens `url` with a separate profile, so that the process exits when the window is closed.
 * @param {{ browser: string, url: string, onClosed: () => void, onFailed: () => void }} options
 * @returns {() => void} Closes the window.
 */
export function openWindow({ browser, url, onClosed, onFailed }) {
  const profile = mkdtempSync(join(tmpdir(), 'parley-window-'))
  const startedAt = Date.now()
  const address = url.split('#', 1)[0]
  const child = spawn(
    browser,
    [
      `--app=${address}`,
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-sync',
      '--disable-background-networking',
      '--password-store=basic',
      '--window-size=1280,860',
      // As root, Chromium runs only without its sandbox. `--test-type` hides the warning about that.
      ...(process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox', '--test-type'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  navigateWindow({ browser: child, from: address, to: url })
  let isFinished = false
  const finish = (isFailure) => {
    if (isFinished)
      return
    isFinished = true
    removeProfile(profile)
    if (isFailure)
      onFailed()
    else
      onClosed()
  }
  child.on('error', () => finish(true))
  child.on('exit', code => finish(code !== 0 && Date.now() - startedAt < openedAfterMs))
  return () => {
    isFinished = true
    child.kill()
    // Its child processes may keep writing for a moment.
    child.once('exit', () => removeProfile(profile))
  }
}

function removeProfile(profile) {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
  catch (error) {
    console.error(`The browser's profile stays behind at ${profile}: ${error.message}`)
  }
}
