import { drawnLength } from './drawnLength'
import { formatNumber } from './format'

/** As much of a text as `budget` reaches, made readable, and how many characters were left out. */
export function beginningOf(text: string, budget: number, makeReadable: (beginning: string) => string): string {
  const { length } = drawnLength(text, budget)
  const shown = makeReadable(text.slice(0, length))
  return length < text.length ? `${shown}… (${formatNumber(text.length - length)} more characters)` : shown
}
