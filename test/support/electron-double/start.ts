import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startChromium } from './chromium.ts'
import { electronDouble } from './electronDouble.ts'
import { report } from './report.ts'

interface Manifest {
  readonly name: string
  readonly productName?: string
  readonly desktopName?: string
  readonly version: string
  readonly main: string
}

const { ELECTRON_DOUBLE_PROGRAM: program = '', ELECTRON_DOUBLE_RESOURCES: packed } = process.env
delete process.env.ELECTRON_DOUBLE_PROGRAM
delete process.env.ELECTRON_DOUBLE_RESOURCES
process.execPath = program

/** Electron's command line: `[-r FILE] [--inspect=0] APP [ARGUMENTS]`; a packed app's has no `APP`. */
const commandLine = process.argv.slice(2)
const required: string[] = []
let app = packed === undefined ? undefined : join(packed, 'app.asar')
for (let index = 0; index < commandLine.length && app === undefined; index++) {
  const argument = commandLine[index] ?? ''
  if (argument === '-r' || argument === '--require')
    required.push(resolve(commandLine[++index] ?? ''))
  else if (!argument.startsWith('-'))
    app = resolve(argument)
}
if (app === undefined)
  throw new Error('electron-double: no application folder was given')
console.error('electron-double: this is not Electron; its main process is Node, its windows are Chromium')

// npm requires these
const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as Manifest
const { electron, switches, sessionFolder, start } = electronDouble({ appPath: app, isPackaged: packed !== undefined, manifest })
process.argv = [program, ...commandLine]
process.env.CHROME_DESKTOP = `${manifest.desktopName ?? `${manifest.productName ?? manifest.name}.desktop`}`
Object.assign(process.versions, { electron: '0.0.0-double' })
Object.assign(process, { type: 'browser', defaultApp: packed === undefined || undefined, resourcesPath: packed ?? join(app, 'resources') })

Object.assign(globalThis, { [Symbol.for('electron-double')]: electron })
const moduleUrl = new URL('electron-double:electron').href
registerHooks({
  resolve: (specifier, context, next) =>
    ['electron', 'electron/main'].includes(specifier)
      ? { url: moduleUrl, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === moduleUrl ? { format: 'commonjs', source: moduleSource(Object.keys(electron)), shortCircuit: true } : next(url, context),
})

// As in Electron, an uncaught exception shows an error box and the app continues; a rejection is only printed.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1)
    electron.dialog?.showErrorBox('A JavaScript error occurred in the main process', error.stack ?? error.message)
})
process.on('unhandledRejection', error => console.error('UnhandledPromiseRejectionWarning:', error))

if (commandLine.some(argument => argument.startsWith('--inspect')))
  inspector.open(0, '127.0.0.1')
const require = createRequire(import.meta.url)
for (const file of required)
  require(file)

// As in Electron, the app is ready only after its main module has run.
await import(pathToFileURL(join(app, manifest.main)).href)
// Electron installs its signal handlers just before it is ready, replacing earlier ones, and handles each kind once:
// the next one kills.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.removeAllListeners(signal).once(signal, () => electron.app?.quit())
const chromium = await startChromium({ switches, profile: sessionFolder() })
chromium.ended.then(() => electron.app?.exit(1)).catch(report)
start(chromium)
console.error(`DevTools listening on ${chromium.url}`)

/** Source of a CommonJS module whose exports Node's lexer detects, so that both `require` and named imports work. */
function moduleSource(names: readonly string[]): string {
  return [`const electron = globalThis[Symbol.for('electron-double')]`, ...names.map(name => `exports.${name} = electron.${name}`)].join(
    '\n',
  )
}
