import type { Text } from '@codemirror/state'
import { LineBuilder } from './lineBuilder'

/** The characters of a file as an editor holds them: without a byte order mark, whatever ends the lines. */
export function fileText(characters: string): Text {
  const builder = new LineBuilder()
  builder.add(characters.startsWith('\uFEFF') ? characters.slice(1) : characters)
  return builder.end().text
}
