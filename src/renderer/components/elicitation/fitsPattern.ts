import { RE2JS } from 're2js'

/** Far longer than any sensible pattern for a field of a form. */
const maxPatternCharacters = 500
/** The sum of a pattern's repetition counts, as RE2 compiles each repetition. The worst pattern then takes a few hundredths of a second. */
const maxRepetitions = 300
/** Program size times text length; this many steps take some hundredths of a second. */
const maxSteps = 4_000_000

/**
 * Whether `text` contains a match of an agent's pattern; `undefined` where RE2 cannot tell, as with look-around and back references.
 * The browser's own matching backtracks, so that ten characters of a pattern can keep it busy for years; RE2's time is linear in the text.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > maxPatternCharacters || repetitions(pattern) > maxRepetitions)
    return undefined
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return compiled.programSize() * text.length > maxSteps ? undefined : compiled.matcher(text).find()
  }
  catch {
    return undefined // the agent checks its answer itself
  }
}

function repetitions(pattern: string): number {
  return [...pattern.matchAll(/(?<!\\u)\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (sum, [, least, most]) => sum + Math.max(Number(least), Number(most ?? 0)),
    0,
  )
}
