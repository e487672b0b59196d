import type { Rule } from '../../shared/settings/rules'
import type { CommandPattern } from './matchCommand'
import type { CommandPlace } from './placesReached'
import type { Word } from './shell/word'
import { wordsOfPattern } from './patternWords'
import { powerOf, programAt } from './powerOf'
import { pathsInWord } from './wordNames'

/** Longer lines are read by a person: each word may be looked up on the disk. */
const maxWords = 200
/** Programs that hand on what follows `--`: there it may be an option of another. */
const handsOn = /^(?:\S*\/)?(?:npm|pnpm|yarn|bun|cargo|npx|bunx|dotnet|go|uv|poetry|deno)$/i

/** What a rule's star may stand for beyond plain words. */
export type Widening = Pick<Rule, 'anyOption' | 'anyPlace'>

/** Where the star's words lead: the folders that the line may come to, and what lies in the thread's. `undefined`: it may leave them. */
export interface StarView extends Pick<CommandPlace, 'isInside' | 'namesIn'> {
  readonly places: readonly string[] | undefined
}

/** Whether the star of a rule that allows stands for these words of a command, which follow the fixed ones. */
export function starCovers(
  { words: fixed }: Pick<CommandPattern, 'words'>,
  rest: readonly Word[],
  { anyOption = false, anyPlace = false, view }: Widening & { view: StarView | undefined },
): boolean {
  if (fixed.length === 0 || rest.length === 0 || (anyOption && anyPlace))
    return true
  if (powerOf(fixed) !== undefined || rest.length > maxWords)
    return false
  const operandsFrom = handsOn.test(fixed[programAt(fixed)]!) ? -1 : rest.findIndex(({ text }) => text === '--')
  return rest.every((word, index) => {
    const isOption = word.text.startsWith('-') && !/^--?$/.test(word.text) && (operandsFrom < 0 || index < operandsFrom)
    const meant = word.isExact ? [word.text] : meantBy(word, view)
    return (anyOption || !isOption) && meant?.every(text => anyPlace || staysIn(text, view)) === true
  })
}

function staysIn(text: string, view: StarView | undefined): boolean {
  const paths = view?.places && pathsInWord(text, view.places)
  return paths?.every(view!.isInside) === true
}

/** Of what only the shell knows, a pattern can be looked up: each name that it stands for counts as if it had been typed. */
function meantBy({ text, isPattern }: Word, { places, namesIn }: Partial<StarView> = {}): readonly string[] | undefined {
  return isPattern && places && namesIn && wordsOfPattern(text, { places, namesIn })
}
