import type { HostOptions } from '../host/host'
import type { StartOptions } from './commandLine'
import { tmpdir } from 'node:os'
import { join, parse, sep } from 'node:path'
import { errorMessage, getSystemCode, HostError } from '../../shared/errors'
import { getUserEnvironment } from '../system/environment/inheritedEnvironment'

const publicRegistry = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json'

/** Options that differ between the shells. */
interface ShellHostOptions extends Pick<HostOptions, 'dataFolder' | 'platform' | 'version' | 'demoAgentPath' | 'ledgerPath'> {
  readonly start: StartOptions
}

export function createHostOptions({ start, ...own }: ShellHostOptions): HostOptions {
  const { env } = process
  return {
    ...own,
    preselect: { agent: start.agent, folder: start.workspace },
    environment: getUserEnvironment(env),
    askShell: !isFromTerminal(),
    report: reportToStderr,
    registryAddress: getRegistryAddress(env),
    traceFolder: env.HOST_TRACE || undefined,
  }
}

/** Whether Parley was started from a terminal, and so already has the environment of the person's shell. */
export function isFromTerminal(): boolean {
  const { TERM: terminal } = process.env
  return terminal !== undefined && terminal !== 'dumb'
}

/** Writes an unhandled error to stderr, prefixed with its context. */
export function reportToStderr(error: unknown, context?: string): void {
  const text = error instanceof Error ? error.stack ?? error.message : String(error)
  process.stderr.write(`${context === undefined ? text : `${context}: ${text}`}\n`)
}

/** URL of the agent registry: the public one, or `PARLEY_REGISTRY`. An empty value disables it. */
function getRegistryAddress({ PARLEY_REGISTRY: address = publicRegistry }: NodeJS.ProcessEnv): string | undefined {
  return address.trim() === '' ? undefined : address
}

/** The folder in which the person started Parley; `undefined` if it was deleted. */
export function startFolder(): string | undefined {
  try {
    return process.env.INIT_CWD ?? process.cwd() // npm runs scripts in the package's folder and sets INIT_CWD
  }
  catch (error) {
    if (getSystemCode(error) !== 'ENOENT')
      throw error
    process.chdir(parse(process.execPath).root) // child processes need an existing working folder
    return undefined
  }
}

const moveAway = 'Move it away, or choose another data folder with --data-dir.'

/** Explains why Parley cannot start, and what to do. */
export function startFailure(error: unknown, { dataFolder, port }: { dataFolder: string, port?: number }): string {
  if (error instanceof HostError)
    return error.message
  const code = getSystemCode(error)
  if (error instanceof Error && 'port' in error && (code === 'EADDRINUSE' || code === 'EACCES'))
    return `Port ${port} is ${code === 'EACCES' ? 'not yours to use' : 'taken'}. Choose another one with --port, or leave that out.`
  if (error instanceof Error && 'syscall' in error && error.syscall === 'mkdtemp')
    return `The folder for temporary files, "${tmpdir()}", is not there or cannot be written. Correct or unset the variable TMPDIR.`
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      if (isBelow(error, dataFolder))
        return `Parley keeps a folder where a file stands${describePath(error)}. ${moveAway}`
      return `The data folder "${dataFolder}" is a file, or lies below one. Choose a folder with --data-dir.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder "${dataFolder}" cannot be written. Change its permissions, or choose another one with --data-dir.`
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return `Parley keeps a file where a folder stands${describePath(error)}. ${moveAway}`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of the data folder "${dataFolder}" is full. Free some space, or choose a folder on another disk with --data-dir.`
    default:
      return `Parley could not start: ${errorMessage(error)}`
  }
}

function isBelow(error: unknown, folder: string): boolean {
  return error instanceof Error
    && 'path' in error
    && typeof error.path === 'string'
    && error.path.startsWith(join(folder, sep))
}

function describePath(error: unknown): string {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? `: "${error.path}"` : ''
}
