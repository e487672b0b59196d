// Passes arguments that a shell would split.
import { attack } from '../attack.ts'

const args = [
  '$(touch made)',
  '`touch made`',
  '; touch made',
  '&& touch made',
  '| touch made',
  '> made',
  'two\nlines',
  `'"\\`,
  '*',
  '~',
  '$HOME',
  '%PATH%',
  '',
  '--',
  '\u001B]0;x\u0007',
]

attack('passes-arguments', async ({ call }) => {
  const created = await call('terminal/create', { command: 'printf', args: ['<%s>', ...args] })
  const { terminalId } = created as { terminalId: string }
  await call('terminal/wait_for_exit', { terminalId })
  return { ...await call('terminal/output', { terminalId }) as object, expected: args.map(arg => `<${arg}>`).join('') }
})
