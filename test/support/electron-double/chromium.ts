import type { Readable, Writable } from 'node:stream'
import { type ChildProcess, spawn } from 'node:child_process'
import { findBrowser } from '../../../scripts/findBrowser.mjs'
import { lightBrowser } from '../browserSwitches.ts'
import { Devtools } from './devtools.ts'

/** The browser that shows the windows. */
export interface Chromium {
  readonly devtools: Devtools
  /** The address at which the test runner can connect DevTools. */
  readonly url: string
  /** Settles when the process has ended. */
  readonly ended: Promise<void>
}

/** `profile` is the folder of the app's session data. It is kept, as in Electron. */
export async function startChromium({ switches, profile }: { switches: ReadonlyMap<string, string>, profile: string }): Promise<Chromium> {
  const child = spawn(browserPath(), [...ownSwitches(profile), ...appSwitches(switches), lightBrowser], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  process.on('exit', () => child.kill('SIGKILL'))
  // 'pipe' above makes them streams
  const devtools = new Devtools({ output: child.stdio[3] as Writable, input: child.stdio[4] as Readable })
  return { devtools, url: await devtoolsUrl(child), ended }
}

function ownSwitches(profile: string): string[] {
  const isHeadless = process.env.DISPLAY === undefined && process.env.WAYLAND_DISPLAY === undefined
  return [
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--test-type',
    '--disable-infobars',
    '--hide-crash-restore-bubble',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--disable-search-engine-choice-screen',
    // Chromium refuses to run as root inside its sandbox.
    ...(process.getuid?.() === 0 || process.argv.includes('--no-sandbox') ? ['--no-sandbox'] : []),
    ...(isHeadless ? ['--headless=new'] : []),
  ]
}

function appSwitches(switches: ReadonlyMap<string, string>): string[] {
  return [...switches]
    .filter(([name]) => !['remote-debugging-port', 'user-data-dir'].includes(name))
    .map(([name, value]) => value === '' ? `--${name}` : `--${name}=${value}`)
}

function devtoolsUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-100_000)
      const url = /^DevTools listening on (ws:\/\/\S+)$/m.exec(text)?.[1]
      if (url !== undefined)
        resolve(url)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`Chromium ended with ${code}: ${text.slice(-800)}`)))
  })
}

function browserPath(): string {
  const path = findBrowser()
  if (path === undefined)
    throw new Error('electron-double: no Chromium, Chrome or Edge was found; install one or name it in BROWSER_PATH')
  return path
}
