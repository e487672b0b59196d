import type { Text } from '@codemirror/state'

/** A line's indentation. */
export interface Indent {
  readonly kind: 'spaces' | 'tabs'
  /** One step of indentation. */
  readonly size: number
}

const maxScannedLines = 1_000
const longestIndent = 64

/** Detects a text's indentation by the steps between lines; two spaces by default. */
export function detectIndent(text: Text): Indent {
  let tabs = 0
  let before = 0
  const steps = new Map<number, number>()
  for (let number = 1; number <= Math.min(text.lines, maxScannedLines); number++) {
    const { from, to } = text.line(number)
    const line = text.sliceString(from, Math.min(to, from + longestIndent))
    if (line.startsWith('\t'))
      tabs++
    const blanks = /^ */.exec(line)![0].length
    if (line.trim() === '' || /^ +\*/.test(line))
      continue
    const step = Math.abs(blanks - before)
    if (step >= 2 && step <= 8)
      steps.set(step, (steps.get(step) ?? 0) + 1)
    before = blanks
  }
  const [size = 2, count = 0] = [...steps].toSorted((one, other) => other[1] - one[1])[0] ?? []
  return tabs > count ? { kind: 'tabs', size: 4 } : { kind: 'spaces', size }
}
