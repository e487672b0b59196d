import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type TestWatcher, useTerminals } from './testTerminals'

const testTerminals = useTerminals()

/** Reads at once, as a window does that keeps up. */
function keepUp({ received, ack }: TestWatcher): NodeJS.Timeout {
  return setInterval(() => ack(received.at(-1)?.offset ?? 0), 5)
}

function countCharacters({ received }: TestWatcher): number {
  return received.reduce((sum, output) => sum + output.data.length, 0)
}

it('sends each character to a watcher once, from the end of the view', async () => {
  const { terminals, run, watch } = testTerminals()
  const terminal = run('for i in $(seq 200); do echo "line $i €"; done; read x; echo "$x"')
  await expect.poll(() => terminal.output().output).toContain('line 20')
  const { received } = watch(terminal.terminalId)
  const opened = terminals.view(terminal.terminalId)!
  terminal.write('typed\r')
  await terminal.waitForExit()
  const end = terminals.view(terminal.terminalId)!
  expect(opened.output + received.map(output => output.data).join('')).toBe(end.output)
  expect(received.at(-1)?.offset).toBe(end.offset)
  expect(end.output).toMatch(/typed\r\ntyped\r\n$/)
})

it('a slow watcher pauses the command, and its removal loses no output', async () => {
  const { run, watch } = testTerminals()
  const terminal = run('head -c 3000000 /dev/zero | tr "\\0" x', { outputByteLimit: 4_000_000 })
  const watcher = watch(terminal.terminalId)
  await wait(500)
  expect(terminal.isRunning).toBe(true)
  expect(countCharacters(watcher)).toBeGreaterThan(200_000)
  expect(countCharacters(watcher)).toBeLessThan(300_000)
  watcher.stop()
  await terminal.waitForExit()
  expect(terminal.output().output.length).toBe(3_000_000)
})

it('a command waits for its slowest watcher until that is removed', async () => {
  const { run, watch } = testTerminals()
  const terminal = run('head -c 3000000 /dev/zero | tr "\\0" x')
  const slow = watch(terminal.terminalId)
  const quick = watch(terminal.terminalId)
  const reading = keepUp(quick)
  await wait(500)
  expect(countCharacters(slow)).toBeLessThan(300_000)
  slow.ack(100_000)
  await wait(300)
  expect(countCharacters(slow)).toBeLessThan(400_000)
  expect(terminal.isRunning).toBe(true)
  slow.stop()
  await terminal.waitForExit()
  expect(countCharacters(quick)).toBe(3_000_000)
  clearInterval(reading)
})

it('passes a new size to the command', async () => {
  const { run, terminals } = testTerminals()
  const terminal = run('stty size; trap "stty size; exit" WINCH; while true; do sleep 0.02; done')
  await expect.poll(() => terminal.output().output).toBe('24 80\n')
  await wait(100) // the trap is set after the first line
  terminal.resize(120, 40)
  await terminal.waitForExit()
  expect(terminal.output().output).toBe('24 80\n40 120\n')
  expect(terminals.view(terminal.terminalId)).toMatchObject({ columns: 120, rows: 40 })
})

it('ignores input, resizing and acknowledgements after the exit', async () => {
  const { run, terminals, watch } = testTerminals()
  const terminal = run('true')
  const watcher = watch(terminal.terminalId)
  await terminal.waitForExit()
  terminal.write('x')
  terminal.resize(100, 30)
  watcher.ack(5)
  expect(terminals.view(terminal.terminalId)).toMatchObject({ columns: 80, rows: 24, state: 'exited' })
})
