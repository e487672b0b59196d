import type { Word } from '../shell/word'
import { type CommandPlace, trackFolders } from '../trackFolders'
import { expandPattern, type PatternView } from './expandPattern'
import { candidates } from './matchCommand'

/** Replaces each pattern with the names that it may match. Keeps patterns that cannot be expanded. */
export function expandPatterns(
  parts: readonly (readonly Word[])[],
  { cwd, isInside, namesIn, starsSkipHidden }: Pick<CommandPlace, 'cwd' | 'isInside' | 'namesIn' | 'starsSkipHidden'>,
): readonly (readonly Word[])[] {
  const reached = trackFolders([...parts, ...parts.flatMap(candidates)], { cwd, isInside })
  if ('why' in reached)
    return parts
  const view = { places: reached.places, namesIn, starsSkipHidden }
  return parts.map(words => words.flatMap(word => expandWord(word, view)))
}

function expandWord(word: Word, view: PatternView): readonly Word[] {
  const words = word.isPattern ? expandPattern(word.text, view) : undefined
  return words?.map(text => ({ text, isExact: true })) ?? [word]
}
