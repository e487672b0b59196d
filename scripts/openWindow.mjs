// Shows an address in a browser window that looks like an app's.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { navigateWindow } from './navigateWindow.mjs'

/** A browser that exits sooner, with an error, could not be opened. */
const openedAfterMs = 3_000

/**
 * Opens `url` with a profile of its own, so that the window's end is the process's end.
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
      // Chromium refuses to run as root with its sandbox; --test-type hides the bar that warns of it.
      ...(process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox', '--test-type'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  navigateWindow({ browser: child, from: address, to: url })
  let isOver = false
  const over = (isFailure) => {
    if (isOver)
      return
    isOver = true
    removeProfile(profile)
    if (isFailure)
      onFailed()
    else
      onClosed()
  }
  child.on('error', () => over(true))
  child.on('exit', code => over(code !== 0 && Date.now() - startedAt < openedAfterMs))
  return () => {
    isOver = true
    child.kill()
    // Its helpers may still be writing for a moment.
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
