import type { LineMatch } from '../../shared/contract/methods/fileMethods'
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { safeParse } from '../../shared/text/safeParse'

/** How much of a line is shown, from shortly before its first match. */
const shownCharacters = 300
const before = 40
/** Longer messages are of lines that were not written by hand, such as minified code. */
export const maxMessage = 4 * 1024 * 1024

const message = z.looseObject({
  type: z.literal('match'),
  data: z.looseObject({
    path: z.looseObject({ text: z.string() }),
    // As base64 where the line is not UTF-8.
    lines: z.union([z.looseObject({ text: z.string() }), z.looseObject({ bytes: z.string() })]),
    line_number: z.number().int(),
    submatches: z.array(z.looseObject({ start: z.number().int(), end: z.number().int() })),
  }),
})

/** A matching line of a file. */
export interface FoundLine {
  /** As it is reported. */
  readonly path: string
  readonly line: LineMatch
  /** It is not UTF-8: each of its bytes is taken for a character, as in Latin-1. */
  readonly isBytes: boolean
}

/** A matching line that ripgrep reports; `undefined` for its other messages, and for a name that is not UTF-8. */
export function lineMatchOf(json: string): FoundLine | undefined {
  if (!json.startsWith('{"type":"match"'))
    return undefined
  const { success, data: parsed } = safeParse(message, JSON.parse(json))
  if (!success)
    return undefined
  const { path, lines, line_number: line, submatches } = parsed.data
  const isBytes = 'bytes' in lines
  const whole = (isBytes ? Buffer.from(String(lines.bytes), 'base64').toString('latin1') : String(lines.text)).replace(/\r?\n$/, '')
  const ranges = isBytes ? submatches.map(({ start, end }): [number, number] => [start, end]) : utf16Ranges(whole, submatches)
  const from = Math.max(0, (ranges[0]?.[0] ?? 0) - before)
  const text = whole.slice(from, from + shownCharacters)
  return {
    path: path.text,
    isBytes,
    line: {
      line,
      text: from > 0 ? `…${text}` : text,
      ranges: ranges.flatMap(([start, end]): [number, number][] => {
        const shift = from > 0 ? 1 - from : 0
        const [first, last] = [start + shift, Math.min(end + shift, text.length + (from > 0 ? 1 : 0))]
        return first < last ? [[first, last]] : []
      }),
    },
  }
}

/** Ripgrep counts bytes. */
function utf16Ranges(line: string, found: readonly { start: number, end: number }[]): [number, number][] {
  // All of it ASCII, where bytes and units are the same.
  if (/^[\0-\x7F]*$/.test(line))
    return found.map(({ start, end }) => [start, Math.min(end, line.length)])
  const bytes = Buffer.from(line)
  return found.map(({ start, end }) => [bytes.toString('utf8', 0, start).length, bytes.toString('utf8', 0, end).length])
}
