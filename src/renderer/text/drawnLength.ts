/**
 * How much of one text, list or form is drawn, without a noticeable pause, before the reader asks for more: in
 * characters of prose.
 */
export const drawnAtOnce = 16 * 1024
/** For a text that is within its budget already, as `LongText` draws it. */
export const alreadyBounded = Infinity
/** An item, and each line of a text, costs as much to draw as this many characters. */
export const lineCost = 40

/** A browser draws a text in runs of one script, each with a font to be found. */
const runCost = 40
/** Written out, as in `⟨U+202E⟩`. */
const writtenOutCost = 8
/** The cell of a table. */
const cellCost = 20
/** A dollar: where a formula may begin or end. */
const formulaCost = 40
/** A backslash, which asks for a sign in a formula, and an escape, which asks for a colour. */
const signCost = 15
/** Marks above and below one letter; no script needs more. */
const maxMarks = 8

/** How much of a text is drawn for `budget`, and how much of the budget is left. */
export function drawnLength(text: string, budget: number): { length: number, left: number } {
  if (budget === alreadyBounded)
    return { length: text.length, left: budget }
  let length = 0
  let left = budget
  let script = 0
  let marks = 0
  for (; length < text.length && left > 0; length++) {
    const code = text.charCodeAt(length)
    marks = code >= 0x300 && /\p{M}/u.test(text[length]!) ? marks + 1 : 0
    const own = scriptOf(code) ?? script
    left -= (own !== 0 && own !== script) || marks > maxMarks ? runCost : costOf(code)
    script = own
  }
  // Half a character is drawn as something else.
  const isCutInHalf = length < text.length && (text.charCodeAt(length) & 0xFC00) === 0xDC00
  return { length: isCutInHalf ? length - 1 : length, left }
}

/** What drawing all of a text costs, as far as it matters: no more than `most`. */
export function drawnCost(text: string, most = drawnAtOnce): number {
  return most - Math.max(0, drawnLength(text, most).left)
}

function costOf(code: number): number {
  if (code === 0x0A)
    return lineCost
  if (code === 0x7C)
    return cellCost
  if (code === 0x24)
    return formulaCost
  if (code === 0x5C || code === 0x1B)
    return signCost
  return isWrittenOut(code) ? writtenOutCost : 1
}

function isWrittenOut(code: number): boolean {
  return (
    (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code < 0x2010) || (code >= 0x2028 && code < 0x202F)
    || (code >= 0x2060 && code < 0x2070)
    || (code >= 0xD800 && code < 0xDC00 && scriptOf(code) !== 0) || (code >= 0xE000 && code < 0xF900) || code === 0xFEFF
  )
}

/**
 * The block of a letter, roughly its script: 0 for Latin, symbols, Chinese, Japanese, Korean and emoji, which are drawn
 * as one here; `undefined` for what belongs to any script.
 */
function scriptOf(code: number): number | undefined {
  if (code < 0x41 || (code & 0xFC00) === 0xDC00)
    return undefined
  const isCommon = code < 0x250 || (code >= 0x2000 && code < 0x2C00) || (code >= 0x2E80 && code < 0xA000)
    || (code >= 0xAC00 && code < 0xD800) || (code >= 0xD83C && code < 0xD83F) || code >= 0xF900
  if (isCommon)
    return 0
  return code >> (code < 0xD800 ? 8 : 0)
}
