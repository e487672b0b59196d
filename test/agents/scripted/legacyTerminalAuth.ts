// Describes its sign-in as agents did before ACP had a type for it: a whole command in `_meta`, a script without its
// Node.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, textOf, Wire, WireError } from './wire.ts'

const file = join(process.cwd(), '.signed-in')

if (process.argv.includes('login')) {
  console.log(`Signing in as ${process.env.LOGIN_NAME}`)
  writeFileSync(file, process.env.LOGIN_NAME ?? '')
}
else {
  const isSignedIn = existsSync(file)
  new Wire(wire => ({
    'initialize': initialized(
      'legacy-terminal-auth',
      {},
      {
        authMethods: [
          {
            id: 'login',
            name: 'Login',
            _meta: {
              'terminal-auth': {
                command: process.execPath,
                args: [import.meta.filename, 'login'],
                label: 'Log in',
                env: { LOGIN_NAME: 'Ada', NODE_NO_WARNINGS: '1' },
              },
            },
          },
        ],
      },
    ),
    'session/new': () => {
      if (!isSignedIn)
        throw new WireError(-32000, 'Authentication required')
      return { sessionId: `legacy-${process.pid}` }
    },
    'session/prompt': (params) => {
      wire.say(params.sessionId, `You said: ${textOf(params)}`)
      return { stopReason: 'end_turn' }
    },
  }))
}
