import type { ThreadEvent, ThreadEventBody } from '../../src/shared/thread/events'
import { spawn } from 'node:child_process'
import { PassThrough, Readable } from 'node:stream'
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk'
import { AgentTrace } from '../../src/main/agents/trace/agentTrace'
import { AgentWire } from '../../src/main/agents/wire/agentWire'
import { ThreadLog } from '../../src/main/threads/log/threadLog'
import { coalesce } from '../../src/shared/thread/reduce/coalesce'
import { reduce } from '../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../src/shared/thread/transcript'
import { addThread, atOnce, withStore } from './benchStore'

/** Reads all lines of a file through a child process; returns the number of messages. */
export type ReadLines = (path: string) => Promise<number>

function open(path: string): Readable {
  return spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout
}

/** The minimum of any client: splits lines and parses them. Long lines are joined once. */
export const readRaw: ReadLines = async (path) => {
  let count = 0
  let rest: string[] = []
  for await (const chunk of open(path).setEncoding('utf8')) {
    const lines = (chunk as string).split('\n') // the encoding is set
    if (lines.length === 1) {
      rest.push(lines[0]!)
      continue
    }
    lines[0] = [...rest, lines[0]!].join('')
    rest = [lines.pop()!]
    for (const line of lines) {
      JSON.parse(line)
      count++
    }
  }
  return count
}

/** A client as in the SDK's documentation. */
export const readWithSdk: ReadLines = async (path) => {
  let count = 0
  const app = client({ name: 'bench' }).onNotification(methods.client.session.update, () => {
    count++
  })
  // Node's own type and the DOM's differ
  const connection = app.connect(ndJsonStream(new WritableStream(), Readable.toWeb(open(path)) as unknown as ReadableStream<Uint8Array>))
  await connection.closed
  return count
}

/** Parley's wire, decoder and reducer, on batches of 50 ms like in the host. */
export const readWithParley: ReadLines = path => readThroughWire(path, new Batches())

/** Parley's wire, decoder and thread log with its reducer and database, like in the host. */
export const readWithHost: ReadLines = path => withStore(async (store) => {
  addThread(store, 't')
  const log = new ThreadLog({ threadId: 't', store, ...atOnce(), publish: () => undefined })
  const count = await readThroughWire(path, log)
  log.dispose()
  return count
})

/** Parley's wire and decoder alone. */
export const readWithWire: ReadLines = path => readThroughWire(path, { add: () => undefined, flush: () => undefined })

function readThroughWire(path: string, batches: { add: (body: ThreadEventBody) => void, flush: () => void }): Promise<number> {
  let count = 0
  return new Promise((resolve) => {
    const wire = new AgentWire({
      input: open(path),
      output: new PassThrough(),
      trace: new AgentTrace(),
      onUpdate: (_, update) => {
        count++
        batches.add({ type: 'update', update })
      },
      onNotice: (notice) => { throw new Error(notice) },
      onClose: () => {
        batches.flush()
        wire.dispose()
        resolve(count)
      },
    })
  })
}

class Batches {
  #transcript = emptyTranscript
  #pending: ThreadEventBody[] = []
  #timer: NodeJS.Timeout | undefined

  add(body: ThreadEventBody): void {
    this.#pending.push(body)
    this.#timer ??= setTimeout(() => this.flush(), 50)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { lastSeq } = this.#transcript
    const events = coalesce(this.#pending).map((body, index): ThreadEvent => ({ ...body, seq: lastSeq + index + 1, at: 1 }))
    this.#pending = []
    this.#transcript = reduce(this.#transcript, events)
  }
}
