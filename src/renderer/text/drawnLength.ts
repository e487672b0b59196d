/**
 * Cost, in characters of prose, of the part of a text, list or form that is drawn initially, without a noticeable
 * pause.
 */
export const drawnAtOnce = 16 * 1024
/** Budget for a text that is already bounded, as by `LongText`. */
export const alreadyBounded = Infinity
/** Cost of an item, and of each line of a text, in characters. */
export const lineCost = 40

/** Cost of a run of one script, as the browser has to find a font for each. */
const runCost = 40
/** Cost of an escaped character, such as `⟨U+202E⟩`. */
const escapedCost = 8
/** Cost of a table cell. */
const cellCost = 20
/** Cost of a dollar, which may begin or end a formula. */
const formulaCost = 40
/** Cost of a backslash, which may be a symbol in a formula, and of an escape, which may be a colour. */
const signCost = 15
/** Maximum marks per letter. No script needs more. */
const maxMarks = 8

/** Measures how much of a text is drawn for `budget`, and how much of the budget is left. */
export function measureDrawn(text: string, budget: number): { length: number, left: number } {
  if (budget === alreadyBounded)
    return { length: text.length, left: budget }
  let length = 0
  let left = budget
  let script = 0
  let marks = 0
  for (; length < text.length && left > 0; length++) {
    const code = text.charCodeAt(length)
    marks = code >= 0x300 && /\p{M}/u.test(text[length]!) ? marks + 1 : 0
    const own = getScript(code) ?? script
    left -= (own !== 0 && own !== script) || marks > maxMarks ? runCost : getCost(code)
    script = own
  }
  // Don't split a surrogate pair.
  const isCutInHalf = length < text.length && (text.charCodeAt(length) & 0xFC00) === 0xDC00
  return { length: isCutInHalf ? length - 1 : length, left }
}

/** Measures the cost of drawing a whole text, up to `max`. */
export function measureCost(text: string, max = drawnAtOnce): number {
  return max - Math.max(0, measureDrawn(text, max).left)
}

function getCost(code: number): number {
  if (code === 0x0A)
    return lineCost
  if (code === 0x7C)
    return cellCost
  if (code === 0x24)
    return formulaCost
  if (code === 0x5C || code === 0x1B)
    return signCost
  return isEscaped(code) ? escapedCost : 1
}

function isEscaped(code: number): boolean {
  return (
    (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code < 0x2010) || (code >= 0x2028 && code < 0x202F)
    || (code >= 0x2060 && code < 0x2070)
    || (code >= 0xD800 && code < 0xDC00 && getScript(code) !== 0)
    || (code >= 0xE000 && code < 0xF900)
    || code === 0xFEFF
  )
}

/**
 * Returns a letter's block, roughly its script: 0 for Latin, symbols, Chinese, Japanese, Korean and emoji, which are
 * drawn as one here; `undefined` for characters of any script.
 */
function getScript(code: number): number | undefined {
  if (code < 0x41 || (code & 0xFC00) === 0xDC00)
    return undefined
  const isCommon = code < 0x250 || (code >= 0x2000 && code < 0x2C00) || (code >= 0x2E80 && code < 0xA000)
    || (code >= 0xAC00 && code < 0xD800) || (code >= 0xD83C && code < 0xD83F) || code >= 0xF900
  if (isCommon)
    return 0
  return code >> (code < 0xD800 ? 8 : 0)
}
