import type { Rule } from '../../../shared/settings/rules'
import type { CommandPlace } from '../placesReached'
import type { Word } from '../shell/word'
import type { CommandPattern } from './matchCommand'
import { commandPower, programAt } from '../commandPower'
import { pathsInWord } from '../wordNames'
import { wordsOfPattern } from './patternWords'

/** Longer lines are read by a person: each word may be looked up on the disk. */
const maxWords = 200
/** Programs that hand on what follows `--`: there it may be an option of another. */
const handsOn = /^(?:\S*\/)?(?:npm|pnpm|yarn|bun|cargo|npx|bunx|dotnet|go|uv|poetry|deno)$/i

/** What a rule's star may stand for beyond plain words. */
export type Widening = Pick<Rule, 'anyOption' | 'anyPlace'>

/**
 * Where the star's words lead: the folders that the line may come to, and what lies in the thread's. `undefined`: it
 * may leave them.
 */
export interface StarView extends Pick<CommandPlace, 'isInside' | 'namesIn' | 'starsSkipHidden'> {
  readonly places: readonly string[] | undefined
}

/**
 * Why the star of a rule that allows does not stand for these words of a command, which follow the fixed ones, or
 * `undefined`.
 */
export function beyondStar(
  { words: fixed }: Pick<CommandPattern, 'words'>,
  rest: readonly Word[],
  { anyOption = false, anyPlace = false, view }: Widening & { view: StarView | undefined },
): string | undefined {
  if (fixed.length === 0 || rest.length === 0 || (anyOption && anyPlace))
    return undefined
  const power = commandPower(fixed)
  if (power !== undefined || rest.length > maxWords)
    return power ? `${power.program} ${power.why}` : 'it has too many words'
  const operandsFrom = handsOn.test(fixed[programAt(fixed)]!) ? -1 : rest.findIndex(({ text }) => text === '--')
  const option = rest.find(({ text }, index) => text.startsWith('-') && !/^--?$/.test(text) && (operandsFrom < 0 || index < operandsFrom))
  if (!anyOption && option)
    return `${option.text} is an option`
  return rest.map(word => beyondPlace(word, { anyOption, anyPlace, view })).find(why => why !== undefined)
}

function beyondPlace(
  word: Word,
  { anyOption, anyPlace, view }: Required<Widening> & { view: StarView | undefined },
): string | undefined {
  const meant = word.isExact ? [word.text] : expectedBy(word, view)
  if (meant === undefined)
    return `only the shell knows what ${word.text} stands for`
  const list = meant.find(text => text.startsWith('@'))
  if (list !== undefined && !anyOption)
    return `${list} may name a file of further words`
  const far = anyPlace ? undefined : meant.find(text => !staysIn(text, view))
  if (far === undefined)
    return undefined
  const isPlain = view?.places && pathsInWord(far, view.places) !== undefined
  return `${word.text === far ? far : `${word.text} can stand for ${far}, which`} ${isPlain ? 'is' : 'may lie'} outside the folder`
}

function staysIn(text: string, view: StarView | undefined): boolean {
  const paths = view?.places && pathsInWord(text, view.places)
  return paths?.every(view!.isInside) === true
}

/**
 * Of what only the shell knows, a pattern can be looked up: each name that it stands for counts as if it had been
 * typed.
 */
function expectedBy(
  { text, isPattern }: Word,
  { places, namesIn, starsSkipHidden }: Partial<StarView> = {},
): readonly string[] | undefined {
  return isPattern && places && namesIn && wordsOfPattern(text, { places, namesIn, starsSkipHidden })
}
