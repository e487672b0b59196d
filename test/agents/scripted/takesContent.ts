// Accepts what PROMPT_CAPABILITIES says, lists the blocks it received, and reads links. On "show", sends all kinds of
// content.
import { fileURLToPath } from 'node:url'
import { initialized, type JsonObject, textOf, Wire } from './wire.ts'

interface Block extends JsonObject {
  readonly type: string
  readonly mimeType?: string
  readonly data?: string
  readonly uri?: string
  readonly name?: string
  readonly resource?: { readonly uri: string, readonly text?: string }
}

const promptCapabilities = JSON.parse(process.env.PROMPT_CAPABILITIES ?? '{}') as JsonObject

new Wire(wire => ({
  'initialize': initialized('takes-content', { promptCapabilities }),
  'session/new': () => ({ sessionId: `content-${process.pid}-${Date.now()}` }),
  'session/prompt': async (params) => {
    const { sessionId, prompt } = params
    if (textOf(params) === 'show')
      showAll(wire, sessionId)
    for (const block of prompt as Block[])
      wire.say(sessionId, `\n- ${wordsOf(block)}`)
    const link = (prompt as Block[]).find(({ type }) => type === 'resource_link')
    if (link?.uri !== undefined && textOf(params).includes('read')) {
      const answer = await wire
        .request('fs/read_text_file', { sessionId, path: fileURLToPath(link.uri) })
        .catch((error: Error) => ({ content: error.message }))
      wire.say(sessionId, `\n\nIt says: ${String(answer.content)}`)
    }
    return { stopReason: 'end_turn' }
  },
}))

function wordsOf({ type, mimeType, data, name, resource }: Block): string {
  return [type, mimeType, data && `${data.length} characters`, name, resource && `${resource.uri} ${resource.text ?? ''}`]
    .filter(Boolean)
    .join(' ')
}

function showAll(wire: Wire, sessionId: unknown): void {
  const show = (content: JsonObject): void => wire.update(sessionId, { sessionUpdate: 'agent_message_chunk', content })
  const link = { type: 'resource_link', uri: 'https://example.org/page', name: 'A page' }
  show({ type: 'text', text: 'For the model: ', annotations: { audience: ['assistant'] } })
  show({ type: 'text', text: 'secret sauce.', annotations: { audience: ['assistant'] } })
  show({
    type: 'text',
    text: 'Read this.',
    annotations: { audience: ['user', 'assistant'], priority: 1, lastModified: '2026-03-04T12:00:00Z' },
  })
  show({ ...link, annotations: { priority: 0 } })
  show({ type: 'audio', mimeType: 'audio/wav', data: silence() })
  show({ type: 'resource', resource: { uri: 'demo:///tone.wav', mimeType: 'audio/wav', blob: silence() } })
  show({ type: 'resource', resource: { uri: 'demo:///archive.zip', mimeType: 'application/zip', blob: 'UEsDBA==' } })
  show({ type: 'hologram', depth: 3 })
  wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Look', kind: 'read', status: 'completed', content: [
    { type: 'content', content: { type: 'text', text: 'line one\nline two', annotations: { audience: ['assistant'] } } },
    { type: 'chart', points: [1, 2] },
  ] })
  wire.update(sessionId, { sessionUpdate: 'weather_update', sky: 'clear' })
}

/** Half a second of silence as a WAV file. */
function silence(): string {
  const rate = 8000
  const wav = Buffer.alloc(44 + rate / 2, 128)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + rate / 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(rate / 2, 40)
  return wav.toString('base64')
}
