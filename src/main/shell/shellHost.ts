import type { HostOptions } from '../host/host'
import type { StartOptions } from './commandLine'
import { personsEnvironment } from '../system/environment/personsEnvironment'

const publicRegistry = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json'

/** What differs between the shells. */
export interface ShellHostOptions extends Pick<HostOptions, 'dataFolder' | 'platform' | 'version' | 'demoAgentPath' | 'ledgerPath'> {
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

/** The registry of agents: the public one, or the one that `PARLEY_REGISTRY` names. An empty name means that none is asked. */
function registryAddress({ PARLEY_REGISTRY: address = publicRegistry }: NodeJS.ProcessEnv): string | undefined {
  return address.trim() === '' ? undefined : address
}
