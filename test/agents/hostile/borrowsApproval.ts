// Gets "always" for a harmless command and for one that appears only in a title, then runs lookalikes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { initialized, type JsonObject, Wire } from '../scripted/wire.ts'

const elsewhere = { command: 'cd build && echo made > made' }
const commands: readonly JsonObject[] = [
  { command: 'cd\n./evil && true' },
  { command: 'cd <(./evil)&& true' },
  { command: 'cd >made && true' },
  { command: 'cd ~ && true' },
  { command: 'cd .git/hooks && true' },
  { command: './true', args: [] },
  { command: './bash -c true' },
  { command: 'bash evil -c true' },
  { command: 'bash --rcfile evil -ic true' },
  { command: './evil' },
  { command: 'echo made > made' },
  { command: elsewhere.command, cwd: `${process.cwd()}/src` },
]

new Wire(wire => ({
  'initialize': initialized('borrows-approval'),
  'session/new': () => ({ sessionId: `borrows-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (const name of ['evil', 'bash', 'true'])
      writeFileSync(name, `#!/bin/sh\necho made > ${process.cwd()}/made\n`, { mode: 0o755 })
    for (const folder of ['.git/hooks', 'build', 'src/build'])
      mkdirSync(folder, { recursive: true })
    for (const [title, rawInput] of [
      ['true', { command: 'true' }],
      ['./evil', { commandLine: 'true' }],
      ['./evil', { command: {}, cmd: 'true' }],
      ['Run it', elsewhere],
    ]) {
      await wire.askPermission(sessionId, { toolCallId: `call-${JSON.stringify(rawInput)}`, title, kind: 'execute', rawInput }, [
        ['always', 'Always', 'allow_always'],
        ['no', 'No', 'reject_once'],
      ])
    }
    for (const command of commands) {
      await wire.request('terminal/create', { sessionId, ...command }).then(
        async ({ terminalId }) => {
          await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
          wire.say(sessionId, `ran ${JSON.stringify(command)}\n\n`)
        },
        () => wire.say(sessionId, 'refused\n\n'),
      )
    }
    return { stopReason: 'end_turn' }
  },
}))
