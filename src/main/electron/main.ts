import type { Preselect } from '../host/greeting'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { openHost } from '../host/host'
import { parseCommandLine, type StartOptions } from '../shell/commandLine'
import { resolveDataFolder } from '../shell/dataFolder'
import { claimInstance, type Instance } from '../shell/instance'
import { createHostOptions, isFromTerminal, reportToStderr, startFailure, startFolder } from '../shell/shellHost'
import { createDesktopPlatform } from './desktopPlatform'
import { setMenu } from './menu'
import { parseOwnArguments } from './ownArguments'
import { registerAppScheme, serveApp } from './page/appProtocol'
import { appUrl, isAppUrl } from './page/appUrl'
import { serveContents } from './page/ipcChannel'
import { lockSession } from './page/lockdown'
import { quitInOrder } from './quit'
import { keepWindow } from './window'

/** Printed by a second start while the desktop app runs. */
const openLine = 'Parley is open as a desktop app.'

// The reader of these pipes may close them at any time.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', () => undefined)

// Windows uses it to group the installed app's windows, shortcuts and notifications.
if (process.platform === 'win32' && app.isPackaged)
  app.setAppUserModelId('dev.parley.app')

/** Starts the desktop app, from its command line to its window. */
const args = parseOwnArguments(process.argv, { isPackaged: app.isPackaged })
const commandLine = parseCommandLine(args, startFolder())
if (commandLine.kind === 'help') {
  process.stdout.write(`${commandLine.text}\n`)
  app.exit(0)
}
else if (commandLine.kind === 'wrong') {
  process.stderr.write(`${commandLine.text}\n`)
  app.exit(2)
}
else if (commandLine.options.web) {
  await runWebShell()
}
else {
  await start(commandLine.options)
}

/** Runs the web shell on Electron's Node. It exits when this process exits. */
async function runWebShell(): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'web.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void child.kill(signal))
  const [exitCode] = await once(child, 'exit') as [number | null]
  app.exit(exitCode ?? 1)
}

/** Exits before the app is ready, or lets startup continue: Electron waits for this module. */
async function start(options: StartOptions): Promise<void> {
  let dataFolder = ''
  const fail = (error: unknown): void =>
    explainAndExit({ title: 'Parley cannot start', text: startFailure(error, { dataFolder }), exitCode: 1 })
  try {
    dataFolder = resolveDataFolder(options)
    // Keeps Chromium's data separate from Parley's.
    app.setPath('userData', dataFolder)
    app.setPath('sessionData', join(dataFolder, 'chromium'))
    registerAppScheme()
    app.enableSandbox()
    const claim = await claimInstance(dataFolder, { wanted: options })
    // The lock itself is not used. But if a desktop app is running, only Electron can give it the right to come to the
    // front.
    app.requestSingleInstanceLock()
    if (claim.kind === 'running')
      return giveWay(claim.line, dataFolder)
    app.whenReady().then(() => run({ options, dataFolder, instance: claim.instance })).catch(fail)
  }
  catch (error) {
    fail(error)
  }
}

async function run({ options, dataFolder, instance }: {
  options: StartOptions
  dataFolder: string
  instance: Instance
}): Promise<void> {
  const here = import.meta.dirname
  let showWindow = (): void => undefined
  lockSession(session.defaultSession, isAppUrl)
  const [host] = await Promise.all([
    openHost(createHostOptions({
      dataFolder,
      platform: createDesktopPlatform({ showWindow: () => showWindow() }),
      version: app.getVersion(),
      // When packaged, it is a file beside the archive, because the agent runs as a separate program.
      demoAgentPath: app.isPackaged
        ? join(process.resourcesPath, 'demoAgent', 'demoAgent.js')
        : join(here, 'demoAgent.js'),
      ledgerPath: join(here, 'ledger.js'),
      start: options,
    })),
    serveApp(join(here, '../renderer')),
  ])
  // After this, Electron treats *.asar files in a workspace as plain files. It also stops reading Parley's own archive,
  // so modules load their lazy parts, such as addons, at import.
  process.noAsar = true

  const quitting = quitInOrder({
    work: () => host.work,
    unpublish: () => instance.unpublish(),
    dispose: () => host.dispose(),
  })
  showWindow = keepWindow({
    url: appUrl,
    isAppUrl,
    preloadPath: join(here, '../preload/index.cjs'),
    dataFolder,
    quitting,
    prepare: window =>
      serveContents({ contents: window.webContents, isAppUrl, connect: channel => host.connect(channel) }),
  })
  const newThread = (wanted?: Preselect): void => {
    showWindow()
    host.askForNewThread(wanted)
  }
  const showMenu = (agents = host.listAgents()): void => setMenu({ agents, isPackaged: app.isPackaged, newThread })
  showMenu()
  host.onAgentsChanged(showMenu)
  instance.publish({
    line: openLine,
    report: reportToStderr,
    onSecondStart: ({ workspace: folder, agent }) =>
      (folder ?? agent) === undefined ? showWindow() : newThread({ agent, folder }),
  })
}

/**
 * Exits, because another instance owns the data folder. Without a terminal, a dialog tells the person where it is
 * running, unless that instance shows its window.
 */
function giveWay(line: string, dataFolder: string): void {
  process.stdout.write(`${line}\n`)
  if (line === openLine || isFromTerminal())
    return app.exit(0)
  const text = `It uses the same data folder, ${dataFolder}. Close it there first.\n\n${line}`
  explainAndExit({ title: 'Parley is open in a browser', text, exitCode: 0 })
}

/**
 * Exits without a window. Explains why in the terminal, or else in a dialog, which Linux can show only once the app is
 * ready.
 */
function explainAndExit({ title, text, exitCode }: { title: string, text: string, exitCode: number }): void {
  if (isFromTerminal()) {
    process.stderr.write(`${title}\n${text}\n`)
    return app.exit(exitCode)
  }
  if (!app.isReady()) // the default folder is used by Chromium of a running Parley
    app.setPath('sessionData', mkdtempSync(join(app.getPath('temp'), 'parley-')))
  app.whenReady().then(() => {
    dialog.showErrorBox(title, text)
    app.exit(exitCode)
  }).catch(reportToStderr)
}
