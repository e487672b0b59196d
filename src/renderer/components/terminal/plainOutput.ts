// Escape sequences: strings (OSC, DCS, APC, PM, SOS), control sequences, and the short ones.
const escapes = /\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)|(?:\u001b\[|\u009b)[0-?]*[ -/]*(?:[@-~]|$)|\u001b[ -/]*(?:[0-~]|$)/g
const controls = /[\u0000-\u0007\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Terminal output as plain text, for reading and copying: no escape sequences; what a line overwrote with carriage returns or backspaces is gone. */
export function plainOutput(output: string): string {
  const text = output.replace(escapes, '').replace(/\r+\n/g, '\n').replace(controls, '')
  if (!/[\r\b]/.test(text))
    return text
  return text.split('\n').map(overwritten).join('\n')
}

function overwritten(line: string): string {
  if (!/[\r\b]/.test(line))
    return line
  let cells = ''
  let column = 0
  for (const part of line.split(/([\r\b])/)) {
    if (part === '\r') {
      column = 0
    }
    else if (part === '\b') {
      column = Math.max(0, column - 1)
    }
    else {
      cells = cells.slice(0, column) + part + cells.slice(column + part.length)
      column += part.length
    }
  }
  return cells
}
