import type { AddressInfo } from 'node:net'
import type { Distribution, InstallableAgent, InstallProgress } from '../../../src/shared/settings/installing'
import { readdir } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { Installer, type InstallerOptions } from '../../../src/main/install/installer'
import { findOnPath } from '../../../src/main/system/commandOnPath'
import { temporaryFolder } from '../../support/temporaryFolder'

export const platform = 'linux-x86_64'

export interface TestInstaller {
  readonly installer: Installer
  readonly folder: string
  readonly said: InstallProgress[]
  /** Everything below the folder, relative to it. */
  readonly files: () => Promise<string[]>
  /** Folders from which something is taken to run. */
  readonly inUse: Set<string>
}

/** An installer on a temporary folder; a test that leaves a fault fails. */
export async function openTestInstaller({
  environment = {},
  folder,
  ...options
}: { environment?: Record<string, string>, folder?: string } & Partial<
  Omit<InstallerOptions, 'environment' | 'folder'>
> = {}): Promise<TestInstaller> {
  const root = folder ?? (temporaryFolder('parley-agents-'))
  const said: InstallProgress[] = []
  const inUse = new Set<string>()
  const faults: unknown[] = []
  const wholeEnvironment = { ...process.env, ...environment }
  const installer = await Installer.open({
    folder: root,
    platform,
    environment: () => wholeEnvironment,
    findCommand: command => findOnPath({ command, environment: wholeEnvironment }),
    isInUse: folder => inUse.has(folder),
    onProgress: progress => said.push(progress),
    onChange: () => undefined,
    report: error => faults.push(error),
    ...options,
  })
  onTestFinished(async () => {
    await installer.dispose()
    if (faults.length > 0)
      throw new Error(`the installer reported: ${faults.map(String).join('; ')}`)
  })
  return { installer, folder: root, said, inUse, files: async () => (await readdir(root, { recursive: true })).sort() }
}

export function makeAgent(distribution: Distribution, version = '1.0.0'): InstallableAgent {
  return { id: 'tiny', name: 'Tiny', version, distribution }
}

type Route = Buffer | string | number | ((response: ServerResponse) => void)

/** A server on loopback for one test: bodies, statuses or handlers by path. Answers with its address. */
export async function serve(routes: Readonly<Record<string, Route>>): Promise<string> {
  const server = createServer((request, response) => {
    const route = routes[decodeURIComponent(request.url ?? '')] ?? 404
    if (typeof route === 'function')
      route(response)
    else if (typeof route === 'number')
      response.writeHead(route).end()
    else
      response.writeHead(200, { 'content-length': Buffer.byteLength(route) }).end(route)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An unreachable address. */
export async function findDeadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
