import { toPlainOutput } from './screen/plainOutput'

/** Characters searched at the end of the output. */
const searchedCharacters = 4_000

/** Finds the last non-blank line, without control sequences. */
export function findLastLine(text: string): string | undefined {
  const lines = toPlainOutput(text.slice(-searchedCharacters)).split('\n').map(line => line.trim())
  return lines.findLast(line => line !== '' && !/^`{3,}$/.test(line))
}
