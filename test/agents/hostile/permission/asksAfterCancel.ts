// Asks during its turn, again after it was cancelled, and again after it has ended.
import { initialized, Wire } from '../../scripted/wire.ts'

const options = [['yes', 'Yes', 'allow_once'], ['no', 'No', 'reject_once']] as const

new Wire(wire => ({
  'initialize': initialized('asks-after-cancel'),
  'session/new': () => ({ sessionId: `after-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const ask = (when: string): Promise<void> =>
      wire
        .askPermission(
          sessionId,
          { toolCallId: when, title: `Ask ${when}`, kind: 'execute', rawInput: { command: `echo ${when}` } },
          options,
        )
        .then(chosen => wire.say(sessionId, `${when}: ${chosen ?? 'cancelled'}\n\n`))
    const first = ask('before')
    await wire.cancelled(sessionId)
    await first
    await ask('after')
    setTimeout(() => void ask('idle'), 50)
    return { stopReason: 'cancelled' }
  },
}))
