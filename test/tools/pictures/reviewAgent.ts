// Changes a few files like a coding agent, by tool calls and by a command: the content of the review's picture.
import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { initialized, type JsonObject, Wire } from '../../agents/scripted/wire.ts'

const edits: readonly (readonly [file: string, before: string, after: string])[] = [
  [
    'src/total.ts',
    '  return entries.reduce((sum, entry) => sum + round(entry.amount), 0)\n',
    '  const sum = entries.reduce((sum, entry) => sum + entry.amount, 0)\n  return round(sum)\n',
  ],
  ['src/total.ts', 'entry => round(entry.amount / count)', 'entry => entry.amount / count'],
  ['src/report.ts', 'total(entries).toFixed(1)', 'total(entries).toFixed(2)'],
]
/** A model pauses between announcing an action and performing it. */
const thinkingMs = 500
const tested = `import { expect, test } from 'vitest'
import { total } from '../src/total'

test('rounds once', () => {
  expect(total([{ amount: 0.004 }, { amount: 0.004 }])).toBe(0.01)
})
`
let folder = '/'

new Wire(wire => ({
  'initialize': initialized('ledger-agent'),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId: 'picture-2' }
  },
  'session/prompt': async ({ sessionId }) => {
    const update = (fields: JsonObject): void => wire.update(sessionId, fields)
    update({ sessionUpdate: 'session_info_update', title: 'Round totals to cents' })
    for (const [index, [file, before, after]] of edits.entries()) {
      const path = join(folder, file)
      const call = { toolCallId: `edit-${index}`, title: `Edit ${file}`, kind: 'edit', locations: [{ path }] }
      update({ sessionUpdate: 'tool_call', status: 'in_progress', ...call })
      await wait(thinkingMs)
      writeFileSync(path, readFileSync(path, 'utf8').replace(before, after))
      update({ sessionUpdate: 'tool_call_update', toolCallId: call.toolCallId, status: 'completed' })
    }
    writeFileSync(join(folder, 'test/total.test.ts'), tested)
    const command = 'echo "- Totals are rounded once." >> CHANGELOG.md'
    const run = { toolCallId: 'run', title: command, kind: 'execute', rawInput: { command } }
    update({ sessionUpdate: 'tool_call', status: 'in_progress', ...run })
    await wait(thinkingMs)
    execSync(command, { cwd: folder })
    await wait(thinkingMs)
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'run', status: 'completed' })
    wire.say(sessionId, 'Totals are rounded once now, at the end, and a test says so.')
    return { stopReason: 'end_turn' }
  },
}))
