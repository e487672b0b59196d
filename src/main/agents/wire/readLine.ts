import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

// JSON.parse handles millions of levels, but JSON.stringify and structuredClone overflow at a few thousand.
const maxDepth = 256

// An empty object takes three characters of a line and twenty times that in memory, so a 64 MiB line could exhaust it.
const maxParts = 1_000_000

/** Shorter lines cannot contain `maxParts` parts. */
const countedFrom = 1024 * 1024
const quote = 0x22
const comma = 0x2C
const openBracket = 0x5B
const backslash = 0x5C
const closeBracket = 0x5D
const openBrace = 0x7B
const closeBrace = 0x7D

type ReadLine
  = | { readonly kind: 'message', readonly message: JsonObject }
    | { readonly kind: 'batch', readonly batch: readonly unknown[] }
    /** A line that was not parsed. */
    | { readonly kind: 'faulty', readonly fault: NonNullable<ReturnType<typeof findLineFault>>, readonly head: string }
    /** Not an error: package managers and loggers write to the same pipe. */
    | { readonly kind: 'noise', readonly head: string }
    | { readonly kind: 'blank' }

/** Maximum length of a noise line in the trace. */
const maxNoiseCharacters = 1000
const headCharacters = 4096

/** Classifies and parses a line. */
export function readLine(line: string): ReadLine {
  const isJson = looksLikeJson(line)
  const fault = isJson ? findLineFault(line) : undefined
  if (fault !== undefined)
    return { kind: 'faulty', fault, head: copyStart(line, headCharacters) }
  const message = isJson ? parseLine(line) : undefined
  if (Array.isArray(message))
    return { kind: 'batch', batch: message }
  if (isJsonObject(message) && message.jsonrpc === '2.0')
    return { kind: 'message', message }
  const isBlank = line.length <= maxNoiseCharacters && line.trim() === ''
  return isBlank ? { kind: 'blank' } : { kind: 'noise', head: copyStart(line, maxNoiseCharacters) }
}

/** A cheap test that rejects most noise: an exception from JSON.parse takes a hundred times longer. */
function looksLikeJson(line: string): boolean {
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0D)
      return code === 0x7B || code === 0x5B // { [
  }
  return false
}

/** `undefined` if the line is not JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  }
  catch {
    return undefined // noise
  }
}

/** Copies the start of a line, because a slice would keep the whole line in memory. */
function copyStart(line: string, characters: number): string {
  return Buffer.from(line.slice(0, characters)).toString()
}

/** Detects, without parsing, a line that is unsafe to parse or to pass on. */
export function findLineFault(line: string): 'too deeply nested' | 'made of too many parts' | undefined {
  // Each level needs two characters, so most lines are too short. Most others have too few brackets, which is fast to
  // check.
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
      index = findClosingQuote(line, index)
    else if (code === closeBrace || code === closeBracket)
      depth--
    else if ((code === comma || code === openBrace || code === openBracket) && ++parts > maxParts)
      return 'made of too many parts'
    if ((code === openBrace || code === openBracket) && ++depth > maxDepth)
      return 'too deeply nested'
  }
  return undefined
}

/** Index of the closing quote of the string at `start`, or the length of the line. */
function findClosingQuote(line: string, start: number): number {
  for (let found = line.indexOf('"', start + 1); found >= 0; found = line.indexOf('"', found + 1)) {
    let backslashes = 0
    while (line.charCodeAt(found - backslashes - 1) === backslash)
      backslashes++
    if (backslashes % 2 === 0)
      return found
  }
  return line.length
}
