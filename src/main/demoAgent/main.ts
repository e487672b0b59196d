import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { DemoAgent } from './demoAgent'
import { getSessionFolder, SessionStore } from './sessionStore'

// Parley's Demo agent: a real ACP agent over stdio that follows a script. It is a separate program and shares no code
// with the app.
const report = (message: string): void => void process.stderr.write(`[demo agent] ${message}\n`)
const store = new SessionStore({ folder: getSessionFolder(process.env), report })
const demoAgent = new DemoAgent({ store, beatMs: parseBeatMs(process.env.DEMO_AGENT_PACE_MS), report })

// Node's web streams and the global ones differ only in type.
const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>)
const connection = demoAgent.app().connect(stream)

await connection.closed
demoAgent.dispose()
process.exit(0)

/** Parses the pause between two chunks of text, in milliseconds. */
function parseBeatMs(value: string | undefined): number {
  const beatMs = Number(value ?? 15)
  return Number.isFinite(beatMs) && beatMs >= 0 ? beatMs : 15
}
