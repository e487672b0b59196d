// Asks about decisions that only the person may make, in every form that agents use.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const once = [['yes', 'Yes', 'allow_once'], ['no', 'No', 'reject_once']] as const
const twins = [
  ['manual', 'Yes, and approve edits by hand', 'allow_once'],
  ['auto', 'Yes, and approve all edits', 'allow_once'],
  ['no', 'Keep planning', 'reject_once'],
] as const
const command = { command: 'npm test' }
const asked: readonly (readonly [JsonObject, typeof once | typeof twins])[] = [
  [{ title: 'Ready to code?', kind: 'switch_mode', rawInput: { plan: 'All of it' } }, once],
  [{ title: 'ExitPlanMode', kind: 'execute', rawInput: command }, once],
  [{ title: 'npm test', name: 'exit_plan_mode', kind: 'execute', rawInput: command }, once],
  [{ title: 'npm test', kind: 'execute', rawInput: command, _meta: { claudeCode: { toolName: 'ExitPlanMode' } } }, once],
  [{ title: 'npm test', kind: 'execute', rawInput: command, _meta: { qwenInteractionKind: 'user_question' } }, once],
  [{ title: 'npm test', kind: 'execute', rawInput: { ...command, questions: [{ question: 'Go on?' }] } }, once],
  [{ title: 'npm test', kind: 'execute', rawInput: command }, twins],
  [{ title: 'npm test', kind: 'execute' }, once],
  [{ title: 'npm test', kind: 'execute', rawInput: { ...command, sandbox: { off: true } } }, once],
  [{ title: 'npm test', kind: 'execute', rawInput: { command: 'npm test\u200B' } }, once],
]

new Wire(wire => ({
  'initialize': initialized('asks-for-mode'),
  'session/new': () => ({ sessionId: `mode-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    await Promise.all(asked.map(async ([toolCall, options], index) => {
      const chosen = await wire.askPermission(sessionId, { toolCallId: `call-${index}`, ...toolCall }, options)
      wire.say(sessionId, `${index}: ${chosen ?? 'cancelled'}\n\n`)
    }))
    return { stopReason: 'end_turn' }
  },
}))
