import type { Terminal } from '@xterm/xterm'
import { useEventListener } from '@vueuse/core'
import { type Ref, shallowRef } from 'vue'
import { preparePastedInput } from '../../../../shared/terminal/pastedInput'

/** Maximum size of a write. */
const pieces = /[\s\S]{1,100000}/gu

/** Pastes into a terminal, in place of xterm, which lets a text end bracketed paste. */
export function usePaste({ box, terminal }: {
  box: Readonly<Ref<HTMLElement | null>>
  terminal: () => Terminal | undefined
}) {
  /** A text whose lines would run, pending confirmation. */
  const asked = shallowRef<string>()

  useEventListener(box, 'paste', (event) => {
    event.preventDefault()
    event.stopPropagation()
    offer(event.clipboardData?.getData('text/plain') ?? '')
  }, { capture: true })

  /** Pastes a text, after a question if the program would run its lines. */
  function offer(text: string): void {
    const input = inputOf(text)
    if (!input || text === '')
      return
    if (input.runsLines)
      asked.value = text
    else
      write(input.data)
  }

  /** Uses brackets if the program has requested them meanwhile. */
  function send(): void {
    const data = inputOf(asked.value ?? '')?.data
    asked.value = undefined
    if (data !== undefined)
      write(data)
  }

  function write(data: string): void {
    for (const piece of data.match(pieces) ?? [])
      terminal()?.input(piece)
  }

  function inputOf(text: string) {
    const screen = terminal()
    return screen && preparePastedInput(text, { isBracketed: screen.modes.bracketedPasteMode })
  }

  return { asked, send, offer }
}
