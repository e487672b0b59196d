import { Text } from '@codemirror/state'

/** A text whose lines end with line feeds, as an editor holds it. */
export function editorText(text: string): Text {
  return Text.of(text.split('\n'))
}
