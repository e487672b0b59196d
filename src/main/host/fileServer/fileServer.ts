import type { McpServer } from '@agentclientprotocol/sdk'
import type { Report } from '../../system/report'
import type { UnsavedSource } from './unsavedTools'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { linesOf } from '../../system/linesOf'
import { answerMcp } from './answerMcp'

/** A program of the agent's sends its token at once. */
const tokenMs = 10_000
/** No request of the two tools is longer. */
const maxLine = 256 * 1024
/** An agent starts one for each session. */
const maxSockets = 200

/** What `FileServer` needs. */
export interface FileServerOptions {
  /** The program that agents start. */
  readonly program: string
  readonly version: string
  /** What a thread's agent may read. */
  readonly source: (threadId: string) => UnsavedSource
  readonly report: Report
}

/** Lets agents that read files by themselves read unsaved text: each session by a token of its own, over a socket of this person's. */
export class FileServer {
  readonly #options: FileServerOptions
  /** By token. */
  readonly #sessions = new Map<string, { readonly threadId: string, readonly sockets: Set<Socket> }>()
  #listening: { readonly server: Server, readonly address: string, readonly folder: string | undefined } | undefined

  constructor(options: FileServerOptions) {
    this.#options = options
  }

  /** The tokens that are valid now, to be redacted in what is kept of agents' messages. */
  get tokens(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /** A server for the thread's next session; the token of the one before is worth nothing from now on. */
  serverFor(threadId: string): McpServer {
    this.end(threadId)
    const token = randomBytes(32).toString('base64url')
    this.#sessions.set(token, { threadId, sockets: new Set() })
    const env = [
      { name: 'PARLEY_FILES', value: this.#listen() },
      { name: 'PARLEY_FILES_TOKEN', value: token },
      ...process.versions.electron === undefined ? [] : [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }],
    ]
    return { name: 'parley', command: process.execPath, args: [this.#options.program], env }
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
    for (const { threadId } of [...this.#sessions.values()])
      this.end(threadId)
    const listening = this.#listening
    if (!listening)
      return
    await new Promise(resolve => listening.server.close(resolve))
    if (listening.folder !== undefined)
      rmSync(listening.folder, { recursive: true, force: true })
  }

  /** In a folder that nobody else may enter. Not among Parley's data: an address may have no more than about 100 characters. */
  #listen(): string {
    if (this.#listening)
      return this.#listening.address
    const isWindows = process.platform === 'win32'
    const address = isWindows
      ? `\\\\.\\pipe\\parley-files-${randomBytes(16).toString('hex')}`
      : join(mkdtempSync(join(tmpdir(), 'parley-')), 'files.sock')
    // Half open: an agent may ask, close its side, and still read the answers.
    const server = createServer({ allowHalfOpen: true }, socket => this.#serve(socket))
    server.maxConnections = maxSockets
    server.on('error', error => this.#options.report(error, 'letting agents read unsaved files'))
    server.listen(address, () => isWindows || chmodSync(address, 0o600))
    server.unref()
    this.#listening = { server, address, folder: isWindows ? undefined : dirname(address) }
    return address
  }

  #serve(socket: Socket): void {
    const late = setTimeout(() => socket.destroy(), tokenMs)
    socket.on('error', () => {}) // the agent went away, which is its right
    socket.on('close', () => clearTimeout(late))
    this.#answer(socket, late).catch((error) => {
      if (!socket.destroyed)
        this.#options.report(error, 'answering an agent about unsaved files')
    })
  }

  async #answer(socket: Socket, late: NodeJS.Timeout): Promise<void> {
    const { version, report } = this.#options
    let source: UnsavedSource | undefined
    for await (const line of linesOf(socket.iterator({ destroyOnReturn: false }), maxLine)) {
      if (!source) {
        const session = line === undefined ? undefined : this.#sessions.get(line)
        if (!session) {
          socket.destroy()
          return
        }
        clearTimeout(late)
        session.sockets.add(socket)
        socket.on('close', () => session.sockets.delete(socket))
        source = this.#options.source(session.threadId)
        continue
      }
      if (line === undefined) {
        socket.destroy()
        return
      }
      const answer = line.trim() === '' ? undefined : await answerMcp(line, { source, version, report })
      // Nothing more is read for an agent that does not take what it asked for, or its answers would pile up here.
      if (answer !== undefined)
        await new Promise<void>(resolve => socket.write(`${answer}\n`, () => resolve()))
    }
    socket.end()
  }
}
