// Writes three files in one turn: `requested` by a request, `silent` by itself and unannounced, `commanded` by a
// command in the client's terminal. With `announced` in the prompt, a tool call announces the command.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, Wire } from './wire.ts'

const sessionId = 'three-ways'
let folder = '.'

new Wire(wire => ({
  'initialize': initialized('writes-three-ways'),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId }
  },
  'session/prompt': async ({ prompt }) => {
    const isAnnounced = JSON.stringify(prompt).includes('announced')
    const text = `${JSON.stringify(prompt)}\n`
    await wire.request('fs/write_text_file', { sessionId, path: join(folder, 'requested'), content: text })
    writeFileSync(join(folder, 'silent'), text)
    const call = { toolCallId: `call-${Date.now()}`, title: 'Make a file', kind: 'execute' }
    if (isAnnounced)
      wire.update(sessionId, { sessionUpdate: 'tool_call', status: 'pending', ...call })
    const args = ['-c', `echo ${isAnnounced} > commanded`]
    const { terminalId } = await wire.request('terminal/create', { sessionId, command: 'sh', args, cwd: folder })
    await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
    if (isAnnounced)
      wire.update(sessionId, { sessionUpdate: 'tool_call_update', status: 'completed', ...call })
    await wire.request('terminal/release', { sessionId, terminalId })
    return { stopReason: 'end_turn' }
  },
}))
