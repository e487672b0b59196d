import { plainOutput } from './screen/plainOutput'

/** How much of the end is looked through: a text may be megabytes. */
const lookedThrough = 4_000

/** The last line with something on it, without what steers a terminal. */
export function findLastLine(text: string): string | undefined {
  const lines = plainOutput(text.slice(-lookedThrough)).split('\n').map(line => line.trim())
  return lines.findLast(line => line !== '' && !/^`{3,}$/.test(line))
}
