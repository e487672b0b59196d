import type { Text } from '@codemirror/state'
import { setImmediate as turnOfLoop } from 'node:timers/promises'

/** Put together at once: a few milliseconds of work. */
const stepCharacters = 256 * 1024

/** The characters of a text. Between steps the loop goes on with other work. */
export async function flatText(text: Text): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; from += stepCharacters) {
    // A slice would be a rope of its lines, and all of it be copied at once later.
    pieces.push([...text.iterRange(from, Math.min(text.length, from + stepCharacters))].join(''))
    if (text.length > stepCharacters)
      await turnOfLoop()
  }
  return pieces.join('')
}
