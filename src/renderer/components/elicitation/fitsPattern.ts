import { RE2JS } from 're2js'

/** Far above any pattern for a field of a form. */
const maxPatternCharacters = 500
/** Of all repetitions in a pattern: what is repeated is compiled as often. The worst pattern then takes a few hundredths of a second. */
const maxRepetitions = 300
/** Some hundredths of a second. */
const maxSteps = 4_000_000

/**
 * Whether `text` has in it what a pattern of an agent's asks for; `undefined` where that cannot be told, as with look-around and back
 * references.
 * The browser's own matching tries one way after the other, and ten characters of a pattern can make that last for years; RE2's time grows
 * with the text.
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
