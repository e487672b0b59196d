import type { AgentTestResult } from '../../../shared/settings/settings'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { ShellEnvironment } from '../../system/environment/shellEnvironment'
import type { Launches } from '../../system/process/launches'
import type { Report } from '../../system/report'
import { homedir } from 'node:os'
import { errorMessage, HostError } from '../../../shared/errors'
import { AgentConnection } from '../../agents/agentConnection'
import { getErrorDetails } from '../../agents/agentErrors'
import { explainEnd, RunningTests } from '../runningTests'

/** Time limit of a test. npx may have to install a package first. */
const limitMs = 60_000
/** A test has no session for the agent to save. */
const deadlines = { initializeMs: limitMs, closeMs: 500, graceMs: 500 }

/** Agents have one or two. */
const maxSignIns = 10

/** An agent with its secrets filled in. */
export type ReadyAgent = Pick<AgentDefinition, 'name' | 'command' | 'args' | 'env' | 'address'>

interface AgentTestsOptions {
  readonly version: string
  readonly shellEnvironment: ShellEnvironment
  readonly launches: Launches
  readonly report: Report
}

/** Tests agents by starting or contacting them once and having them introduce themselves. */
export class AgentTests {
  readonly #options: AgentTestsOptions
  readonly #running = new RunningTests(limitMs)

  constructor(options: AgentTestsOptions) {
    this.#options = options
  }

  /** Resolves to the result once its processes have exited. */
  run(testId: string, agent: ReadyAgent): Promise<AgentTestResult> {
    return this.#running.run(testId, signal => this.#test(agent, signal))
  }

  cancel(testId: string): void {
    this.#running.cancel(testId)
  }

  dispose(): Promise<void> {
    return this.#running.dispose()
  }

  async #test(agent: ReadyAgent, signal: AbortSignal): Promise<AgentTestResult> {
    const { shellEnvironment, ...shared } = this.#options
    await Promise.all([shellEnvironment.ready(), shared.launches.reaped])
    if (signal.aborted)
      return { isRight: false, why: explainEnd(signal) }
    const connection = new AgentConnection({
      ...shared,
      agent: { agentId: 'agent-test', ...agent },
      folder: homedir(),
      environment: shellEnvironment.variables,
      deadlines,
    })
    const end = (): void => void connection.kill().catch(error => shared.report(error, 'ending a tested agent'))
    signal.addEventListener('abort', end, { once: true })
    try {
      await connection.ready
      const { agentInfo, authMethods } = connection
      return {
        isRight: true,
        name: agentInfo?.title ?? agentInfo?.name,
        version: agentInfo?.version,
        signIns: authMethods.map(({ name }) => name).slice(0, maxSignIns),
      }
    }
    catch (error) {
      if (signal.aborted)
        return { isRight: false, why: explainEnd(signal) }
      if (!(error instanceof HostError))
        throw error
      return { isRight: false, why: errorMessage(error), details: getErrorDetails(error) }
    }
    finally {
      signal.removeEventListener('abort', end)
      await connection.dispose()
    }
  }
}
