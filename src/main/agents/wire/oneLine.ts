/** They end a line for Node's readline, and for others that go by Unicode; JSON lets them stand in a text as they are. */
const lineEnds = [
  ['\u0085', '\\u0085'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
] as const

/** JSON that is one line for every reader. */
export function oneLine(message: object): string {
  let line = JSON.stringify(message)
  // Large ones are files and outputs: looking is a tenth of the cost of a replacement that finds nothing.
  for (const [end, escaped] of lineEnds) {
    if (line.includes(end))
      line = line.replaceAll(end, escaped)
  }
  return line
}
