import type { JsonObject } from './wire.ts'
// Behaves like claude-agent-acp: runs commands itself and shows them in `_meta` terminals, asks with fields that no
// call had, and reports edits as snippets.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, runShell, textOf, Wire } from './wire.ts'

const options = [
  ['allow_always', 'Always Allow', 'allow_always'],
  ['allow', 'Allow', 'allow_once'],
  ['reject', 'Reject', 'reject_once'],
] as const
/** The last word of a command that creates or removes something. */
function touched(command: string, cwd: string): JsonObject[] {
  const words = command.split(' ')
  return ['mkdir', 'touch', 'rm'].includes(words[0]!) ? [{ path: join(cwd, words.at(-1)!) }] : []
}

const folders = new Map<unknown, string>()
let calls = 0

new Wire(wire => ({
  'initialize': initialized('claude-dialect', {
    loadSession: false,
    promptCapabilities: { image: true, embeddedContext: true },
    _meta: { claudeCode: { promptQueueing: true } },
  }),
  'session/new': ({ cwd }) => {
    const sessionId = `claude-${folders.size + 1}`
    folders.set(sessionId, String(cwd))
    return {
      sessionId,
      modes: {
        currentModeId: 'default',
        availableModes: [
          { id: 'default', name: 'Default' },
          { id: 'plan', name: 'Plan' },
        ],
      },
    }
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    const [verb, ...rest] = textOf(params).split(' ')
    const cwd = folders.get(sessionId) ?? '/'
    const toolCallId = `toolu_${++calls}`
    const update = (fields: JsonObject) => wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, ...fields })
    if (verb === 'run') {
      const command = rest.join(' ')
      wire.update(sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: 'Terminal',
        kind: 'execute',
        status: 'pending',
        rawInput: {},
        content: [{ type: 'terminal', terminalId: toolCallId }],
        _meta: { terminal_info: { terminal_id: toolCallId, cwd } },
      })
      update({ title: command, rawInput: { command, description: 'As asked' } })
      const chosen = await wire.askPermission(
        sessionId,
        // The files that it thinks the command touches.
        { toolCallId, title: `\`${command}\``, kind: 'execute', rawInput: { command }, locations: touched(command, cwd) },
        options,
      )
      if (chosen === undefined)
        return { stopReason: 'cancelled' }
      if (chosen === 'reject') {
        update({ status: 'failed', content: [{ type: 'content', content: { type: 'text', text: 'The user rejected it' } }] })
      }
      else {
        const { code, signal } = await runShell(command, cwd, data =>
          update({ _meta: { terminal_output: { terminal_id: toolCallId, data } } }))
        // Never in_progress; the exit code arrives with the end.
        update({
          status: code === 0 ? 'completed' : 'failed',
          _meta: { terminal_exit: { terminal_id: toolCallId, exit_code: code, signal } },
        })
      }
    }
    if (verb === 'edit') {
      const [name = '', oldText = '', newText = ''] = rest
      const path = join(cwd, name)
      wire.update(sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: `Edit ${name}`,
        kind: 'edit',
        status: 'pending',
        locations: [{ path }],
        content: [{ type: 'diff', path, oldText, newText }],
      })
      if (
        (await wire.askPermission(
          sessionId,
          { toolCallId, rawInput: { file_path: path, old_string: oldText, new_string: newText } },
          options,
        )) === undefined
      ) {
        return { stopReason: 'cancelled' }
      }
      // Directly on disk, without the client.
      writeFileSync(path, readFileSync(path, 'utf8').replace(oldText, newText))
      update({ status: 'completed', locations: [{ path, line: 1 }] })
    }
    if (verb === 'delegate') {
      // Two concurrent subagents with interleaved calls; the second asks.
      const begin = (id: string, title: string, fields: JsonObject) =>
        wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId: id, title, status: 'pending', ...fields })
      const of = (parent: string, toolName: string) => ({ _meta: { claudeCode: { toolName, parentToolUseId: parent } } })
      const end = (id: string) => wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed' })
      const [first, second] = [`${toolCallId}_a`, `${toolCallId}_b`]
      begin(first, 'Look for callers', { kind: 'think', _meta: { claudeCode: { toolName: 'Task' } } })
      begin(second, 'Run the tests', { kind: 'think', _meta: { claudeCode: { toolName: 'Task' } } })
      begin(`${first}1`, 'Read main.ts', { kind: 'read', ...of(first, 'Read') })
      begin(`${second}1`, '`npm test`', { kind: 'execute', rawInput: { command: 'npm test' }, ...of(second, 'Bash') })
      end(`${first}1`)
      begin(`${first}2`, 'grep callers', { kind: 'search', ...of(first, 'Grep') })
      await wire.askPermission(sessionId, { toolCallId: `${second}1`, rawInput: { command: 'npm test' } }, options)
      for (const id of [`${first}2`, `${second}1`, first, second])
        end(id)
    }
    wire.say(sessionId, 'Done.')
    return { stopReason: 'end_turn', usage: { inputTokens: 1, outputTokens: 1 } }
  },
}))
