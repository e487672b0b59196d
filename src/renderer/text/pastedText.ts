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

/** One plain command, perhaps with variables before it. */
export interface PastedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * Splits a command line at blanks outside quotes, without the prompt it was copied with. `undefined` if there is no
 * command, or if only a shell could run it, as nothing that is pasted is run by one.
 */
export function parseCommandLine(pasted: string): PastedCommand | undefined {
  const line = pasted.trim().replace(/^\$\s+/, '').replaceAll(/\\\r?\n/g, ' ')
  const words = [...line.matchAll(commandWord)]
    .map(([, name = '', double, single, plain = '']) => ({
      text: name + (double?.replaceAll(/\\(.)/g, '$1') ?? single ?? plain),
      plain,
    }))
  const start = words.findIndex(({ text }) => !/^[A-Z_]\w*=/i.test(text))
  const needsShell = line.includes('\n') || words.some(({ plain }) => /[|&;<>`"']|\$\(/.test(plain))
  const [command, ...args] = start < 0 || needsShell ? [] : words.slice(start).map(({ text }) => text)
  if (command === undefined)
    return undefined
  const env = words.slice(0, start)
    .map(({ text }) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const)
  return { command, args, env: Object.fromEntries(env) }
}

/** A word of a command line: in quotes, perhaps after `NAME=`, or without. */
const commandWord = /([A-Z_]\w*=)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?!\S)|(\S+)/gi
