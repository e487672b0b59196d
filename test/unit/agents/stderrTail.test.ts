import { expect, it } from 'vitest'
import { StderrTail } from '../../../src/main/agents/process/stderrTail'

function createTail(): { tail: StderrTail, lines: string[] } {
  const lines: string[] = []
  return { tail: new StderrTail(line => lines.push(line)), lines }
}

it('reports each line, and keeps the last 64 KiB from the start of a line', () => {
  const { tail: log, lines } = createTail()
  for (let index = 0; index < 10_000; index++)
    log.push(Buffer.from(`line ${index} of the log\n`))
  expect(lines).toHaveLength(10_000)
  expect(log.text.length).toBeLessThanOrEqual(64 * 1024)
  expect(log.text).toMatch(/^line \d+ of the log\n/)
  expect(log.text.endsWith('line 9998 of the log\nline 9999 of the log')).toBe(true)
})

it('reports the first and last lines of a flood, and how many it skipped', () => {
  const { tail: log, lines } = createTail()
  log.push(Buffer.from(Array.from({ length: 65_536 }, (_, index) => `${index}\n`).join('')))
  expect(lines).toHaveLength(501)
  expect(lines[250]).toBe('… (65036 lines left out)')
  expect(lines.at(-1)).toBe('65535')
  expect(log.text).toContain('… (65036 lines left out)')
})

it('splits a line after 8 KiB without a newline', () => {
  const { tail: log, lines } = createTail()
  log.push(Buffer.from('x'.repeat(10_000)))
  log.push(Buffer.from('half'))
  expect(lines).toEqual(['x'.repeat(8192)])
  expect(log.text).toBe(`${'x'.repeat(8192)}\nhalf`)
})
