import type { HostOptions } from '../host/host'
import type { StartOptions } from './commandLine'
import { parse } from 'node:path'
import { errorMessage, HostError, systemCode } from '../../shared/errors'
import { personsEnvironment } from '../system/environment/inheritedEnvironment'

const publicRegistry = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json'

/** What differs between the shells. */
interface ShellHostOptions extends Pick<HostOptions, 'dataFolder' | 'platform' | 'version' | 'demoAgentPath' | 'ledgerPath'> {
  readonly start: StartOptions
}

/** The options of the host that a shell opens. */
export function shellHostOptions({ start, ...own }: ShellHostOptions): HostOptions {
  const { env } = process
  return {
    ...own,
    preselect: { agent: start.agent, folder: start.workspace },
    environment: personsEnvironment(env),
    askShell: !isFromTerminal(),
    report: reportToStderr,
    registryAddress: registryAddress(env),
    traceFolder: env.HOST_TRACE || undefined,
  }
}

/** Whether Parley was started from a terminal, and so has the environment of the person's shell already. */
export function isFromTerminal(): boolean {
  const { TERM: terminal } = process.env
  return terminal !== undefined && terminal !== 'dumb'
}

/** Writes an error that nothing waits for to stderr: what was being done, then where the error came from. */
export function reportToStderr(error: unknown, context?: string): void {
  const words = error instanceof Error ? error.stack ?? error.message : String(error)
  process.stderr.write(`${context === undefined ? words : `${context}: ${words}`}\n`)
}

/**
 * The registry of agents: the public one, or the one that `PARLEY_REGISTRY` names. An empty name means that none is
 * asked.
 */
function registryAddress({ PARLEY_REGISTRY: address = publicRegistry }: NodeJS.ProcessEnv): string | undefined {
  return address.trim() === '' ? undefined : address
}

/**
 * Where the person was when they started Parley; `undefined` when that folder is gone, as one that was deleted under
 * their shell.
 */
export function startFolder(): string | undefined {
  try {
    return process.env.INIT_CWD ?? process.cwd() // npm runs its scripts in the package's folder; INIT_CWD is where the person was
  }
  catch (error) {
    if (systemCode(error) !== 'ENOENT')
      throw error
    process.chdir(parse(process.execPath).root) // what Parley starts has to be somewhere
    return undefined
  }
}

/** Why Parley does not start, in words that say what to do. */
export function startFailure(error: unknown, { dataFolder, port }: { dataFolder: string, port?: number }): string {
  if (error instanceof HostError)
    return error.message
  const code = systemCode(error)
  if (error instanceof Error && 'port' in error && (code === 'EADDRINUSE' || code === 'EACCES'))
    return `Port ${port} is ${code === 'EACCES' ? 'not yours to use' : 'taken'}. Choose another one with --port, or leave that out.`
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder "${dataFolder}" is a file, or lies below one. Choose a folder with --data-dir.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder "${dataFolder}" cannot be written. Change its permissions, or choose another one with --data-dir.`
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return `Parley keeps a file where a folder stands${pathIn(error)}. Move it away, or choose another data folder with --data-dir.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of the data folder "${dataFolder}" is full. Free some space, or choose a folder on another disk with --data-dir.`
    default:
      return `Parley could not start: ${errorMessage(error)}`
  }
}

function pathIn(error: unknown): string {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? `: "${error.path}"` : ''
}
