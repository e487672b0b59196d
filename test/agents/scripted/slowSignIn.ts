// Signs in through the browser, with a question that names no session. "never" waits until it is cancelled, and reports
// that.
import { initialized, pause, textOf, Wire, WireError } from './wire.ts'

let isSignedIn = false
let cancelNever = (): void => undefined
let wasCancelled = false

new Wire(wire => ({
  'initialize': initialized('slow-sign-in', {}, { authMethods: [{ id: 'browser', name: 'Browser' }, { id: 'never', name: 'Never' }] }),
  '$/cancel_request': () => {
    wasCancelled = true
    cancelNever()
  },
  'authenticate': async ({ methodId }) => {
    if (methodId === 'never') {
      await new Promise<void>(resolve => cancelNever = resolve)
      throw new WireError(-32800, 'Request cancelled')
    }
    const { action } = await wire.request('elicitation/create', {
      requestId: 1,
      mode: 'url',
      elicitationId: 'device-1',
      url: 'https://login.example.org/device?code=ABCD',
      message: 'Sign in on the page that opens',
    })
    if (action !== 'accept')
      throw new WireError(-32603, `You did not open the page (${String(action)})`)
    await pause(200)
    wire.write({ method: 'elicitation/complete', params: { elicitationId: 'unknown' } })
    wire.write({ method: 'elicitation/complete', params: { elicitationId: 'device-1' } })
    isSignedIn = true
  },
  'session/new': () => {
    if (!isSignedIn)
      throw new WireError(-32000, 'Authentication required')
    return { sessionId: `slow-${process.pid}` }
  },
  'session/prompt': (params) => {
    wire.say(params.sessionId, `${textOf(params)}; ${wasCancelled ? 'cancelled before' : 'never cancelled'}`)
    return { stopReason: 'end_turn' }
  },
}))
