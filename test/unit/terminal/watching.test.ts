import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { useTerminals } from './testTerminals'

const testTerminals = useTerminals()

it('tells whoever watches each character once, from where the view ended', async () => {
  const { terminals, run, told } = testTerminals()
  const terminal = run('for i in $(seq 200); do echo "line $i €"; done; read x; echo "$x"')
  await vi.waitFor(() => expect(terminal.output().output).toContain('line 20'))
  terminals.watch(terminal.terminalId)
  const opened = terminals.view(terminal.terminalId)!
  terminal.write('typed\r')
  await terminal.waitForExit()
  const end = terminals.view(terminal.terminalId)!
  expect(opened.output + told.map(output => output.data).join('')).toBe(end.output)
  expect(told.at(-1)?.offset).toBe(end.offset)
  expect(end.output).toMatch(/typed\r\ntyped\r\n$/)
})

it('is held back by a watcher that does not keep up, and loses nothing when it goes on', async () => {
  const { terminals, run, told } = testTerminals()
  const terminal = run('head -c 3000000 /dev/zero | tr "\\0" x', { outputByteLimit: 4_000_000 })
  terminals.watch(terminal.terminalId)
  await wait(500)
  expect(terminal.isRunning).toBe(true)
  const waiting = told.reduce((sum, output) => sum + output.data.length, 0)
  expect(waiting).toBeGreaterThan(200_000)
  expect(waiting).toBeLessThan(300_000)
  terminals.unwatch(terminal.terminalId)
  await terminal.waitForExit()
  expect(terminal.output().output.length).toBe(3_000_000)
})

it('gives a resized terminal\'s command its new size', async () => {
  const { run, terminals } = testTerminals()
  const terminal = run('stty size; trap "stty size; exit" WINCH; while true; do sleep 0.02; done')
  await vi.waitFor(() => expect(terminal.output().output).toBe('24 80\n'))
  await wait(100) // the trap is set after the first line
  terminal.resize(120, 40)
  await terminal.waitForExit()
  expect(terminal.output().output).toBe('24 80\n40 120\n')
  expect(terminals.view(terminal.terminalId)).toMatchObject({ columns: 120, rows: 40 })
})

it('takes typing, resizing and acknowledging after the end without complaint', async () => {
  const { run, terminals } = testTerminals()
  const terminal = run('true')
  await terminal.waitForExit()
  terminal.write('x')
  terminal.resize(100, 30)
  terminal.ack(5)
  expect(terminals.view(terminal.terminalId)).toMatchObject({ columns: 80, rows: 24, state: 'exited' })
})
