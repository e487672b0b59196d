// Signs in by its own command in a terminal, like Claude and Kimi: `--login` asks for a code, which is 42. The result
// is read only when the agent starts. It supports signing out.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { initialized, textOf, Wire, WireError } from './wire.ts'

const file = join(process.cwd(), '.signed-in')

if (process.argv.includes('--login')) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.question(`${process.env.LOGIN_GREETING}, what is the code? `, (code) => {
    if (code === '42')
      writeFileSync(file, '')
    console.log(code === '42' ? 'Welcome.' : 'The code is wrong.')
    process.exit(code === '42' ? 0 : 3)
  })
}
else {
  let isSignedIn = existsSync(file)
  let sessions = 0
  const check = (): void => {
    if (!isSignedIn)
      throw new WireError(-32000, 'Please log in first')
  }
  const authMethods = [
    { id: 'console', name: 'Log in with a code', type: 'terminal', args: ['--login'], env: { LOGIN_GREETING: 'Hello' } },
    { id: 'key', name: 'API key', type: 'env_var', vars: [] },
  ]
  new Wire(wire => ({
    'initialize': initialized('terminal-sign-in', { auth: { logout: {} } }, { authMethods }),
    'authenticate': () => {
      throw new WireError(-32603, 'A terminal method must not come here')
    },
    'logout': () => {
      rmSync(file, { force: true })
      isSignedIn = false
    },
    'session/new': () => {
      check()
      return {
        sessionId: `terminal-sign-in-${process.pid}-${++sessions}`,
        modes: {
          currentModeId: 'a',
          availableModes: [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'B' },
          ],
        },
      }
    },
    'session/set_mode': check,
    'session/prompt': (params) => {
      check()
      wire.say(params.sessionId, `You said: ${textOf(params)}`)
      return { stopReason: 'end_turn' }
    },
  }))
}
