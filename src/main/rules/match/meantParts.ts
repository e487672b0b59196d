import type { Word } from '../shell/word'
import { type CommandPlace, placesReached } from '../placesReached'
import { candidates } from './matchCommand'
import { type PatternView, wordsOfPattern } from './patternWords'

/** The commands as if each name that a pattern stands for had been typed. A pattern that cannot be looked up stays. */
export function meantParts(
  parts: readonly (readonly Word[])[],
  { cwd, isInside, namesIn, starsSkipHidden }: Pick<CommandPlace, 'cwd' | 'isInside' | 'namesIn' | 'starsSkipHidden'>,
): readonly (readonly Word[])[] {
  const reached = placesReached([...parts, ...parts.flatMap(candidates)], { cwd, isInside })
  if ('why' in reached)
    return parts
  const view = { places: reached.places, namesIn, starsSkipHidden }
  return parts.map(words => words.flatMap(word => expectedBy(word, view)))
}

function expectedBy(word: Word, view: PatternView): readonly Word[] {
  const words = word.isPattern ? wordsOfPattern(word.text, view) : undefined
  return words?.map(text => ({ text, isExact: true })) ?? [word]
}
