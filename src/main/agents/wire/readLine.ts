import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { lineFault } from './lineFault'

/** What a line on an agent's output is. */
export type ReadLine
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
