/** Characters of a terminal's output that are stored. */
const maxKeptCharacters = 256 * 1024

/** Everything from entering the alternate screen to leaving it, or to the end. */
const alternateScreen = /\x1B\[\?(?:47|1047|1049)h[\s\S]*?(?:\x1B\[\?(?:47|1047|1049)l|$)/g
/**
 * Resets state that earlier programs may have left: scrolling region and origin mode, which move the cursor; colours,
 * character sets, keypad, insert mode, cursor, wrapping, mouse and focus reports, alternate screen, bracketed paste.
 */
const reset = [
  '\x1B7\x1B[r\x1B[?6l\x1B8',
  '\x1B[0m\x1B(B\x0F\x1B>\x1B[4l',
  '\x1B[?1;1000;1002;1003;1004;1006;1015;1016l\x1B[?47;1047;1049;2004l\x1B[?7;25h',
].join('')

/** The end of the output to store, without full-screen programs, which nothing redraws. */
export function trimOutput(output: string): string {
  const text = output.replace(alternateScreen, '')
  if (text.length <= maxKeptCharacters)
    return text
  const end = text.slice(-maxKeptCharacters)
  return end.slice(end.indexOf('\n') + 1)
}

/** Stored output to show above a new shell's. Empty if there is none. */
export function restoreOutput(kept: string): string {
  return kept === '' ? '' : `${kept}${reset}\r\n\x1B[2m── The shell was started anew ──\x1B[0m\r\n`
}
