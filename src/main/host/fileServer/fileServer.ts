import type { McpServer } from '@agentclientprotocol/sdk'
import type { Report } from '../../system/report'
import type { UnsavedSource } from './unsavedTools'
import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { listenPrivately } from '../../system/privateAddress'
import { readLines } from '../../system/readLines'
import { answerMcp, refuseMcp } from './answerMcp'

/** Deadline for the token, which an agent's program sends at once. */
const tokenMs = 10_000
/** Longer than any request of the two tools. */
const maxLine = 256 * 1024
const maxSockets = 200
/** Connections per session: one for the agent, and perhaps some for its helpers. */
const maxOfSession = 20
/** Connections without a token; beyond this the oldest are dropped. */
const maxWaiting = 50
const tokenName = 'PARLEY_FILES_TOKEN'
/** Prefix by which `traceSecrets` recognizes tokens of past sessions. */
const tokenPrefix = 'parley_files_'

interface FileServerOptions {
  /** The program that agents start. */
  readonly program: string
  readonly version: string
  /** Files that a thread's agent may read. */
  readonly source: (threadId: string) => UnsavedSource
  readonly report: Report
}

/** A token's session and its connections. */
interface FileSession {
  threadId: string
  readonly sockets: Set<Socket>
  /** The running answer. */
  answering: Promise<unknown>
}

/** Serves unsaved text to agents that read files themselves: each session with its own token, over a private socket. */
export class FileServer {
  readonly #options: FileServerOptions
  /** Keyed by token. */
  readonly #sessions = new Map<string, FileSession>()
  readonly #sockets = new Set<Socket>()
  /** Connections without a token. */
  readonly #waiting = new Set<Socket>()
  #listening: ReturnType<typeof listenPrivately> | undefined

  constructor(options: FileServerOptions) {
    this.#options = options
  }

  /** Valid tokens, to be redacted in stored messages. */
  get tokens(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /**
   * The server for the thread's next session, which invalidates the previous token. `copied`: the servers that a
   * copied session was created with. `undefined` if no server can listen.
   */
  serverFor(threadId: string, copied: readonly McpServer[] = []): McpServer | undefined {
    this.end(threadId)
    for (const server of copied) {
      const session = this.#sessions.get(tokenOf(server) ?? '')
      if (session) {
        session.threadId = threadId
        return server
      }
    }
    try {
      return this.#newServer(threadId)
    }
    catch (error) {
      // The thread starts without; its agent only misses unsaved text.
      this.#options.report(error, 'letting agents read unsaved files')
      return undefined
    }
  }

  /** A session's servers for a fork, with a new token that `serverFor` passes to the fork's thread. */
  copyServers(threadId: string, servers: readonly McpServer[]): McpServer[] {
    return servers.map(server => this.#sessions.has(tokenOf(server) ?? '') ? this.#newServer(threadId) : server)
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
    // Half open: an agent may close its side and still read the answers.
    const server = createServer({ allowHalfOpen: true }, socket => this.#serve(socket))
    server.maxConnections = maxSockets
    server.on('error', error => report(error, 'letting agents read unsaved files'))
    this.#listening = listenPrivately(server, 'files', report)
    return this.#listening.address
  }

  #serve(socket: Socket): void {
    const late = setTimeout(() => socket.destroy(), tokenMs)
    this.#sockets.add(socket)
    this.#waiting.add(socket)
    if (this.#waiting.size > maxWaiting)
      this.#waiting.values().next().value?.destroy()
    socket.on('error', () => {}) // the agent closed the connection
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#waiting.delete(socket)
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
        isOneTooMany = session.sockets.size >= maxOfSession
        if (isOneTooMany)
          continue // answered with its first request, which has the same deadline
        clearTimeout(late)
        this.#waiting.delete(socket)
        session.sockets.add(socket)
        socket.on('close', () => opened.sockets.delete(socket))
        continue
      }
      if (isOneTooMany) {
        socket.end(`${refuseMcp(line, `This session has ${maxOfSession} connections to Parley already. Close some of them first.`)}\n`)
        return
      }
      if (line.trim() === '')
        continue
      const source = this.#options.source(session.threadId)
      // One after another over all connections, as each may be about megabytes.
      const answering = session.answering.then(() => answerMcp(line, { source, version, report }))
      session.answering = answering.then(() => setImmediate())
      // Wait until the agent has read its answer, or answers would pile up.
      for (const piece of await answering ?? [])
        await written(socket, piece)
      if (await answering)
        await written(socket, '\n')
    }
    socket.end()
  }
}

/** Resolves once the agent has read it or disconnected. */
function written(socket: Socket, text: string): Promise<void> {
  return new Promise(resolve => socket.write(text, () => resolve()))
}

function tokenOf(server: McpServer): string | undefined {
  return 'command' in server ? server.env.find(({ name }) => name === tokenName)?.value : undefined
}
