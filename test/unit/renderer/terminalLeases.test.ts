import { expect, it } from 'vitest'
import { TerminalLeases } from '../../../src/renderer/components/terminal/follow/terminalLeases'

/** Two cards of one terminal, and their common calls. */
function openTwoCards() {
  const leases = new TerminalLeases()
  const sent: (number | 'left')[] = []
  const take = () => leases.take('t', { onDrawn: offset => sent.push(offset), onLeft: () => sent.push('left') })
  return { first: take(), second: take(), sent }
}

it('acknowledges what both cards of a terminal have drawn, once', () => {
  const { first, second, sent } = openTwoCards()
  first.drawn(0)
  second.drawn(0)
  first.drawn(100)
  expect(sent).toEqual([])
  second.drawn(50)
  second.drawn(100)
  expect(sent).toEqual([50, 100])
})

it('does not wait for a card that is opening or closed', () => {
  const { first, second, sent } = openTwoCards()
  first.drawn(0)
  second.drawn(0)
  first.drawn(100)
  second.reopen()
  expect(sent).toEqual([100])
  second.drawn(100)
  first.drawn(200)
  second.release()
  expect(sent).toEqual([100, 200])
})

it('closes the terminal with its last card', () => {
  const { first, second, sent } = openTwoCards()
  first.release()
  expect(sent).toEqual([])
  second.release()
  second.release()
  expect(sent).toEqual(['left'])
})
