import type { BrowserWindowConstructorOptions, CustomScheme } from 'electron'
import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerAppScheme } from '../../../src/main/electron/page/appProtocol'
import { lockSession } from '../../../src/main/electron/page/lockdown'
import { keepWindow } from '../../../src/main/electron/window'
import { type BrowserWindow, recorded } from './electronRecorder'

/**
 * Electron's security checklist, item by item, on the values that Parley really hands to Electron: the module is a
 * recorder. What a running page sees of it is in test/e2e/desktop.
 */
vi.mock('electron', () => import('./electronRecorder'))

const root = join(import.meta.dirname, '../../..')
const shell = join(root, 'src/main/electron')
const shellFiles = readdirSync(shell, { recursive: true }).map(String).filter(name => name.endsWith('.ts')).map(name => join(shell, name))
const sources = [...shellFiles, join(root, 'src/preload/index.ts')].map(path => ({ path, text: readFileSync(path, 'utf8') }))
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> }

const url = 'app://parley/'
const isAppUrl = (other: string): boolean => other.startsWith(url)
const elsewhere = ['https://parley.invalid/', 'file:///etc/passwd', 'app://other/', 'javascript:alert(1)', 'data:text/html,x']

function findMentions(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path.slice(root.length + 1))
}

function getOpenedWindow(): { options: BrowserWindowConstructorOptions, contents: BrowserWindow['webContents'] } {
  const { options, webContents: contents } = recorded.windows.at(-1)!
  return { options, contents }
}

/** Whether `contents` prevents the default action of the event. */
function isPrevented(contents: EventEmitter, name: string, event: object): boolean {
  let isPrevented = false
  contents.emit(name, { ...event, preventDefault: () => isPrevented = true })
  return isPrevented
}

beforeEach(() => {
  keepWindow({
    url,
    isAppUrl,
    preloadPath: '/preload.cjs',
    dataFolder: mkdtempSync(join(tmpdir(), 'parley-checklist-')),
    quitting: { isDisposing: false, mayClose: () => true, end: () => undefined },
    prepare: () => undefined,
  })
})

describe('Electron\'s security checklist', () => {
  it('1, 18: loads only its own page, over its own scheme', () => {
    expect(recorded.loaded.at(-1)).toBe(url)
    expect(findMentions(/loadFile|file:\/\//)).toEqual([])
    registerAppScheme()
    // Not readable by other origins, no service workers, no way around the policy.
    expect(recorded.schemes.at(-1) as CustomScheme).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true },
    })
  })

  it('2, 3, 4, 6, 8-12: gives its page no rights: isolated, sandboxed, without Node, webviews or experiments', () => {
    expect(getOpenedWindow().options.webPreferences).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
    })
    expect(isPrevented(getOpenedWindow().contents, 'will-attach-webview', {})).toBe(true)
    expect(findMentions(/allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups/)).toEqual([])
    expect(findMentions(/app\.enableSandbox\(\)/)).toEqual(['src/main/electron/main.ts'])
    expect(findMentions(/new BrowserWindow\(/)).toEqual(['src/main/electron/window.ts'])
  })

  it('5: grants a page nothing but writing to the clipboard, and lets no request leave it', () => {
    type Answer = (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void
    const handlers: {
      request?: Answer
      check?: (contents: unknown, permission: string) => boolean
      device?: () => boolean
      before?: (details: { url: string }, answer: (response: { cancel: boolean }) => void) => void
    } = {}
    const session = Object.assign(new EventEmitter(), {
      setPermissionRequestHandler: (handler: Answer) => handlers.request = handler,
      setPermissionCheckHandler: (handler: (contents: unknown, permission: string) => boolean) => handlers.check = handler,
      setDevicePermissionHandler: (handler: () => boolean) => handlers.device = handler,
      webRequest: { onBeforeRequest: (handler: NonNullable<typeof handlers.before>) => handlers.before = handler },
    })
    lockSession(session as never, isAppUrl)
    const granted = [
      'media',
      'geolocation',
      'notifications',
      'midi',
      'pointerLock',
      'fullscreen',
      'openExternal',
      'clipboard-read',
      'display-capture',
      'hid',
      'serial',
      'usb',
      'fileSystem',
      'clipboard-sanitized-write',
    ].filter((permission) => {
      let isGranted = false
      handlers.request?.(undefined, permission, answer => (isGranted = answer))
      expect(handlers.check?.(undefined, permission)).toBe(isGranted)
      return isGranted
    })
    expect(granted).toEqual(['clipboard-sanitized-write'])
    expect(handlers.device?.()).toBe(false)
    expect(isPrevented(session, 'will-download', {})).toBe(true)
    for (const [asked, isCancelled] of [
      [url, false],
      ['data:image/png;base64,', false],
      ['https://parley.invalid/', true],
      ['file:///etc/passwd', true],
      ['ws://127.0.0.1:1/', true],
    ] as const)
      handlers.before?.({ url: asked }, ({ cancel }) => expect(cancel, asked).toBe(isCancelled))
  })

  it('13: lets neither its page nor a frame navigate elsewhere', () => {
    const { contents } = getOpenedWindow()
    for (const other of elsewhere) {
      expect(isPrevented(contents, 'will-navigate', { url: other }), other).toBe(true)
      expect(isPrevented(contents, 'will-frame-navigate', { url: other, isMainFrame: true }), other).toBe(true)
    }
    expect(isPrevented(contents, 'will-navigate', { url })).toBe(false)
    expect(isPrevented(contents, 'will-frame-navigate', { url, isMainFrame: false })).toBe(true)
    expect(isPrevented(contents, 'will-redirect', { url })).toBe(true)
  })

  it('14: opens no window for its page', () => {
    for (const other of [url, ...elsewhere])
      expect(getOpenedWindow().contents.openHandler({ url: other })).toEqual({ action: 'deny' })
  })

  it('15: passes addresses and files to the system in one place only', () => {
    expect(findMentions(/openExternal\(/).filter(path => path !== 'src/main/electron/desktopPlatform.ts')).toEqual([])
    // It opens nothing, and only gets files that the thread's guard has checked.
    expect(findMentions(/showItemInFolder\(/)).toEqual(['src/main/electron/desktopPlatform.ts'])
    expect(findMentions(/openPath|shell\.trashItem/)).toEqual([])
  })

  it('16: uses an Electron version without known holes in custom schemes', () => {
    // CVE-2026-70604, the newest that affects Parley, is fixed since 42.0.0.
    expect(Number(packageJson.devDependencies.electron?.split('.')[0])).toBeGreaterThanOrEqual(42)
  })

  it('17, 20: exposes its own functions to its page, never Electron\'s, and listens in one place', () => {
    expect(findMentions(/exposeInMainWorld/)).toEqual(['src/preload/index.ts'])
    expect(findMentions(/ipcMain|\.ipc\.(?:on|handle)/)).toEqual(['src/main/electron/page/ipcChannel.ts'])
    expect(sources.at(-1)?.text).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer/)
  })
  // 7, the policy, is in appRequest.test.ts; 17, the sender's check, in ipcChannel.test.ts;
  // 19, the fuses, in test/tools/pack/schema.test.ts.
})
