// Lists the blocks of a prompt and the beginnings of their texts; accepts embedded files with EMBEDDED.
import { initialized, type JsonObject, Wire } from './wire.ts'

interface Block extends JsonObject {
  readonly type: string
  readonly text?: string
  readonly uri?: string
  readonly mimeType?: string
  readonly size?: number
  readonly resource?: { readonly uri: string, readonly mimeType?: string, readonly text?: string }
}

const promptCapabilities = { embeddedContext: Boolean(process.env.EMBEDDED) }

new Wire(wire => ({
  'initialize': initialized('shows-prompt', { promptCapabilities, sessionCapabilities: { resume: {} } }),
  'session/new': () => ({ sessionId: `shows-${process.pid}-${Date.now()}` }),
  'session/resume': () => ({}),
  'session/prompt': ({ sessionId, prompt }) => {
    for (const { type, text, resource, ...link } of prompt as Block[]) {
      const words = resource?.text ?? text ?? `${link.uri} ${link.size}`
      wire.say(sessionId, `[${type} ${resource?.mimeType ?? link.mimeType ?? ''}] ${words.slice(0, 2_000)}\n`)
    }
    return { stopReason: 'end_turn' }
  },
}))
