import { expect, it } from 'vitest'
import { ScreenOutput } from '../../../src/main/terminal/stream/screenOutput'

it('keeps escape sequences, and counts characters from the start', () => {
  const screen = new ScreenOutput()
  screen.append('\x1B[31mred')
  screen.append('\x1B[0m\r\n')
  expect(screen).toMatchObject({ offset: 14, truncated: false })
  expect(screen.text()).toBe('\x1B[31mred\x1B[0m\r\n')
})

it('truncates at a line start, and continues counting', () => {
  const screen = new ScreenOutput()
  const line = `\x1B[32m${'x'.repeat(88)}\x1B[0m\r\n`
  for (let count = 0; count < 20_000; count++)
    screen.append(line)
  expect(screen.offset).toBe(line.length * 20_000)
  expect(screen.truncated).toBe(true)
  expect(screen.text().length).toBeGreaterThan(1024 * 1024 - line.length)
  expect(screen.text().length).toBeLessThan(1.3 * 1024 * 1024)
  expect(screen.text().length % line.length).toBe(0)
})

it('truncates before an escape sequence if there are no lines', () => {
  const screen = new ScreenOutput()
  for (let count = 0; count < 200_000; count++)
    screen.append(`\x1B[${count % 24};1Hupdate`)
  expect(screen.text()).toMatch(/^\x1B\[\d+;1Hupdate/)
})
