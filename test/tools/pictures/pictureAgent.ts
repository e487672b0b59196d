import type { JsonObject } from '../../agents/scripted/wire.ts'
// Works on a small task like a coding agent, up to the moment of the pictures: tests run while it asks for another
// permission.
import { initialized, pause, Wire } from '../../agents/scripted/wire.ts'

const command = [
  String.raw`for name in parse total round export; do printf '\033[32m✔\033[0m %s\n' $name; sleep 0.2; done`,
  'echo \'Watching for changes\'',
  'sleep 600',
].join('; ')
const before
  = 'export function total(entries: Entry[]): number {\n  return entries.reduce((sum, entry) => sum + round(entry.amount), 0)\n}\n'
const after
  = 'export function total(entries: readonly Entry[]): number {\n  return round(entries.reduce((sum, entry) => sum + entry.amount, 0))\n}\n'
let folder = '/'

new Wire(wire => ({
  'initialize': initialized('ledger-agent'),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return {
      sessionId: 'picture-1',
      configOptions: [
        {
          id: 'mode',
          name: 'Mode',
          category: 'mode',
          type: 'select',
          currentValue: 'ask',
          options: [
            { value: 'ask', name: 'Ask' },
            { value: 'act', name: 'Act' },
          ],
        },
        { id: 'effort', name: 'Effort', type: 'select', currentValue: 'medium', options: [{ value: 'medium', name: 'Medium' }] },
      ],
    }
  },
  'session/prompt': async ({ sessionId }) => {
    const update = (sessionUpdate: string, fields: JsonObject): void => wire.update(sessionId, { sessionUpdate, ...fields })
    const plan = (done: number): void =>
      update('plan', {
        entries: ['Find where totals are computed', 'Round once, at the end', 'Run the tests', 'Push the branch'].map((content, index) => ({
          content,
          priority: index === 1 ? 'high' : 'medium',
          status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
        })),
      })
    const path = `${folder}/src/total.ts`
    update('session_info_update', { title: 'Round totals to cents' })
    update('agent_thought_chunk', {
      content: {
        type: 'text',
        text: 'Totals are off by a cent now and then. Rounding each entry adds up the errors; rounding the sum does not.',
      },
    })
    await pause(1_200)
    wire.say(
      sessionId,
      'The totals are off because each entry is rounded **before** they are added. '
      + 'I will round once, in `total()`, and run the tests while I do.',
    )
    plan(1)
    update('tool_call', {
      toolCallId: 'read',
      title: 'Read src/total.ts',
      kind: 'read',
      status: 'completed',
      locations: [{ path, line: 12 }],
    })
    update('tool_call', {
      toolCallId: 'edit',
      title: 'Edit src/total.ts',
      kind: 'edit',
      status: 'completed',
      locations: [{ path, line: 12 }],
      content: [{ type: 'diff', path, oldText: before, newText: after }],
    })
    plan(2)
    const run = { toolCallId: 'run', title: 'Run the tests', kind: 'execute', rawInput: { command, cwd: folder } }
    update('tool_call', { ...run, status: 'pending' })
    await wire.askPermission(sessionId, run, [['allow', 'Run it', 'allow_once'], ['reject', 'Do not', 'reject_once']])
    const { terminalId } = await wire.request('terminal/create', { sessionId, command, cwd: folder })
    update('tool_call_update', { toolCallId: 'run', status: 'in_progress', content: [{ type: 'terminal', terminalId }] })
    update('usage_update', { used: 48_200, size: 200_000, cost: { amount: 0.18, currency: 'USD' } })
    await wire.askPermission(
      sessionId,
      {
        toolCallId: 'push',
        title: 'Push the branch',
        kind: 'execute',
        rawInput: { command: 'git push origin HEAD:round-totals', cwd: folder },
      },
      [
        ['allow-always', 'Always push', 'allow_always'],
        ['allow', 'Push', 'allow_once'],
        ['reject', 'Do not', 'reject_once'],
      ],
    )
    return { stopReason: 'end_turn' }
  },
}))
