import type { JsonObject } from './wire.ts'
// Behaves like kimi-code: sends a call's input as JSON text just before it asks, asks with shortened text, runs
// commands as `bash -c` after a `cd` and with its own variables, polls the output every 250 ms, and finally replaces
// the card's terminal by text. A line of the prompt is a command (`run ls`) or a file to write (`write a.txt`).
import { initialized, pause, textOf, Wire } from './wire.ts'

let folder = '/'
let calls = 0

const options = [
  ['approve', 'Approve once', 'allow_once'],
  ['approve_for_session', 'Approve for this session', 'allow_always'],
  ['reject', 'Reject', 'reject_once'],
] as const

const text = (said: string): JsonObject => ({ type: 'content', content: { type: 'text', text: said } })
const shortened = (words: string): string => words.length > 40 ? `${words.slice(0, 39)}…` : words

new Wire((wire) => {
  let isCancelled = false

  /** Asks about a call. Returns the chosen option, and a function to report on the call. */
  async function ask(sessionId: unknown, title: string, kind: string, input: JsonObject, words: string) {
    const toolCallId = `0:call_${++calls}`
    const update = (fields: JsonObject) => wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, ...fields })
    wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'pending' })
    const told = JSON.stringify(input)
    update({ content: [text(told.slice(0, 12))] })
    update({ content: [text(told)] })
    const content = [text(`Requesting approval to ${shortened(words)}`)]
    const chosen = await wire.askPermission(sessionId, { toolCallId, title, content }, options)
    if (chosen === 'reject')
      update({ status: 'failed' })
    else if (chosen !== undefined)
      update({ status: 'in_progress', rawInput: input })
    return { chosen, update }
  }

  async function run(sessionId: unknown, command: string): Promise<void> {
    const { chosen, update } = await ask(sessionId, 'Bash', 'execute', { command, timeout: 60 }, `Running: ${command}`)
    if (chosen === undefined || chosen === 'reject')
      return
    const created = await wire.request('terminal/create', {
      sessionId,
      command: '/bin/bash',
      args: ['-c', `cd '${folder}' && ${command}`],
      env: [
        { name: 'NO_COLOR', value: '1' },
        { name: 'TERM', value: 'dumb' },
        { name: 'GIT_TERMINAL_PROMPT', value: '0' },
        { name: 'SHELL', value: '/bin/bash' },
      ],
      cwd: folder,
      outputByteLimit: 4_194_304,
    }).catch((error: Error) => error)
    if (created instanceof Error) {
      update({ status: 'failed', content: [text(created.message)] })
      return wire.say(sessionId, `It was refused.`)
    }
    const { terminalId } = created
    update({ content: [{ type: 'terminal', terminalId }] })
    let seen = ''
    for (let ended = false; !ended;) {
      await pause(isCancelled ? 0 : 250)
      if (isCancelled)
        await wire.request('terminal/kill', { sessionId, terminalId })
      const { output, exitStatus } = await wire.request('terminal/output', { sessionId, terminalId })
      seen += String(output).slice(seen.length)
      ended = exitStatus !== undefined && exitStatus !== null
    }
    await wire.request('terminal/release', { sessionId, terminalId })
    update({ status: isCancelled ? 'failed' : 'completed', content: [text(seen)] })
    wire.say(sessionId, `I saw ${seen.length} characters.`)
  }

  async function write(sessionId: unknown, name: string): Promise<void> {
    const path = `${folder}/${name}`
    const { chosen, update } = await ask(sessionId, 'Write', 'edit', { path, content: 'hello\n' }, `Writing ${path}`)
    if (chosen === undefined || chosen === 'reject')
      return
    await wire.request('fs/write_text_file', { sessionId, path, content: 'hello\n' })
    update({ status: 'completed', content: [text('Wrote file successfully')] })
  }

  return {
    'initialize': initialized('kimi-dialect', { sessionCapabilities: { close: {} } }),
    'session/new': ({ cwd }) => {
      folder = String(cwd)
      return { sessionId: `kimi-${process.pid}-${calls}` }
    },
    'session/close': () => ({}),
    'session/prompt': async (params) => {
      const { sessionId } = params
      isCancelled = false
      void wire.cancelled(sessionId).then(() => isCancelled = true)
      for (const line of textOf(params).split('\n')) {
        if (!isCancelled)
          await (line.startsWith('write ') ? write(sessionId, line.slice(6)) : run(sessionId, line.replace(/^run /, '')))
      }
      return { stopReason: isCancelled ? 'cancelled' : 'end_turn' }
    },
  }
})
