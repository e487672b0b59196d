import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { lightBrowser } from '../support/browserSwitches'
import { wordCount } from './bridgeMessages'
import { median } from './median'
import { pageScript } from './pageScript'
import { benchRow, type BenchRow } from './row'

const root = join(import.meta.dirname, '../..')

/** Measures messages from the host's channel to the window's, against a bare WebSocket with the same JSON. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bridge-'))
  const script = join(folder, 'page.js')
  writeFileSync(script, await pageScript('bridgePage.ts'))
  const server = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'test/bench/bridgeServer.ts', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let browser: ChildProcess | undefined
  try {
    const lines = createInterface(server.stdout)
    const [port] = await once(lines, 'line') as [string]
    browser = openPage(`http://127.0.0.1:${port}/#token=any`, join(folder, 'profile'))
    const [line] = await once(lines, 'line') as [string]
    const measured = JSON.parse(line) as Record<'single' | 'joined' | 'bare', number[]> // of bridgePage.ts
    const wordsPerSecond = (times: readonly number[]): number => wordCount / median(times.slice(1)) * 1000
    const bare = wordsPerSecond(measured.bare)
    const row = (name: string, times: readonly number[], target: string): BenchRow => {
      const value = wordsPerSecond(times)
      return benchRow({ area: 'bridge', name, value, unit: 'words/s', reference: bare, ratio: value / bare, target })
    }
    return [
      row('a message for each word, from the host to the window, against a bare WebSocket', measured.single, '>= 0.8x'),
      row('… with the words of 50 ms joined, as the host sends them', measured.joined, '>= 5x'),
    ]
  }
  finally {
    if (browser && browser.exitCode === null) {
      browser.kill()
      await once(browser, 'exit')
    }
    server.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts a browser without a driver. */
function openPage(address: string, profile: string): ChildProcess {
  const switches = ['--headless', '--no-sandbox', '--no-first-run', `--user-data-dir=${profile}`, lightBrowser]
  return spawn(findBrowser()!, [...switches, address], { stdio: 'ignore' })
}
