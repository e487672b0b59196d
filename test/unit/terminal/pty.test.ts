import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { type Pty, startPty } from '../../../src/main/terminal/pty'

function run(line: string): { pty: Pty, ended: Promise<{ text: string, exit: TerminalExitStatus }> } {
  const pty = startPty({
    file: '/bin/sh',
    args: ['-c', line],
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '' },
    columns: 80,
    rows: 24,
  })
  let text = ''
  pty.onData(bytes => text += bytes.toString())
  return { pty, ended: new Promise(resolve => pty.onExit(exit => resolve({ text, exit }))) }
}

it('returns remaining output of a command that exited while reading was paused', async () => {
  const { pty, ended } = run('head -c 3000 /dev/zero | tr "\\0" x')
  pty.pause()
  expect((await ended).text).toBe('x'.repeat(3000))
})

it('returns remaining output of a command that exited while the event loop was busy', async () => {
  const { ended } = run('sleep 0.2; head -c 3000 /dev/zero | tr "\\0" x')
  const start = performance.now()
  setTimeout(() => {
    while (performance.now() - start < 450)
      continue
  }, 100)
  expect((await ended).text).toBe('x'.repeat(3000))
})

it('reports an exit by code or signal name', async () => {
  expect((await run('exit 200').ended).exit).toEqual({ exitCode: 200, signal: null })
  expect((await run('kill -SEGV $$').ended).exit).toEqual({ exitCode: null, signal: 'SIGSEGV' })
})

it('reports the exit even if a background process keeps the terminal open', async () => {
  const { pty, ended } = run('trap "" HUP; sleep 30 & echo done')
  expect((await ended).text).toBe('done\r\n')
  process.kill(-pty.pid, 'SIGKILL')
})
