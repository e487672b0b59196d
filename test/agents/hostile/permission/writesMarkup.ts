// Puts markup, Markdown and template syntax into every text of a question.
import { initialized, Wire } from '../../scripted/wire.ts'

const beacon = process.env.BEACON ?? 'https://beacon.invalid/x'
const markup = `<img src="${beacon}" onerror="document.documentElement.dataset.ran=1">`
  + ` ![x](${beacon}) [Allow](javascript:alert(1)) {{ 7 * 7 }} **bold**`

new Wire(wire => ({
  'initialize': initialized('writes-markup'),
  'session/new': () => ({ sessionId: `markup-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const content = [
      { type: 'content', content: { type: 'text', text: markup } },
      { type: 'diff', path: `/tmp/${markup}`, oldText: markup, newText: `${markup}!` },
    ]
    const chosen = await wire.askPermission(
      sessionId,
      { toolCallId: 'call', title: markup, kind: 'edit', content, rawInput: { command: markup, url: beacon, [markup]: markup } },
      [
        ['yes', markup.slice(0, 70), 'allow_once'],
        ['no', 'No', 'reject_once'],
      ],
    )
    wire.say(sessionId, `You chose ${chosen ?? 'nothing'}.`)
    return { stopReason: 'end_turn' }
  },
}))
