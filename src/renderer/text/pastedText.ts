import { parse } from 'jsonc-parser'

/** Whether a text may be JSON, or a part of it such as `"name": { … },`. */
export function looksLikeJson(text: string): boolean {
  return text.startsWith('[') || (/^["{]/.test(text) && text.includes('{'))
}

/** Reads a program's settings. A part of a file is often copied without its outer braces, and with the comma after it. */
export function parsePastedJson(text: string): unknown {
  const whole = /^[[{]/.test(text) ? text : `{${text.replace(/,\s*$/, '')}}`
  return parse(whole, [], { allowTrailingComma: true }) as unknown
}

/** A word of a command line, without its quotes. */
interface CommandWord {
  readonly text: string
  readonly plain: string
}

/** Splits a command line at blanks outside quotes. Doesn't expand anything as a shell would. */
export function splitCommandWords(line: string): CommandWord[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, plain = '']) => ({ text: double?.replaceAll(/\\(.)/g, '$1') ?? single ?? plain, plain }))
}
