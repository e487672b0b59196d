import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepWindow } from '../../../src/main/electron/window'
import { type BrowserWindow, recorded } from './electronRecorder'

vi.mock('electron', () => import('./electronRecorder'))

let folder: string
beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'parley-window-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

function openWindow(): BrowserWindow {
  keepWindow({
    url: 'app://parley/',
    isAppUrl: () => true,
    preloadPath: '/preload.cjs',
    dataFolder: folder,
    quitting: { isDisposing: false, mayClose: () => true, end: () => undefined },
    prepare: () => undefined,
  })
  return recorded.windows.at(-1)!
}

it('shows the window once its page is drawn', () => {
  const window = openWindow()
  vi.advanceTimersByTime(9_000)
  expect(window.shown).toBe(0)
  window.emit('ready-to-show')
  vi.advanceTimersByTime(60_000)
  expect(window.shown).toBe(1)
})

it('shows the window even if its page cannot be loaded or takes long to draw', () => {
  const failed = openWindow()
  failed.webContents.emit('did-fail-load')
  expect(failed.shown).toBe(1)
  const slow = openWindow()
  vi.advanceTimersByTime(10_000)
  expect(slow.shown).toBe(1)
  const closed = openWindow()
  closed.isClosed = true
  vi.advanceTimersByTime(10_000)
  expect(closed.shown).toBe(0)
})
