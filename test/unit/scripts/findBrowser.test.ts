import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findBrowser, findHeadlessBrowser, playwrightBrowser } from '../../../scripts/findBrowser.mjs'

function makeFolder(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of names) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

it('prefers the browser that the person specifies to any on PATH', () => {
  const folder = makeFolder('mine', 'chromium')
  expect(findBrowser({ BROWSER_PATH: join(folder, 'mine'), PATH: folder }, 'linux')).toBe(join(folder, 'mine'))
  expect(findBrowser({ BROWSER_PATH: join(folder, 'gone'), PATH: folder }, 'linux')).toBe(join(folder, 'chromium'))
})

it('prefers Chromium to Chrome to Edge, regardless of their order on PATH', () => {
  const [edge, chrome] = [makeFolder('microsoft-edge'), makeFolder('google-chrome')]
  expect(findBrowser({ PATH: `${edge}:${chrome}` }, 'linux')).toBe(join(chrome, 'google-chrome'))
})

it('falls back to Playwright\'s own browser if none is installed', () => {
  expect(findBrowser({ PATH: '' }, 'linux')).toBe(playwrightBrowser())
})

it('uses headless Chromium for pages that are never shown, unless the person specifies a browser', () => {
  const folder = makeFolder('mine', 'chromium', 'chromium-headless-shell')
  expect(findHeadlessBrowser({ PATH: folder }, 'linux')).toBe(join(folder, 'chromium-headless-shell'))
  expect(findHeadlessBrowser({ PATH: folder, BROWSER_PATH: join(folder, 'mine') }, 'linux')).toBe(join(folder, 'mine'))
  expect(findHeadlessBrowser({ PATH: makeFolder('chromium') }, 'linux')).toMatch(/chromium$/)
})
