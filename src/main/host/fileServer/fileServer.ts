import type { McpServer } from '@agentclientprotocol/sdk'
import type { Report } from '../../system/report'
import type { UnsavedSource } from './unsavedTools'
import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { listenPrivately } from '../../system/privateAddress'
import { readLines } from '../../system/readLines'
import { answerMcp, refuseMcp } from './answerMcp'

/** A program of the agent's sends its token at once. */
const tokenMs = 10_000
/** No request of the two tools is longer. */
const maxLine = 256 * 1024
const maxSockets = 200
/** An agent needs one for each session, and its helpers may have their own; the rest is for other threads' agents. */
const maxOfSession = 20
/**
 * Connections without a token yet: an agent's program sends it at once, so beyond this many the oldest is something
 * else.
 */
const maxWaiting = 50
const tokenName = 'PARLEY_FILES_TOKEN'
/** By it a token is known for what it is when its session is long over, in what the agent said: see `traceSecrets`. */
const tokenPrefix = 'parley_files_'

interface FileServerOptions {
  /** The program that agents start. */
  readonly program: string
  readonly version: string
  /** What a thread's agent may read. */
  readonly source: (threadId: string) => UnsavedSource
  readonly report: Report
}

/** Who may read by a token, and who does. */
interface FileSession {
  threadId: string
  readonly sockets: Set<Socket>
  /** The answer that is being made. */
  answering: Promise<unknown>
}

/**
 * Lets agents that read files by themselves read unsaved text: each session by a token of its own, over a socket of
 * this person's.
 */
export class FileServer {
  readonly #options: FileServerOptions
  /** By token. */
  readonly #sessions = new Map<string, FileSession>()
  readonly #sockets = new Set<Socket>()
  /** Those that sent no token yet. */
  readonly #waiting = new Set<Socket>()
  #listening: ReturnType<typeof listenPrivately> | undefined

  constructor(options: FileServerOptions) {
    this.#options = options
  }

  /** The tokens that are valid now, to be redacted in what is kept of agents' messages. */
  get tokens(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /**
   * A server for the thread's next session; the token of the one before is worth nothing from now on. `copied`: the
   * servers that a copied session was made with. `undefined` where no server can listen.
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
      // The person's thread starts without: what is not saved is all that its agent misses.
      this.#options.report(error, 'letting agents read unsaved files')
      return undefined
    }
  }

  /** A session's servers for a copy of it: with a token of its own, which `serverFor` gives to the copy's thread. */
  copied(threadId: string, servers: readonly McpServer[]): McpServer[] {
    return servers.map(server => this.#sessions.has(tokenOf(server) ?? '') ? this.#newServer(threadId) : server)
  }

  /** The thread's session is over. */
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
    this.#sockets.forEach(socket => socket.destroy()) // or the server would wait for those that never sent a token
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
    // Half open: an agent may ask, close its side, and still read the answers.
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
    socket.on('error', () => {}) // the agent went away, which is its right
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
          continue // told so when it asks something, for which it has no longer than for its token
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
      // One after another, however many connections ask: each may be about a file of megabytes.
      const answering = session.answering.then(() => answerMcp(line, { source, version, report }))
      session.answering = answering.then(() => setImmediate())
      // Nothing more is read for an agent that does not take what it asked for, or its answers would pile up here.
      for (const piece of await answering ?? [])
        await written(socket, piece)
      if (await answering)
        await written(socket, '\n')
    }
    socket.end()
  }
}

/** Resolves once the agent took it, or is gone. */
function written(socket: Socket, text: string): Promise<void> {
  return new Promise(resolve => socket.write(text, () => resolve()))
}

function tokenOf(server: McpServer): string | undefined {
  return 'command' in server ? server.env.find(({ name }) => name === tokenName)?.value : undefined
}
