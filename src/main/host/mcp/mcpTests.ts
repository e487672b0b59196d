import type { McpTestResult } from '../../../shared/settings/mcpServers'
import type { ShellEnvironment } from '../../system/environment/shellEnvironment'
import type { Launches } from '../../system/process/launches'
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { z } from 'zod'
import { HostError } from '../../../shared/errors'
import { safeParse } from '../../../shared/text/safeParse'
import { AgentProcess } from '../../agents/process/agentProcess'
import { expandHome, findOnPath } from '../../system/commandOnPath'
import { explainEnd, RunningTests } from '../runningTests'
import { HttpWire, McpError, type McpWire, StdioWire } from './mcpWire'

/** Maximum tools listed. */
const maxTools = 200
const maxPages = 20

const initialized = z.looseObject({
  serverInfo: z.looseObject({ name: z.string(), version: z.string().optional() }),
  capabilities: z.looseObject({ tools: z.unknown().optional() }).optional(),
})

const toolPage = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), description: z.string().optional() })),
  nextCursor: z.string().optional(),
})

/** A server with its secrets filled in. */
export type ReadyMcpServer
  = | {
    readonly type: 'stdio'
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  | { readonly type: 'http', readonly url: string, readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'sse' }

/** Time limit of a test. npx may have to install a package first. */
const limitMs = 60_000
const graceMs = 500
const maxStderr = 2_000

interface McpTestsOptions {
  readonly version: string
  readonly shellEnvironment: ShellEnvironment
  readonly launches: Launches
  /** For tests. */
  readonly limitMs?: number
}

/** Tests MCP servers by starting or contacting them once and requesting their names and tools. */
export class McpTests {
  readonly #options: McpTestsOptions
  readonly #running: RunningTests

  constructor(options: McpTestsOptions) {
    this.#options = options
    this.#running = new RunningTests(options.limitMs ?? limitMs)
  }

  /** Resolves to the result once its processes have exited. */
  run(testId: string, server: ReadyMcpServer): Promise<McpTestResult> {
    return this.#running.run(testId, signal => this.#test(server, signal))
  }

  cancel(testId: string): void {
    this.#running.cancel(testId)
  }

  dispose(): Promise<void> {
    return this.#running.dispose()
  }

  async #test(server: ReadyMcpServer, signal: AbortSignal): Promise<McpTestResult> {
    await this.#options.shellEnvironment.ready()
    switch (server.type) {
      case 'stdio':
        return this.#testCommand(server, signal)
      case 'http':
        return this.#testAddress(server, signal)
      case 'sse':
        return { isRight: false, why: 'Parley cannot test servers over SSE. Most that offer it take HTTP as well.' }
    }
  }

  async #testCommand(
    { command: typed, args, env }: ReadyMcpServer & { type: 'stdio' },
    signal: AbortSignal,
  ): Promise<McpTestResult> {
    const { shellEnvironment: { variables }, launches, version } = this.#options
    const command = findOnPath({ command: expandHome(typed, variables), environment: { ...variables, ...env } })
    if (command === undefined)
      return { isRight: false, why: `"${typed}" was not found. Install it, or give its full path.` }
    const process = new AgentProcess({
      agent: { agentId: 'mcp-test', name: typed, command, args, env },
      folder: homedir(),
      environment: variables,
      owner: randomUUID(),
      launches,
      onStderr: () => undefined, // the process keeps it
    })
    const wire = new StdioWire(process)
    try {
      return await getResult(
        askMcpServer(wire, version),
        signal,
        () => redactSecrets(process.stderrTail.slice(-maxStderr), env),
      )
    }
    finally {
      wire.close()
      await process.stop({ closeMs: graceMs, graceMs })
      await process.endLeftovers(graceMs)
    }
  }

  async #testAddress({ url, headers }: ReadyMcpServer & { type: 'http' }, signal: AbortSignal): Promise<McpTestResult> {
    const wire = new HttpWire({ url, headers, signal })
    try {
      return await getResult(askMcpServer(wire, this.#options.version), signal)
    }
    finally {
      await wire.close()
    }
  }
}

/** Awaits the result, or fails with the reason of `signal`. */
async function getResult(
  asking: Promise<McpTestResult>,
  signal: AbortSignal,
  stderr?: () => string,
): Promise<McpTestResult> {
  const ended = new Promise<never>((_, reject) => {
    const end = (): void => reject(new McpError(explainEnd(signal)))
    if (signal.aborted)
      end()
    signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([asking, ended])
  }
  catch (error) {
    // An aborted fetch has a message of its own. The signal has the actual reason.
    const fault = signal.aborted ? await ended.catch((why: unknown) => why) : error
    if (!(fault instanceof McpError) && !(fault instanceof HostError))
      throw fault
    return { isRight: false, why: fault.message, stderr: stderr?.() || undefined }
  }
  finally {
    ended.catch(() => undefined) // not awaited any more
    asking.catch(() => undefined)
  }
}

/** Redacts secrets, which servers may include in errors. */
function redactSecrets(text: string, values: Readonly<Record<string, string>>): string {
  return Object.values(values)
    .filter(value => value.length > 5)
    .reduce((rest, value) => rest.replaceAll(value, '[value]'), text)
}

/** Requests a server's name and tools, like an agent would. Throws an `McpError`. */
async function askMcpServer(wire: McpWire, version: string): Promise<McpTestResult & { isRight: true }> {
  const { serverInfo, capabilities } = parseAnswer(initialized, await wire.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'Parley', version },
  }))
  await wire.notify('notifications/initialized')
  const tools: { name: string, description?: string }[] = []
  let cursor: string | undefined
  if (capabilities?.tools !== undefined) {
    for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
      const { tools: more, nextCursor } = parseAnswer(
        toolPage,
        await wire.request('tools/list', cursor === undefined ? {} : { cursor }),
      )
      tools.push(
        ...more.map(({ name, description }) => ({ name: name.slice(0, 200), description: description?.slice(0, 500) })),
      )
      cursor = nextCursor
      if (cursor === undefined)
        break
    }
  }
  return {
    isRight: true,
    name: serverInfo.name.slice(0, 200),
    version: serverInfo.version?.slice(0, 100),
    tools: tools.slice(0, maxTools),
    isCut: cursor !== undefined || tools.length > maxTools,
  }
}

function parseAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const { success, data } = safeParse(schema, answer)
  if (!success)
    throw new McpError('The server answered, but not with MCP.')
  return data
}
