// Executes its prompt, a JSON list of steps, and reports the responses to its requests.
import { initialized, type JsonObject, pause, textOf, Wire } from '../scripted/wire.ts'

interface Step {
  /** A method and its parameters; the session's id is added. */
  readonly ask?: readonly [method: string, params: JsonObject]
  /** The next step does not wait for this one, nor does the end of the turn. */
  readonly inBackground?: boolean
  /** Waits for everything in the background. */
  readonly untilDone?: boolean
  /** "$terminal" in it is replaced by the id of the last terminal. */
  readonly update?: JsonObject
  /** Number of times to send the update. */
  readonly times?: number
  readonly pauseMs?: number
  readonly untilCancelled?: boolean
}

let sessions = 0
let terminalId = ''

new Wire((wire) => {
  const take = async (sessionId: unknown, { ask, update, times = 1, pauseMs, untilCancelled }: Step) => {
    for (let time = 0; update && time < times; time++)
      wire.update(sessionId, JSON.parse(JSON.stringify(update).replaceAll('$terminal', terminalId)) as JsonObject)
    if (pauseMs !== undefined)
      await pause(pauseMs)
    if (untilCancelled)
      await wire.cancelled(sessionId)
    if (!ask)
      return
    const [method, params] = ask
    await wire.request(method, { sessionId, ...params }).then(
      (result) => {
        if (method === 'terminal/create')
          terminalId = (result as { terminalId: string }).terminalId
        wire.say(sessionId, `${method}: ${JSON.stringify(result)}\n\n`)
      },
      (error: Error) => wire.say(sessionId, `${method} failed: ${error.message}\n\n`),
    )
  }
  return {
    'initialize': initialized('puppet', JSON.parse(process.env.PUPPET_CAPABILITIES ?? '{}') as JsonObject),
    'session/new': () => ({ sessionId: `puppet-${process.pid}-${++sessions}` }),
    'session/prompt': async (params) => {
      const background: Promise<void>[] = []
      for (const step of JSON.parse(textOf(params)) as Step[]) {
        // The next steps reach Parley in the same chunk, so they arrive while this one is being checked.
        if (step.inBackground) {
          process.stdout.cork()
          setImmediate(() => process.stdout.uncork())
        }
        const taken = take(params.sessionId, step)
        if (step.inBackground)
          background.push(taken)
        else
          await taken
        if (step.untilDone)
          await Promise.all(background)
      }
      return { stopReason: 'end_turn' }
    },
  }
})
