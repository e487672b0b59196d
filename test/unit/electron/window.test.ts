import type { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepWindow } from '../../../src/main/electron/window'

/** Electron as far as one window needs it. */
const opened = vi.hoisted(() => ({ last: undefined as unknown }))

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class BrowserWindow extends EventEmitter {
    readonly webContents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => undefined })
    shown = 0
    isClosed = false
    constructor() {
      super()
      opened.last = this
    }

    show(): void {
      this.shown++
    }

    isDestroyed(): boolean {
      return this.isClosed
    }

    loadURL(): Promise<void> {
      return Promise.resolve()
    }
  }
  return { app: new EventEmitter(), BrowserWindow, nativeTheme: {}, screen: { getAllDisplays: () => [] } }
})

let folder: string
beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'parley-window-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

function openedWindow(): EventEmitter & { webContents: EventEmitter, shown: number, isClosed: boolean } {
  keepWindow({
    url: 'app://parley/',
    isAppUrl: () => true,
    preloadPath: '/preload.cjs',
    dataFolder: folder,
    quitting: { isDisposing: false, mayClose: () => true, end: () => undefined },
    prepare: () => undefined,
  })
  return opened.last as never // the class above
}

it('shows the window once its page is drawn', () => {
  const window = openedWindow()
  vi.advanceTimersByTime(9_000)
  expect(window.shown).toBe(0)
  window.emit('ready-to-show')
  vi.advanceTimersByTime(60_000)
  expect(window.shown).toBe(1)
})

it('shows it also where the page cannot be loaded, or is not drawn for long: nobody is left with an invisible Parley', () => {
  const failed = openedWindow()
  failed.webContents.emit('did-fail-load')
  expect(failed.shown).toBe(1)
  const slow = openedWindow()
  vi.advanceTimersByTime(10_000)
  expect(slow.shown).toBe(1)
  const closed = openedWindow()
  closed.isClosed = true
  vi.advanceTimersByTime(10_000)
  expect(closed.shown).toBe(0)
})
