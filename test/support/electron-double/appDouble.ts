import type Electron from 'electron'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { doubleOf, emitOn, eventOf } from './doubleOf.ts'
import { report } from './report.ts'
import { lockSingleInstance } from './singleInstance.ts'

/** The app's lifecycle: readiness, paths, quitting. */
export interface AppLife {
  readonly app: Electron.App
  readonly switches: ReadonlyMap<string, string>
  becomeReady: () => void
}

export function appDouble({ appPath, isPackaged, manifest, closeWindows, end }: {
  appPath: string
  isPackaged: boolean
  manifest: { readonly name: string, readonly productName?: string, readonly version: string }
  /** Closes every window like a person. Returns whether all have closed. */
  closeWindows: () => Promise<boolean>
  /** Ends the process and everything it started. */
  end: (exitCode: number) => void
}): AppLife {
  const switches = new Map<string, string>()
  const name = manifest.productName ?? manifest.name
  let badgeCount = 0
  const paths = new Map<string, string>([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['appData', join(homedir(), '.config')],
    ['userData', join(homedir(), '.config', name)],
    ['exe', process.execPath],
  ])
  let isReady = false
  let isQuitting = false
  let settleReady: (() => void) | undefined
  const ready = new Promise<void>(resolve => settleReady = resolve)

  const app: Electron.App = doubleOf<Electron.App>('app', {
    isPackaged,
    commandLine: doubleOf<Electron.CommandLine>('app.commandLine', {
      appendSwitch: (key, value = '') => void switches.set(key, value),
      hasSwitch: key => switches.has(key) || process.argv.some(argument => argument === `--${key}` || argument.startsWith(`--${key}=`)),
    }),
    whenReady: () => ready,
    isReady: () => isReady,
    getName: () => name,
    setName: () => undefined,
    getVersion: () => manifest.version,
    getAppPath: () => appPath,
    getPath: (key) => {
      const path = paths.get(key) ?? (key === 'sessionData' ? paths.get('userData') : undefined)
      if (path === undefined)
        throw new Error(`Failed to get '${key}' path`)
      return path
    },
    setPath: (key, path) => {
      mkdirSync(path, { recursive: true })
      paths.set(key, path)
    },
    enableSandbox: () => {
      if (isReady)
        throw new Error('app.enableSandbox() can only be called before app is ready')
    },
    setAppUserModelId: () => undefined,
    setBadgeCount: (count = 0) => {
      badgeCount = count
      return true
    },
    getBadgeCount: () => badgeCount,
    requestSingleInstanceLock: (additionalData) => {
      const release = lockSingleInstance({
        folder: app.getPath('userData'),
        start: { argv: process.argv, workingDirectory: process.cwd(), additionalData },
        onSecondStart: second => emitOn(app, 'second-instance', eventOf({}), second.argv, second.workingDirectory, second.additionalData),
      })
      if (release !== undefined)
        process.on('exit', release)
      return release !== undefined
    },
    focus: () => undefined,
    quit: () => {
      quit().catch(report)
    },
    exit: (exitCode = 0) => leave(exitCode),
  })
  return { app, switches, becomeReady }

  function becomeReady(): void {
    isReady = true
    emitOn(app, 'will-finish-launching')
    emitOn(app, 'ready', eventOf({}), {})
    settleReady?.()
  }

  /** Quits in Electron's order. Any step may be prevented. */
  async function quit(): Promise<void> {
    if (isQuitting)
      return
    isQuitting = true
    isQuitting = isNotPrevented('before-quit') && await closeWindows() && isNotPrevented('will-quit')
    if (isQuitting)
      leave(0)
  }

  function leave(exitCode: number): void {
    emitOn(app, 'quit', eventOf({}), exitCode)
    end(exitCode)
  }

  function isNotPrevented(name: 'before-quit' | 'will-quit'): boolean {
    const event = eventOf({})
    emitOn(app, name, event)
    return !event.defaultPrevented
  }
}
