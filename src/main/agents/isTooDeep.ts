// JSON.parse takes millions of levels, but JSON.stringify and structuredClone overflow from a few thousand on.
const maxDepth = 256

/** Whether a line of JSON is nested more deeply than anything honest is. */
export function isTooDeep(line: string): boolean {
  // Each level needs two characters, so most lines are too short; of the others most have too few brackets, which is quick to see.
  return line.length > 2 * maxDepth && countOpening(line) > maxDepth && depthOf(line) > maxDepth
}

function countOpening(line: string): number {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = line.indexOf(bracket); at >= 0 && count <= maxDepth; at = line.indexOf(bracket, at + 1))
      count++
  }
  return count
}

function depthOf(line: string): number {
  let depth = 0
  let deepest = 0
  let isString = false
  for (let index = 0; index < line.length && deepest <= maxDepth; index++) {
    const code = line.charCodeAt(index)
    if (code === 0x22) // "
      isString = !isString
    else if (isString && code === 0x5C) // a backslash takes the next character with it
      index++
    else if (!isString && (code === 0x7B || code === 0x5B)) // { [
      deepest = Math.max(deepest, ++depth)
    else if (!isString && (code === 0x7D || code === 0x5D)) // } ]
      depth--
  }
  return deepest
}
