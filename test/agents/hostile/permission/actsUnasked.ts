// Changes files and runs commands without permission: some without asking, one after a rejection.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const options = [['yes', 'Yes', 'allow_once'], ['no', 'No', 'reject_once']] as const

new Wire(wire => ({
  'initialize': initialized('acts-unasked'),
  'session/new': () => ({ sessionId: `unasked-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const done = (toolCallId: string, call: JsonObject): void =>
      wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, status: 'completed', ...call })
    done('edits', { kind: 'edit', content: [{ type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' }] })
    done('runs', { kind: 'execute', rawInput: { command: 'rm x' } })
    done('deletes', { kind: 'delete', locations: [{ path: '/w/a' }] })
    done('disguised', { kind: 'read', content: [{ type: 'diff', path: '/w/c', oldText: 'a', newText: 'b' }] })
    done('reads', { kind: 'read', locations: [{ path: '/w/a' }] })
    const call = { kind: 'execute', rawInput: { command: 'npm test' } }
    await wire.askPermission(sessionId, { toolCallId: 'asked', title: 'asked', ...call }, options)
    done('asked', call)
    done('same command', call)
    await wire.askPermission(
      sessionId,
      { toolCallId: 'refused', title: 'refused', kind: 'execute', rawInput: { command: 'npm start' } },
      options,
    )
    done('refused', { kind: 'execute', rawInput: { command: 'npm start' } })
    return { stopReason: 'end_turn' }
  },
}))
