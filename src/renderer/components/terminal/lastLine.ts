import { toPlainOutput } from './screen/plainOutput'

/** Characters searched at the end. */
const lookedThrough = 4_000

/** The last non-blank line without control sequences. */
export function findLastLine(text: string): string | undefined {
  const lines = toPlainOutput(text.slice(-lookedThrough)).split('\n').map(line => line.trim())
  return lines.findLast(line => line !== '' && !/^`{3,}$/.test(line))
}
