// Leaks its secrets in every failure: in its log, errors, sign-in and exit.
import { initialized, type JsonObject, textOf, Wire, WireError } from '../scripted/wire.ts'

const key = process.env.AGENT_KEY!
let isSignedIn = false
let tries = 0
let token = ''

new Wire(() => ({
  'initialize': initialized('tells-secrets', {}, { authMethods: [{ id: 'login', name: 'Log in' }] }),
  'authenticate': () => {
    if (++tries === 1)
      throw new WireError(-32603, `The key ${key} is wrong`, { details: `Bearer ${key}` })
    isSignedIn = true
  },
  'session/new': ({ mcpServers }) => {
    if (!isSignedIn)
      throw new WireError(-32000, `Log in: ${key} is not enough`, { key })
    const [server] = mcpServers as { env: { value: string }[] }[]
    token = server!.env[0]!.value
    console.error(`starting with ${key} and ${token}`)
    return { sessionId: `tells-${process.pid}` }
  },
  'session/prompt': (params: JsonObject) => {
    if (textOf(params) === 'fail') {
      throw new WireError(-32603, `Refused: ${key}`, {
        request: { headers: { authorization: `Bearer ${token}` } },
        note: `${key} ${token}`,
      })
    }
    console.error(`fatal: ${key} ${token}`)
    process.exit(3)
  },
}))
