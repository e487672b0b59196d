import type { Rule } from '../../../shared/settings/rules'
import type { Word } from '../shell/word'
import type { CommandPlace } from '../trackFolders'
import type { CommandPattern } from './matchCommand'
import { findCommandPower, findProgramIndex } from '../commandPower'
import { resolvePathsInWord } from '../wordNames'
import { expandPattern } from './expandPattern'

/** Beyond this number of words, the person decides, because each word may require disk lookups. */
const maxWords = 200
/** Programs that pass arguments after `--` to another program, where they may be options. */
const forwardingPrograms = /^(?:\S*\/)?(?:npm|pnpm|yarn|bun|cargo|npx|bunx|dotnet|go|uv|poetry|deno)$/i

/** What a rule's star may match besides plain words. */
export type Widening = Pick<Rule, 'anyOption' | 'anyPlace'>

/** For resolving words that a star matches. `places` is `undefined` if the line may leave the thread's folders. */
export interface StarView extends Pick<CommandPlace, 'isInside' | 'namesIn' | 'starsSkipHidden'> {
  readonly places: readonly string[] | undefined
}

/** Explains why the star of an allow rule does not match the words after the fixed ones; `undefined` if it does. */
export function findStarMismatch(
  { words: fixed }: Pick<CommandPattern, 'words'>,
  rest: readonly Word[],
  { anyOption = false, anyPlace = false, view }: Widening & { view: StarView | undefined },
): string | undefined {
  if (fixed.length === 0 || rest.length === 0 || (anyOption && anyPlace))
    return undefined
  const power = findCommandPower(fixed)
  if (power !== undefined || rest.length > maxWords)
    return power ? `${power.program} ${power.why}` : 'it has too many words'
  const operandsFrom = forwardingPrograms.test(fixed[findProgramIndex(fixed)]!)
    ? -1
    : rest.findIndex(({ text }) => text === '--')
  const option = rest.find(({ text }, index) =>
    text.startsWith('-') && !/^--?$/.test(text) && (operandsFrom < 0 || index < operandsFrom),
  )
  if (!anyOption && option)
    return `${option.text} is an option`
  return rest.map(word => findWordMismatch(word, { anyOption, anyPlace, view })).find(why => why !== undefined)
}

function findWordMismatch(
  word: Word,
  { anyOption, anyPlace, view }: Required<Widening> & { view: StarView | undefined },
): string | undefined {
  const expanded = word.isExact ? [word.text] : expandWord(word, view)
  if (expanded === undefined)
    return `only the shell knows what ${word.text} stands for`
  const list = expanded.find(text => text.startsWith('@'))
  if (list !== undefined && !anyOption)
    return `${list} may name a file of further words`
  const far = anyPlace ? undefined : expanded.find(text => !staysIn(text, view))
  if (far === undefined)
    return undefined
  const isPlain = view?.places && resolvePathsInWord(far, view.places) !== undefined
  return `${word.text === far ? far : `${word.text} can stand for ${far}, which`} ${isPlain ? 'is' : 'may lie'} outside the folder`
}

function staysIn(text: string, view: StarView | undefined): boolean {
  const paths = view?.places && resolvePathsInWord(text, view.places)
  return paths?.every(view!.isInside) === true
}

/** Expands a pattern on disk. Returns `undefined` for other words that only the shell can expand. */
function expandWord(
  { text, isPattern }: Word,
  { places, namesIn, starsSkipHidden }: Partial<StarView> = {},
): readonly string[] | undefined {
  return isPattern && places && namesIn && expandPattern(text, { places, namesIn, starsSkipHidden })
}
