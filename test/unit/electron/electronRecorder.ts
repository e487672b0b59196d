import type { BrowserWindowConstructorOptions } from 'electron'
import { EventEmitter } from 'node:events'

/** Replaces the module `electron`, as far as a window needs it, and records its arguments. */
export const app = new EventEmitter()
export const nativeTheme = { shouldUseDarkColors: false }
export const screen = { getAllDisplays: (): unknown[] => [] }
export const protocol = { registerSchemesAsPrivileged: (schemes: unknown[]) => recorded.schemes.push(...schemes) }
export const Menu = {}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents()
  readonly options: BrowserWindowConstructorOptions
  shown = 0
  isClosed = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    recorded.windows.push(this)
  }

  show(): void {
    this.shown++
  }

  isDestroyed(): boolean {
    return this.isClosed
  }

  loadURL(url: string): Promise<void> {
    recorded.loaded.push(url)
    return Promise.resolve()
  }
}

class Contents extends EventEmitter {
  openHandler: (details: object) => unknown = () => undefined

  setWindowOpenHandler(handler: (details: object) => unknown): void {
    this.openHandler = handler
  }
}

export const recorded = {
  windows: [] as BrowserWindow[],
  schemes: [] as unknown[],
  loaded: [] as string[],
}
