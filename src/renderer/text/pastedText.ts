import { parse } from 'jsonc-parser'

/** Whether a text may be JSON, or a fragment such as `"name": { … },`. */
export function looksLikeJson(text: string): boolean {
  return text.startsWith('[') || (/^["{]/.test(text) && text.includes('{'))
}

/** Parses a program's settings. Accepts a fragment without the outer braces or with a trailing comma. */
export function parsePastedJson(text: string): unknown {
  const whole = /^[[{]/.test(text) ? text : `{${text.replace(/,\s*$/, '')}}`
  return parse(whole, [], { allowTrailingComma: true }) as unknown
}

/** A plain command, optionally preceded by variables. */
export interface PastedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * Splits a command line at spaces outside quotes, and removes a copied prompt. Returns `undefined` if there is no
 * command, or if it needs a shell, as pasted commands run without one.
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

/** A word of a command line: quoted, optionally after `NAME=`, or unquoted. */
const commandWord = /([A-Z_]\w*=)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?!\S)|(\S+)/gi
