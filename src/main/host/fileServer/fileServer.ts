import type { McpServer } from '@agentclientprotocol/sdk'
import type { Report } from '../../system/report'
import type { UnsavedSource } from './unsavedTools'
import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { listenPrivately } from '../../system/privateAddress'
import { readLines } from '../../system/readLines'
import { answerMcp, createMcpRefusal } from './answerMcp'

/** Time limit for the token, which an agent's program sends immediately. */
const tokenMs = 10_000
/** Longer than any request of the two tools. */
const maxLine = 256 * 1024
const maxSockets = 200
/** Maximum connections per session: one for the agent, and perhaps some for its subagents. */
const maxPerSession = 20
/** Maximum connections without a token. The oldest are dropped. */
const maxUnauthenticated = 50
const tokenName = 'PARLEY_FILES_TOKEN'
/** Prefix by which `traceSecrets` recognizes tokens of past sessions. */
const tokenPrefix = 'parley_files_'

interface FileServerOptions {
  /** The program that agents start. */
  readonly program: string
  readonly version: string
  /** Returns the files that a thread's agent may read. */
  readonly source: (threadId: string) => UnsavedSource
  readonly report: Report
}

/** A token's session and its connections. */
interface FileSession {
  threadId: string
  readonly sockets: Set<Socket>
  /** The last answer, which may still be in progress. */
  answering: Promise<unknown>
}

/** Serves unsaved text to agents that read files themselves, over a private socket with a token per session. */
export class FileServer {
  readonly #options: FileServerOptions
  /** Keyed by token. */
  readonly #sessions = new Map<string, FileSession>()
  readonly #sockets = new Set<Socket>()
  /** Connections without a token. */
  readonly #unauthenticated = new Set<Socket>()
  #listening: ReturnType<typeof listenPrivately> | undefined

  constructor(options: FileServerOptions) {
    this.#options = options
  }

  /** Valid tokens, which are redacted in stored messages. */
  get tokens(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /**
   * Returns the server for the thread's next session and invalidates the previous token. `copied` are the servers that
   * a forked session was created with. Returns `undefined` if no server can listen.
   */
  serverFor(threadId: string, copied: readonly McpServer[] = []): McpServer | undefined {
    this.end(threadId)
    for (const server of copied) {
      const session = this.#sessions.get(getToken(server) ?? '')
      if (session) {
        session.threadId = threadId
        return server
      }
    }
    try {
      return this.#newServer(threadId)
    }
    catch (error) {
      // The thread starts without the server. Its agent only misses unsaved text.
      this.#options.report(error, 'letting agents read unsaved files')
      return undefined
    }
  }

  /** Returns a session's servers for a fork, with a new token that `serverFor` assigns to the fork's thread. */
  copyServers(threadId: string, servers: readonly McpServer[]): McpServer[] {
    return servers.map(server => this.#sessions.has(getToken(server) ?? '') ? this.#newServer(threadId) : server)
  }

  /** Ends the thread's session. */
  end(threadId: string): void {
    for (const [token, session] of this.#sessions) {
      if (session.threadId === threadId) {
        this.#sessions.delete(token)
        session.sockets.forEach(socket => socket.destroy())
      }
    }
  }

  async dispose(): Promise<void> {
    this.#sessions.clear()
    this.#sockets.forEach(socket => socket.destroy()) // otherwise the server would wait for them
    await this.#listening?.close()
  }

  #newServer(threadId: string): McpServer {
    const address = this.#listen()
    const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`
    this.#sessions.set(token, { threadId, sockets: new Set(), answering: Promise.resolve() })
    const env = [
      { name: 'PARLEY_FILES', value: address },
      { name: tokenName, value: token },
      ...process.versions.electron === undefined ? [] : [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }],
    ]
    return { name: 'parley', command: process.execPath, args: [this.#options.program], env }
  }

  #listen(): string {
    if (this.#listening)
      return this.#listening.address
    const { report } = this.#options
    // An agent may close its side and still read the responses.
    const server = createServer({ allowHalfOpen: true }, socket => this.#serve(socket))
    server.maxConnections = maxSockets
    server.on('error', error => report(error, 'letting agents read unsaved files'))
    this.#listening = listenPrivately(server, 'files', report)
    return this.#listening.address
  }

  #serve(socket: Socket): void {
    const late = setTimeout(() => socket.destroy(), tokenMs)
    this.#sockets.add(socket)
    this.#unauthenticated.add(socket)
    if (this.#unauthenticated.size > maxUnauthenticated)
      this.#unauthenticated.values().next().value?.destroy()
    socket.on('error', () => {}) // the agent closed the connection
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#unauthenticated.delete(socket)
      clearTimeout(late)
    })
    this.#answer(socket, late).catch((error) => {
      if (!socket.destroyed)
        this.#options.report(error, 'answering an agent about unsaved files')
    })
  }

  async #answer(socket: Socket, late: NodeJS.Timeout): Promise<void> {
    const { version, report } = this.#options
    let session: FileSession | undefined
    let isOneTooMany = false
    for await (const line of readLines(socket.iterator({ destroyOnReturn: false }), maxLine)) {
      const opened: FileSession | undefined = session ?? this.#sessions.get(line ?? '')
      if (!opened || line === undefined) {
        socket.destroy()
        return
      }
      if (!session) {
        session = opened
        isOneTooMany = session.sockets.size >= maxPerSession
        if (isOneTooMany)
          continue // answered with its first request, which has the same deadline
        clearTimeout(late)
        this.#unauthenticated.delete(socket)
        session.sockets.add(socket)
        socket.on('close', () => opened.sockets.delete(socket))
        continue
      }
      if (isOneTooMany) {
        const why = `This session has ${maxPerSession} connections to Parley already. Close some of them first.`
        socket.end(`${createMcpRefusal(line, why)}\n`)
        return
      }
      if (line.trim() === '')
        continue
      const source = this.#options.source(session.threadId)
      // Sequential across connections, because each answer may take megabytes.
      const answering = session.answering.then(() => answerMcp(line, { source, version, report }))
      session.answering = answering.then(() => setImmediate())
      // Wait until the agent has read the response, so that responses don't pile up.
      for (const piece of await answering ?? [])
        await writeText(socket, piece)
      if (await answering)
        await writeText(socket, '\n')
    }
    socket.end()
  }
}

/** Writes a text. Resolves when the agent has read it or disconnected. */
function writeText(socket: Socket, text: string): Promise<void> {
  return new Promise(resolve => socket.write(text, () => resolve()))
}

function getToken(server: McpServer): string | undefined {
  return 'command' in server ? server.env.find(({ name }) => name === tokenName)?.value : undefined
}
