// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm'
import { expect, it, onTestFinished } from 'vitest'
import { measureWithFont, openScreen } from '../../../src/renderer/components/terminal/screen/openScreen'

const waitForFrame = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(resolve))

/** A screen that has scrolled, and how often its first row was drawn since. */
async function openScrolledScreen() {
  const box = document.body.appendChild(document.createElement('div'))
  const terminal = new Terminal({ rows: 3, cols: 20 })
  onTestFinished(() => terminal.dispose())
  openScreen(terminal, box)
  const write = async (text: string): Promise<void> => {
    await new Promise<void>(resolve => terminal.write(text, resolve))
    await waitForFrame()
    await waitForFrame()
  }
  await write('1\r\n2\r\n3\r\n4')
  const row = box.querySelector('.xterm-rows')!.firstElementChild!
  let draws = 0
  const replace = row.replaceChildren.bind(row)
  row.replaceChildren = (...nodes) => {
    draws++
    replace(...nodes)
  }
  return { box, terminal, row, write, draws: () => draws }
}

it('draws a row once for an output that scrolls', async () => {
  const { row, write, draws } = await openScrolledScreen()
  await write('\r\n5')
  expect([row.textContent, draws()]).toEqual(['3', 1])
})

it('draws a selection, and removes it', async () => {
  const { box, terminal } = await openScrolledScreen()
  const countSelected = (): number => box.querySelector('.xterm-selection')!.children.length
  terminal.selectAll()
  await waitForFrame()
  expect(countSelected()).toBeGreaterThan(0)
  terminal.clearSelection()
  await waitForFrame()
  expect(countSelected()).toBe(0)
})

it('does not measure a terminal without a font, as in a hidden thread', async () => {
  const options = { fontSize: Number.NaN, fontFamily: '' }
  await measureWithFont({ options } as Terminal)
  expect(options).toEqual({ fontSize: Number.NaN, fontFamily: '' })
})
