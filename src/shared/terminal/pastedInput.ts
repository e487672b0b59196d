/** What a paste sends to a program. */
interface PastedInput {
  readonly data: string
  /** Its lines reach the program one by one, as if each had been typed with Enter. */
  readonly runsLines: boolean
}

/** All control characters but Tab and line ends: ESC and C1 begin sequences, and others are keys, such as Ctrl+C. */
const controls = /[^\P{Cc}\t\r]/gu

/**
 * A pasted text as a program in a terminal gets it, where no program of ours is between. In brackets, which the
 * program has asked for, it is text to the program whatever it holds: nothing in it can end them.
 */
export function pastedInput(text: string, { isBracketed }: { isBracketed: boolean }): PastedInput {
  const typed = text.replace(/\r\n?|\n/g, '\r').replace(controls, '')
  return isBracketed
    ? { data: `\x1B[200~${typed}\x1B[201~`, runsLines: false }
    : { data: typed, runsLines: typed.includes('\r') }
}
