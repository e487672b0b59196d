import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

// JSON.parse takes millions of levels, but JSON.stringify and structuredClone overflow from a few thousand on.
const maxDepth = 256

// An empty object takes three characters of a line and twenty times that in memory: 64 MiB of them would fill it.
const maxParts = 1_000_000

/** Shorter lines have no room for too many parts. */
const countedFrom = 1024 * 1024
const quote = 0x22
const comma = 0x2C
const openBracket = 0x5B
const backslash = 0x5C
const closeBracket = 0x5D
const openBrace = 0x7B
const closeBrace = 0x7D

/** What a line on an agent's output is. */
type ReadLine
  = | { readonly kind: 'message', readonly message: JsonObject }
    | { readonly kind: 'batch', readonly batch: readonly unknown[] }
    /** Not parsed; `head` is its beginning. */
    | { readonly kind: 'faulty', readonly fault: NonNullable<ReturnType<typeof lineFault>>, readonly head: string }
    /** Package managers and loggers write to the same pipe; this is not an error. */
    | { readonly kind: 'noise', readonly head: string }
    | { readonly kind: 'blank' }

/** How much of a noise line the trace keeps. */
const maxNoiseCharacters = 1000
const headCharacters = 4096

/** Classifies and parses a line. */
export function readLine(line: string): ReadLine {
  const isJson = beginsAsMessage(line)
  const fault = isJson ? lineFault(line) : undefined
  if (fault !== undefined)
    return { kind: 'faulty', fault, head: ownText(line, headCharacters) }
  const message = isJson ? parseLine(line) : undefined
  if (Array.isArray(message))
    return { kind: 'batch', batch: message }
  if (isJsonObject(message) && message.jsonrpc === '2.0')
    return { kind: 'message', message }
  const isBlank = line.length <= maxNoiseCharacters && line.trim() === ''
  return isBlank ? { kind: 'blank' } : { kind: 'noise', head: ownText(line, maxNoiseCharacters) }
}

/** Most noise does not even begin like JSON; learning that from an exception costs a hundred times more. */
function beginsAsMessage(line: string): boolean {
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0D)
      return code === 0x7B || code === 0x5B // { [
  }
  return false
}

/** `undefined` for what is not JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  }
  catch {
    return undefined // noise
  }
}

/** The beginning of a line as a copy: a slice would keep the whole line alive, and lines may be huge. */
function ownText(line: string, characters: number): string {
  return Buffer.from(line.slice(0, characters)).toString()
}

/** Why a line of JSON would be dangerous to parse or to pass on; found without parsing it. */
export function lineFault(line: string): 'too deeply nested' | 'made of too many parts' | undefined {
  // Each level needs two characters, so most lines are too short; most others have too few brackets, which is quick to
  // count.
  if (line.length <= 2 * maxDepth || (line.length < countedFrom && countOpening(line) <= maxDepth))
    return undefined
  return scan(line)
}

function countOpening(line: string): number {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = line.indexOf(bracket); at >= 0 && count <= maxDepth; at = line.indexOf(bracket, at + 1))
      count++
  }
  return count
}

function scan(line: string): 'too deeply nested' | 'made of too many parts' | undefined {
  let depth = 0
  let parts = 0
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code === quote)
      index = endOfText(line, index)
    else if (code === closeBrace || code === closeBracket)
      depth--
    else if ((code === comma || code === openBrace || code === openBracket) && ++parts > maxParts)
      return 'made of too many parts'
    if ((code === openBrace || code === openBracket) && ++depth > maxDepth)
      return 'too deeply nested'
  }
  return undefined
}

/** The end of the string that begins at `start`: its closing quote, or the end of the line. */
function endOfText(line: string, start: number): number {
  for (let found = line.indexOf('"', start + 1); found >= 0; found = line.indexOf('"', found + 1)) {
    let backslashes = 0
    while (line.charCodeAt(found - backslashes - 1) === backslash)
      backslashes++
    if (backslashes % 2 === 0)
      return found
  }
  return line.length
}
