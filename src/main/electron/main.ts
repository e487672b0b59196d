import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { type Host, openHost } from '../host/host'
import { parseCommandLine, type StartOptions } from '../shell/commandLine'
import { dataFolderOf, makeDataFolder } from '../shell/dataFolder'
import { claimInstance } from '../shell/instance'
import { watchSecondStarts } from '../shell/secondStart'
import { isFromTerminal, reportToStderr, shellHostOptions } from '../shell/shellHost'
import { startFailure } from '../shell/startFailure'
import { startFolder } from '../shell/startFolder'
import { desktopPlatform } from './desktopPlatform'
import { setMenu } from './menu'
import { ownArguments } from './ownArguments'
import { registerAppScheme, serveApp } from './page/appProtocol'
import { appUrl, isAppUrl } from './page/appUrl'
import { serveContents } from './page/ipcChannel'
import { lockSession } from './page/lockdown'
import { disposeOnQuit } from './quit'
import { keepWindow } from './window'

/** What a second start prints while the desktop app runs. */
const openLine = 'Parley is open as a desktop app.'

/** The desktop app, from its command line to its window. */
const commandLine = parseCommandLine(ownArguments(process.argv, { isPackaged: app.isPackaged }), startFolder())
if (commandLine.kind === 'help') {
  process.stdout.write(`${commandLine.text}\n`)
  app.exit(0)
}
else if (commandLine.kind === 'wrong') {
  process.stderr.write(`${commandLine.text}\n`)
  app.exit(2)
}
else {
  start(commandLine.options)
}

function start(options: StartOptions): void {
  let dataFolder = ''
  const giveUp = (error: unknown): void => {
    dialog.showErrorBox('Parley cannot start', startFailure(error, { dataFolder }))
    app.exit(1)
  }
  try {
    dataFolder = dataFolderOf(options)
    makeDataFolder(dataFolder)
    accessSync(dataFolder, constants.W_OK) // without this, Electron's lock fails below as if another Parley had it
  }
  catch (error) {
    return giveUp(error)
  }
  // Electron's lock belongs to this folder, so there is one Parley for each; what Chromium keeps stays apart from what Parley keeps.
  app.setPath('userData', dataFolder)
  app.setPath('sessionData', join(dataFolder, 'chromium'))
  if (!app.requestSingleInstanceLock()) {
    process.stdout.write(`${openLine}\n`)
    return app.quit() // Electron has notified the first one, which shows its window
  }
  registerAppScheme()
  app.enableSandbox()
  app.whenReady().then(() => run(options, dataFolder)).catch(giveUp)
}

async function run(options: StartOptions, dataFolder: string): Promise<void> {
  const here = import.meta.dirname
  lockSession(session.defaultSession, isAppUrl)
  // Electron's lock knows desktops only; this folder may already be served to a browser.
  const claim = await claimInstance(dataFolder)
  if (claim.kind === 'running')
    return giveWay(claim.line, dataFolder)
  const [host] = await Promise.all([
    openHost(shellHostOptions({
      dataFolder,
      platform: desktopPlatform(),
      version: app.getVersion(),
      // Packaged, it is a file beside the archive: the agent runs as a program of its own.
      demoAgentPath: app.isPackaged ? join(process.resourcesPath, 'demoAgent', 'demoAgent.js') : join(here, 'demoAgent.js'),
      ledgerPath: join(here, 'ledger.js'),
      start: options,
    })),
    serveApp(join(here, '../renderer')),
  ])
  // From here on Electron takes a file named *.asar, in a workspace, for a file; it also reads no more from Parley's own archive: what is
  // loaded late, as addons, is loaded by the modules that need it when they are imported.
  process.noAsar = true

  disposeOnQuit({
    dispose: async () => {
      await host.dispose()
      await claim.instance.release()
    },
  })
  showMenu(host)
  const showWindow = keepWindow({
    url: appUrl,
    isAppUrl,
    preloadPath: join(here, '../preload/index.cjs'),
    dataFolder,
    prepare: window => serveContents({ contents: window.webContents, isAppUrl, connect: channel => host.connect(channel) }),
  })
  watchSecondStarts(dataFolder, { onWake: showWindow, report: reportToStderr })
  await claim.instance.publish(openLine, { wakes: true })
}

/** Ends this start, because Parley is open in a browser on the same data folder. A person without a terminal gets a dialog instead. */
function giveWay(line: string, dataFolder: string): void {
  process.stdout.write(`${line}\n`)
  if (!isFromTerminal())
    dialog.showErrorBox('Parley is open in a browser', `It uses the same data folder, ${dataFolder}. Close it there first.\n\n${line}`)
  app.exit(0)
}

function showMenu(host: Host): void {
  const show = (): void =>
    setMenu({ agents: host.listAgents(), isPackaged: app.isPackaged, newThread: agentId => host.askForNewThread(agentId) })
  show()
  host.onAgentsChanged(show)
}
