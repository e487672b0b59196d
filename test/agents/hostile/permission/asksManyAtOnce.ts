// Asks 300 questions at once, and counts the answers.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('asks-many-at-once'),
  'session/new': () => ({ sessionId: `many-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const asked = Array.from({ length: 300 }, (_, index) =>
      wire.askPermission(
        sessionId,
        { toolCallId: `call-${index}`, title: `Question ${index}`, kind: 'execute', rawInput: { command: `echo ${index}` } },
        [
          ['yes', 'Yes', 'allow_once'],
          ['no', 'No', 'reject_once'],
        ],
      ))
    const answers = await Promise.all(asked)
    wire.say(sessionId, `${answers.length} answers, ${answers.filter(answer => answer === undefined).length} cancelled`)
    return { stopReason: 'cancelled' }
  },
}))
