import { HarmlessOutput } from './harmlessOutput'

/** Sequences that `HarmlessOutput` passes. */
const drawing = /\u001B(?:\[[ -?]*[@-~]|\][^\u001B]*\u001B\\|[()][0AB]|[78DEHM=>c])|[\v\f\u000E\u000F]/g

/** Converts terminal output to plain text: without escape sequences and overwritten text. */
export function toPlainOutput(output: string): string {
  const text = new HarmlessOutput().push(output).replace(drawing, '').replace(/\r+\n/g, '\n')
  if (!/[\r\u0008]/.test(text))
    return text
  return text.split('\n').map(applyOverwriting).join('\n')
}

function applyOverwriting(line: string): string {
  if (!/[\r\u0008]/.test(line))
    return line
  const cells: string[] = []
  let column = 0
  for (const character of line) {
    if (character === '\r')
      column = 0
    else if (character === '\b')
      column = Math.max(0, column - 1)
    else
      cells[column++] = character
  }
  return cells.join('')
}
