import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { type Host, openHost } from '../host/host'
import { parseCommandLine, type StartOptions } from '../shell/commandLine'
import { defaultDataFolder } from '../shell/dataFolder'
import { claimInstance } from '../shell/instance'
import { isFromTerminal } from '../shell/isFromTerminal'
import { registryAddress } from '../shell/registryAddress'
import { reportLine } from '../shell/reportLine'
import { startFailure } from '../shell/startFailure'
import { desktopPlatform } from './desktopPlatform'
import { setMenu } from './menu'
import { ownArguments } from './ownArguments'
import { registerAppScheme, serveApp } from './page/appProtocol'
import { appUrl, isAppUrl } from './page/appUrl'
import { serveContents } from './page/ipcChannel'
import { lockSession } from './page/lockdown'
import { disposeOnQuit } from './quit'
import { keepWindow } from './window'

/** The desktop app, from its command line to its window. */
const commandLine = parseCommandLine(
  ownArguments(process.argv, { isPackaged: app.isPackaged }),
  process.env.INIT_CWD ?? process.cwd(), // npm runs its scripts in the package's folder and tells where the person was
)
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
  const dataFolder = options.dataFolder ?? defaultDataFolder({ platform: process.platform, env: process.env, home: homedir() })
  const giveUp = (error: unknown): void => {
    dialog.showErrorBox('Parley cannot start', startFailure(error, { dataFolder }))
    app.exit(1)
  }
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    accessSync(dataFolder, constants.W_OK) // else Electron's lock fails below, as if another Parley had it
  }
  catch (error) {
    return giveUp(error)
  }
  // Electron's lock belongs to this folder, so there is one Parley for each; what Chromium keeps stays apart from what Parley keeps.
  app.setPath('userData', dataFolder)
  app.setPath('sessionData', join(dataFolder, 'chromium'))
  if (!app.requestSingleInstanceLock())
    return app.quit() // the first one has heard of us and shows its window
  registerAppScheme()
  app.enableSandbox()
  app.whenReady().then(() => run(options, dataFolder)).catch(giveUp)
}

async function run(options: StartOptions, dataFolder: string): Promise<void> {
  const here = import.meta.dirname
  lockSession(session.defaultSession, isAppUrl)
  // Electron's lock knows desktops only; a browser's Parley may serve this folder already.
  const claim = await claimInstance(dataFolder)
  if (claim.kind === 'running') {
    dialog.showErrorBox(
      'Parley is open in a browser',
      `It uses the same data folder, ${dataFolder}. Close it there first.\n\n${claim.line}`,
    )
    return app.exit(0)
  }
  const [host] = await Promise.all([
    openHost({
      dataFolder,
      platform: desktopPlatform(),
      version: app.getVersion(),
      preselect: { agent: options.agent, folder: options.workspace },
      // Packaged, it lies beside the archive: the agent runs as a program of its own.
      demoAgentPath: app.isPackaged ? join(process.resourcesPath, 'demoAgent', 'demoAgent.js') : join(here, 'demoAgent.js'),
      environment: process.env,
      askShell: !isFromTerminal(process.env),
      report: (error, context) => process.stderr.write(`${reportLine(error, context)}\n`),
      registryAddress: registryAddress(process.env),
      traceFolder: process.env.HOST_TRACE || undefined,
    }),
    serveApp(join(here, '../renderer')),
  ])
  // All of the app's own files are read. From here on a file named *.asar in a workspace is a file, not a folder.
  process.noAsar = true

  await claim.instance.publish('Parley is open as a desktop app.')
  disposeOnQuit({
    dispose: async () => {
      await host.dispose()
      await claim.instance.release()
    },
  })
  showMenu(host)
  keepWindow({
    url: appUrl,
    isOurs: isAppUrl,
    preloadPath: join(here, '../preload/index.cjs'),
    dataFolder,
    prepare: window => serveContents({ contents: window.webContents, isOurs: isAppUrl, connect: channel => host.connect(channel) }),
  })
}

function showMenu(host: Host): void {
  const show = (): void =>
    setMenu({ agents: host.listAgents(), isPackaged: app.isPackaged, newThread: agentId => host.askForNewThread(agentId) })
  show()
  host.onAgentsChanged(show)
}
