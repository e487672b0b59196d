// Behaves like gemini-cli: a call that asks for permission first appears in the request itself, and then only in
// updates; it writes after reading.
import { join } from 'node:path'
import { initialized, type JsonObject, textOf, Wire } from './wire.ts'

let folder = '/'
let calls = 0

const options = [
  ['proceed_always', 'Allow for this session', 'allow_always'],
  ['proceed_once', 'Allow', 'allow_once'],
  ['cancel', 'Reject', 'reject_once'],
] as const

/** Each line is a command (`run ls`) that appears only in the title; its output is not reported. */
async function run(wire: Wire, sessionId: unknown, lines: readonly string[]): Promise<JsonObject> {
  for (const line of lines) {
    const toolCallId = `run_shell_command-${++calls}`
    const place = { type: 'content', content: { type: 'text', text: `[current working directory ${folder}]` } }
    const asked = { toolCallId, status: 'pending', title: line.replace(/^run /, ''), kind: 'execute', locations: [], content: [place] }
    const chosen = await wire.askPermission(sessionId, asked, options)
    if (chosen === undefined)
      return { stopReason: 'cancelled' }
    const status = chosen === 'cancel' ? 'failed' : 'completed'
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status, content: [] })
  }
  return { stopReason: 'end_turn' }
}

new Wire(wire => ({
  'initialize': initialized('gemini-dialect', {
    loadSession: true,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
  }),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return {
      sessionId: 'gemini-1',
      modes: {
        currentModeId: 'default',
        availableModes: [
          { id: 'default', name: 'Default' },
          { id: 'yolo', name: 'YOLO' },
        ],
      },
      models: {
        currentModelId: 'auto',
        availableModels: [
          { modelId: 'auto', name: 'Auto' },
          { modelId: 'gemini-3-pro', name: 'Gemini 3 Pro' },
        ],
      },
    }
  },
  'session/set_model': () => undefined,
  'session/set_mode': ({ sessionId, modeId }) => {
    wire.say(sessionId, `[MODE_UPDATE] ${String(modeId)}`)
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    if (textOf(params).startsWith('run '))
      return run(wire, sessionId, textOf(params).split('\n'))
    const [, name = 'hello.txt'] = textOf(params).split(' ')
    const path = join(folder, name)
    const toolCallId = `write_file-${++calls}`
    const before = await wire.request('fs/read_text_file', { sessionId, path }).then(
      ({ content }) => String(content),
      () => null,
    )
    const chosen = await wire.askPermission(
      sessionId,
      {
        toolCallId,
        title: `Writing to ${name}`,
        status: 'pending',
        kind: 'edit',
        locations: [{ path }],
        content: [{ type: 'diff', path: name, oldText: before, newText: 'hello\n' }],
      },
      options,
    )
    if (chosen === undefined)
      return { stopReason: 'cancelled' }
    if (chosen === 'cancel') {
      wire.update(sessionId, {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: 'The user rejected it' } }],
      })
    }
    else {
      await wire.request('fs/write_text_file', { sessionId, path, content: 'hello\n' })
      wire.update(sessionId, {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [{ type: 'diff', path: name, oldText: before, newText: 'hello\n' }],
      })
    }
    wire.say(sessionId, 'Done.')
    return { stopReason: 'end_turn' }
  },
}))
