import type { Buffer } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'

/**
 * Splits a program's output into lines only at line feeds, because JSON may contain other characters at which
 * `readline` splits. Yields `undefined` for a line that is too long.
 */
export async function* readLines(
  pieces: AsyncIterable<Buffer>,
  maxCharacters: number,
): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder('utf8')
  let line = ''
  let isTooLong = false
  for await (const piece of pieces) {
    for (const [place, part] of decoder.write(piece).split('\n').entries()) {
      if (place > 0) {
        if (!isTooLong)
          yield line
        line = ''
        isTooLong = false
      }
      if (isTooLong)
        continue
      line += part
      if (line.length > maxCharacters) {
        line = ''
        isTooLong = true
        yield undefined
      }
    }
  }
  if (line !== '')
    yield line
}
