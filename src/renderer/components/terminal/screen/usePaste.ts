import type { Terminal } from '@xterm/xterm'
import { useEventListener } from '@vueuse/core'
import { type Ref, shallowRef } from 'vue'
import { preparePastedInput } from '../../../../shared/terminal/pastedInput'

/** Pieces of the maximum size of a write. */
const pieces = /[\s\S]{1,100000}/gu

/** Pastes into a terminal. Replaces xterm's paste, which lets a text end bracketed paste. */
export function usePaste({ box, terminal }: {
  box: Readonly<Ref<HTMLElement | null>>
  terminal: () => Terminal | undefined
}) {
  /** A text whose lines would run, until the person confirms it. */
  const pendingText = shallowRef<string>()

  useEventListener(box, 'paste', (event) => {
    event.preventDefault()
    event.stopPropagation()
    offer(event.clipboardData?.getData('text/plain') ?? '')
  }, { capture: true })

  /** Pastes a text. Asks first if the program would run its lines. */
  function offer(text: string): void {
    const input = prepareInput(text)
    if (!input || text === '')
      return
    if (input.runsLines)
      pendingText.value = text
    else
      write(input.data)
  }

  /** Pastes the confirmed text, with brackets if the program has requested them meanwhile. */
  function send(): void {
    const data = prepareInput(pendingText.value ?? '')?.data
    pendingText.value = undefined
    if (data !== undefined)
      write(data)
  }

  function write(data: string): void {
    for (const piece of data.match(pieces) ?? [])
      terminal()?.input(piece)
  }

  function prepareInput(text: string) {
    const screen = terminal()
    return screen && preparePastedInput(text, { isBracketed: screen.modes.bracketedPasteMode })
  }

  return { pendingText, send, offer }
}
