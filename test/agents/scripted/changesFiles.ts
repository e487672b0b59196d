// Executes the lines of a prompt, in the different ways of real agents: `edit FILE OLD NEW` as a tool call that names
// the file, `make FILE TEXT` as one that is announced early, `write FILE TEXT` by itself and unannounced, `run COMMAND`
// as a command. `\n` is a line feed; `wait` waits to be stopped. Lists the prompt's other content.
import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, type JsonObject, pause, Wire } from './wire.ts'

const folders = new Map<unknown, string>()
let calls = 0

new Wire(wire => ({
  'initialize': initialized('changes-files', { promptCapabilities: { embeddedContext: true }, sessionCapabilities: { resume: {} } }),
  'session/new': ({ cwd }) => {
    const sessionId = `changes-${process.pid}-${Date.now()}`
    folders.set(sessionId, String(cwd))
    return { sessionId }
  },
  'session/resume': ({ sessionId, cwd }) => {
    folders.set(sessionId, String(cwd))
    return {}
  },
  'session/prompt': async ({ sessionId, prompt }) => {
    const folder = folders.get(sessionId) ?? '.'
    let stopReason = 'end_turn'
    for (const { text, resource } of prompt as { text?: string, resource?: { text?: string } }[]) {
      if (resource)
        wire.say(sessionId, `Told: ${resource.text}\n`)
      for (const line of text?.split('\n') ?? [])
        await act(line, sessionId, folder)
      if (text === 'wait') {
        await wire.cancelled(sessionId)
        stopReason = 'cancelled'
      }
    }
    wire.say(sessionId, 'Done.')
    return { stopReason }
  },
}))

async function act(line: string, sessionId: unknown, folder: string): Promise<void> {
  const [, verb, rest = ''] = /^(edit|make|write|run) (.*)$/.exec(line) ?? []
  const [name = '', ...words] = rest.split(' ').map(word => word.replaceAll(String.raw`\n`, '\n'))
  const path = join(folder, name)
  if (verb === 'write')
    writeFileSync(path, words.join(' '))
  if (verb === 'make')
    await make(sessionId, path, words.join(' '))
  if (verb === 'run')
    call(sessionId, { title: rest, kind: 'execute', rawInput: { command: rest } }, () => execSync(rest, { cwd: folder }))
  if (verb === 'edit')
    call(sessionId, { title: `Edit ${name}`, kind: 'edit', locations: [{ path }] }, () => edit(path, words))
}

/** Like an agent that streams its call while its model still writes it. */
async function make(sessionId: unknown, path: string, text: string): Promise<void> {
  const toolCallId = `call-${++calls}`
  tell(sessionId, { sessionUpdate: 'tool_call', toolCallId, title: 'Make', kind: 'edit', locations: [{ path }] })
  await pause(500)
  writeFileSync(path, text)
  tell(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
}

function edit(path: string, [old = '', now = '']: readonly string[]): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(old, now))
}

function call(sessionId: unknown, toolCall: JsonObject, run: () => void): void {
  const toolCallId = `call-${++calls}`
  tell(sessionId, { sessionUpdate: 'tool_call', toolCallId, status: 'in_progress', ...toolCall })
  run()
  tell(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
}

function tell(sessionId: unknown, update: JsonObject): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })}\n`)
}
