import type { Platform } from '../host/platform'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { HostError } from '../../shared/errors'
import { parseCommandLine, type StartOptions } from '../shell/commandLine'
import { resolveDataFolder } from '../shell/dataFolder'
import { claimInstance, type Instance } from '../shell/instance'
import { createHostOptions, reportToStderr, startFailure, startFolder } from '../shell/shellHost'
import { waitUntilUnused } from './idleExit'
import { waitForStop } from './launcher'
import { startWebServer } from './webServer'

/** Time limit for shutdown: agents can exit within this time, then the process exits anyway. */
const shutdownLimitMs = 8_000
/** The ABI for which better-sqlite3 is built. It crashes an older Node without a message. */
const neededNodeApi = 10

process.exitCode = await main()
// Handles of a native module would keep the process alive.
process.exit()

async function main(): Promise<number> {
  if (Number(process.versions.napi) < neededNodeApi) {
    printError(
      `Parley needs Node 22.14 or newer; this is ${process.version}. `
      + `On Linux "npm start" includes one; elsewhere install it from nodejs.org.`,
    )
    return 1
  }
  const commandLine = parseCommandLine(process.argv.slice(2), startFolder())
  switch (commandLine.kind) {
    case 'help':
      process.stdout.write(`${commandLine.text}\n`)
      return 0
    case 'wrong':
      printError(commandLine.text)
      return 2
    case 'start': {
      const { options } = commandLine
      let dataFolder = ''
      try {
        dataFolder = resolveDataFolder(options)
        return await start(options, dataFolder)
      }
      catch (error) {
        printError(startFailure(error, { dataFolder, port: options.port }))
        return 1
      }
    }
  }
}

async function start(options: StartOptions, dataFolder: string): Promise<number> {
  let exitCode = 0
  const stop = waitForStop({
    onBug: (error) => {
      exitCode = 1
      reportToStderr(error)
    },
  })
  stop.then(() => setTimeout(() => {
    printError('Parley took too long to end and was cut short.')
    process.exit(1)
  }, shutdownLimitMs).unref(), reportToStderr)

  const claim = await claimInstance(dataFolder, { wanted: options })
  if (claim.kind === 'running') {
    process.stdout.write(`${claim.line}\n`)
    return 0
  }
  await serve({ options, dataFolder, instance: claim.instance, stop })
  return exitCode
}

async function serve({ options, dataFolder, instance, stop }: {
  options: StartOptions
  dataFolder: string
  instance: Instance
  stop: Promise<void>
}): Promise<void> {
  // Imported late, because its native modules must not be loaded before the Node version is checked.
  const { openHost } = await import('../host/host')
  const host = await openHost(createHostOptions({
    dataFolder,
    // The window of `npm start` has a temporary profile.
    platform: createWebPlatform({ isAddressKept: options.port !== 0 && !options.open }),
    version,
    demoAgentPath: join(import.meta.dirname, 'demoAgent.js'),
    ledgerPath: join(import.meta.dirname, 'ledger.js'),
    start: options,
  }))
  try {
    const server = await startWebServer({
      rendererFolder: join(import.meta.dirname, '../renderer'),
      port: options.port,
      connect: channel => host.connect(channel),
    })
    try {
      const line = `Parley is ready at ${server.url}`
      instance.publish({
        line,
        report: reportToStderr,
        onSecondStart: ({ workspace: folder, agent }) =>
          (folder ?? agent) === undefined ? undefined : host.askForNewThread({ agent, folder }),
      })
      process.stdout.write(`${line}\n`)
      await Promise.race([stop, waitUntilUnused({ limitMs: options.idleExitMs, isInUse: () => host.isInUse })])
    }
    finally {
      instance.unpublish()
      await server.close()
    }
  }
  finally {
    await host.dispose()
  }
}

function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** The browser is the person's own: it opens links itself, and its folder dialog returns no path. */
function createWebPlatform({ isAddressKept }: Required<Pick<Platform, 'isAddressKept'>>): Platform {
  return {
    shell: 'web',
    isAddressKept,
    openExternal: () =>
      Promise.reject(new HostError('unsupported', 'Here the browser opens links itself: click the link in the page.')),
  }
}
