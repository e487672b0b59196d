/** The input that a paste sends to a program. */
interface PastedInput {
  readonly data: string
  /** Whether the program receives the lines one by one, as if each had been entered. */
  readonly runsLines: boolean
}

/**
 * All control characters except Tab and line ends: ESC and C1 start sequences, and others act as keys such as Ctrl+C.
 */
const controls = /[^\P{Cc}\t\r]/gu

/**
 * Prepares a pasted text for a program in a terminal. In a bracketed paste, which the program must have requested,
 * everything counts as text: ESC is removed, so that nothing in the text can end it.
 */
export function preparePastedInput(text: string, { isBracketed }: { isBracketed: boolean }): PastedInput {
  const typed = text.replace(/\r\n?|\n/g, '\r').replace(controls, '')
  return isBracketed
    ? { data: `\x1B[200~${typed}\x1B[201~`, runsLines: false }
    : { data: typed, runsLines: typed.includes('\r') }
}
