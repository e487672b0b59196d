import type { JsonObject } from './wire.ts'
// Asks to approve a plan like Claude, Codex, Qwen or Kimi (`plan claude`, or `plan claude` and the plan below), and can
// be steered: `work` lasts until `finish` or a cancel. `race` ends when it is steered.
import { initialized, textOf, Wire } from './wire.ts'

const steps = '1. Read the client\n2. Retry with a pause\n   - three times at most\n3. Test it\n'
const shortPlan = `# Retry payments\n\nPayments fail when the bank is slow.\n\n${steps}`
const content = (text: string): JsonObject => ({ type: 'content', content: { type: 'text', text } })

type Option = readonly [optionId: string, name: string, kind: string]
const claudes: readonly Option[] = [
  ['auto', 'Yes, and use auto mode', 'allow_always'],
  ['default', 'Yes, manually approve edits', 'allow_once'],
  ['reject', 'No, keep planning', 'reject_once'],
]
const requests: Readonly<Record<string, (plan: string) => { toolCall: JsonObject, options: readonly Option[] }>> = {
  claude: plan => ({ toolCall: { title: 'Approve Plan', rawInput: { plan } }, options: claudes }),
  codex: plan => ({
    toolCall: { title: 'Implement this plan?', kind: 'switch_mode', status: 'pending', rawInput: { plan } },
    options: [
      ['implement_plan', 'Yes, implement this plan', 'allow_once'],
      ['revise_plan', 'No, and tell Codex what to do differently', 'reject_once'],
    ],
  }),
  qwen: plan => ({
    toolCall: { title: 'Plan:', kind: 'switch_mode', content: [content(plan)], rawInput: { plan }, _meta: { toolName: 'exit_plan_mode' } },
    options: [
      ['restore_previous', 'Yes, restore previous mode (default)', 'allow_once'],
      ['proceed_once', 'Yes, and manually approve edits', 'allow_once'],
      ['cancel', 'No, keep planning (esc)', 'reject_once'],
    ],
  }),
  kimi: plan => ({
    toolCall: {
      title: 'ExitPlanMode',
      content: [content(`Plan saved to: /plans/a.md\n\n${plan}`), content('Requesting approval to Presenting plan')],
    },
    options: [
      ['plan_approve', 'Approve', 'allow_once'],
      ['plan_revise', 'Revise', 'reject_once'],
      ['plan_reject_and_exit', 'Reject and Exit', 'reject_once'],
    ],
  }),
}

new Wire((wire) => {
  let calls = 0
  let end: ((reason: string) => void) | undefined
  let isRace = false

  async function ask(sessionId: unknown, dialect: string, plan: string): Promise<string> {
    const toolCallId = `plan-${++calls}`
    const { toolCall, options } = requests[dialect]!(plan)
    if (dialect === 'claude') {
      const call = { toolCallId, title: 'Approve Plan', kind: 'switch_mode', content: [content(plan)], rawInput: { plan } }
      wire.update(sessionId, { sessionUpdate: 'tool_call', ...call, _meta: { claudeCode: { toolName: 'ExitPlanMode' } } })
    }
    const chosen = await wire.askPermission(sessionId, { toolCallId, ...toolCall }, options)
    const isAllowed = options.some(([optionId, , kind]) => optionId === chosen && kind.startsWith('allow'))
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: isAllowed ? 'completed' : 'failed' })
    wire.say(sessionId, `You chose ${chosen}.`)
    return chosen === 'reject' ? 'cancelled' : 'end_turn'
  }

  return {
    'initialize': initialized('planner', {}, { _meta: { steering: { supported: true } } }),
    'session/new': () => ({ sessionId: `planner-${process.pid}` }),
    'session/prompt': async (params) => {
      const { sessionId } = params
      if (end)
        throw new Error('A second prompt came during a turn.')
      const [first = '', ...plan] = textOf(params).split('\n')
      const [word, dialect = 'claude'] = first.split(' ')
      if (word === 'plan')
        return { stopReason: await ask(sessionId, dialect, plan.join('\n') || shortPlan) }
      if (word !== 'work' && word !== 'race') {
        wire.say(sessionId, `I was told: ${textOf(params)}`)
        return { stopReason: 'end_turn' }
      }
      isRace = word === 'race'
      wire.say(sessionId, 'Working.')
      const stopReason = await new Promise<string>((resolve) => {
        end = resolve
        void wire.cancelled(sessionId).then(() => resolve('cancelled'))
      })
      end = undefined
      return { stopReason }
    },
    '_session/steering': (params) => {
      const { sessionId, _meta } = params
      const running = end
      if (isRace)
        running?.('end_turn')
      if (!running || isRace) {
        const { idleBehavior } = (_meta as { steering?: JsonObject } | undefined)?.steering ?? {}
        return idleBehavior === 'promptRequired' ? { outcome: 'promptRequired', reason: 'noRunningTurn' } : { outcome: 'startedNewTurn' }
      }
      wire.say(sessionId, `Steered: ${textOf(params)}`)
      if (textOf(params) === 'finish')
        setTimeout(() => running('end_turn'))
      return textOf(params) === 'fail' ? { outcome: 'failed' } : { outcome: 'injected' }
    },
  }
})
