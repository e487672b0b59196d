import type {
  ClientCapabilities,
  ClientContext,
  ContentBlock,
  CreateElicitationResponse,
  PermissionOptionKind,
  RequestPermissionRequest,
  SessionUpdate,
  StopReason,
  Stream,
} from '@agentclientprotocol/sdk'
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { client, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk'
import { TestTerminals } from './testTerminals'

export interface ClientSetup {
  readonly capabilities?: ClientCapabilities
  /** The kind of option that the person picks; `cancelled` cancels the question, `never` leaves it open. */
  readonly answers?: PermissionOptionKind | 'cancelled' | 'never'
  readonly elicitation?: CreateElicitationResponse
}

/** The agent's side: a process, or an agent in the test's own process. */
export interface TestAgent {
  readonly stream: Stream
  /** Its exit code. */
  readonly exited: Promise<number | null>
  readonly stderr: () => string
  /** Closes its input and waits for its end. */
  readonly end: () => Promise<void>
}

export function spawnAgent(program: string, env: Readonly<Record<string, string>> = {}): TestAgent {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...env } })
  const exited = new Promise<number | null>(done => child.on('exit', done))
  let stderr = ''
  child.stderr.on('data', (data: Buffer) => stderr += data.toString())
  return {
    stream: streamOver({ input: child.stdout, output: child.stdin }),
    exited,
    stderr: () => stderr,
    async end() {
      child.stdin.end()
      const force = setTimeout(() => child.kill('SIGKILL'), 3000)
      await exited
      clearTimeout(force)
    },
  }
}

/** Optional capabilities of the client. */
export const everything: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
}

export function streamOver({ input, output }: { input: Readable, output: Writable }): Stream {
  // Node's web streams and the DOM's differ only in their types.
  return ndJsonStream(Writable.toWeb(output) as WritableStream<Uint8Array>, Readable.toWeb(input) as ReadableStream<Uint8Array>)
}

/** A client that really accesses files and runs commands, with its agent. */
export class TestClient {
  readonly updates: { sessionId: string, update: SessionUpdate }[] = []
  readonly permissions: RequestPermissionRequest[] = []
  readonly elicitations: unknown[] = []
  readonly completed: string[] = []
  readonly terminals = new TestTerminals()
  readonly folder: string
  readonly agent: ClientContext
  answers: ClientSetup['answers']
  readonly #end: TestAgent

  constructor({ folder, setup, agent }: { folder: string, setup: ClientSetup, agent: TestAgent }) {
    this.folder = folder
    this.answers = setup.answers ?? 'allow_once'
    this.#end = agent
    const inFolder = <T>(work: (path: string) => Promise<T>) => async ({ params }: { params: { path: string } }): Promise<T> => {
      if (!params.path.startsWith(folder))
        throw RequestError.invalidParams(undefined, 'File access denied: path outside workspace')
      return work(params.path)
    }
    this.agent = client({ name: 'test' })
      .onNotification(methods.client.session.update, ({ params }) => void this.updates.push(params))
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#answer(params))
      .onRequest(
        methods.client.fs.readTextFile,
        inFolder(async path => ({
          content: await readFile(path, 'utf8').catch(() => {
            throw RequestError.resourceNotFound(path)
          }),
        })),
      )
      .onRequest(methods.client.fs.writeTextFile, async (context) => {
        await inFolder(path => writeFile(path, context.params.content))(context)
      })
      .onRequest(methods.client.terminal.create, ({ params }) => this.terminals.create(params))
      .onRequest(methods.client.terminal.output, ({ params }) => this.terminals.output(params.terminalId))
      .onRequest(methods.client.terminal.waitForExit, ({ params }) => this.terminals.waitForExit(params.terminalId))
      .onRequest(methods.client.terminal.kill, ({ params }) => this.terminals.kill(params.terminalId))
      .onRequest(methods.client.terminal.release, ({ params }) => this.terminals.release(params.terminalId))
      .onRequest(methods.client.elicitation.create, ({ params }) => {
        this.elicitations.push(params)
        return setup.elicitation ?? { action: 'decline' }
      })
      .onNotification(methods.client.elicitation.complete, ({ params }) => void this.completed.push(params.elicitationId))
      .connect(agent.stream)
      .agent
  }

  /** Starts a session and returns its id. */
  async newSession(): Promise<string> {
    return (await this.agent.request(methods.agent.session.new, { cwd: this.folder, mcpServers: [] })).sessionId
  }

  async prompt(sessionId: string, prompt: string | ContentBlock[]): Promise<StopReason> {
    const blocks: ContentBlock[] = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt
    const { stopReason } = await this.agent.request(methods.agent.session.prompt, { sessionId, prompt: blocks })
    return stopReason
  }

  async cancel(sessionId: string): Promise<void> {
    await this.agent.notify(methods.agent.session.cancel, { sessionId })
  }

  /** The agent's messages, without thoughts and tools. */
  get said(): string {
    return this.texts('agent_message_chunk')
  }

  texts(kind: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk'): string {
    return this.updates
      .map(({ update }) => (update.sessionUpdate === kind && update.content.type === 'text' ? update.content.text : ''))
      .join('')
  }

  of<K extends SessionUpdate['sessionUpdate']>(kind: K): (SessionUpdate & { sessionUpdate: K })[] {
    return this.updates
      .map(({ update }) => update)
      .filter((update): update is SessionUpdate & { sessionUpdate: K } => update.sessionUpdate === kind)
  }

  /** Waits until the agent's output matches. */
  async until(happened: () => boolean): Promise<void> {
    for (const startedAt = Date.now(); !happened();) {
      if (Date.now() - startedAt > 10_000)
        throw new Error(`the agent did not get there; it said: ${this.said}`)
      await new Promise(done => setTimeout(done, 10))
    }
  }

  get stderr(): string {
    return this.#end.stderr()
  }

  get exited(): Promise<number | null> {
    return this.#end.exited
  }

  async dispose(): Promise<void> {
    await this.#end.end()
    this.terminals.dispose()
  }

  #answer({ options, ...request }: RequestPermissionRequest) {
    this.permissions.push({ options, ...request })
    if (this.answers === 'never')
      return new Promise<never>(() => undefined)
    const chosen = options.find(option => option.kind === this.answers)
    return chosen === undefined
      ? { outcome: { outcome: 'cancelled' as const } }
      : { outcome: { outcome: 'selected' as const, optionId: chosen.optionId } }
  }
}
