import type { PermissionFacts } from '../../../shared/permission/permissionFacts'
import { drawnLength, lineCost } from '../../text/drawnLength'
import { foldEmptyRuns } from '../../text/foldEmptyRuns'

/** The beginning of a request's facts, and how many characters of it are not shown yet. */
interface BoundFacts {
  readonly facts: PermissionFacts
  readonly hidden: number
}

/** How much is drawn at once without a noticeable pause. */
export const firstBudget = 8 * 1024
/** A change of files bounds itself; this is what one takes of the space for all. */
const diffCost = 2 * 1024

/** The facts in the order in which they are shown, as far as `budget` reaches; a run of nothing in them is one mark. */
export function boundFacts(facts: PermissionFacts, budget = firstBudget): BoundFacts {
  let left = budget
  let hidden = 0

  function text(unfolded: string): string {
    const whole = foldEmptyRuns(unfolded)
    const drawn = drawnLength(whole, left)
    left = drawn.left - lineCost
    hidden += whole.length - drawn.length
    return whole.slice(0, drawn.length)
  }

  /** Items that do not fit at all are left out. */
  function list<T>(items: readonly T[], take: (item: T) => T, lengthOf: (item: T) => number): T[] {
    return items.flatMap((item) => {
      if (left > 0)
        return [take(item)]
      hidden += Math.max(1, lengthOf(item))
      return []
    })
  }

  const named = <T extends NamedText>(item: T): T => ({ ...item, name: text(item.name), value: text(item.value) })
  const shown = {
    ...facts,
    ...facts.commandLine !== undefined && { commandLine: text(facts.commandLine) },
    ...facts.cwd !== undefined && { cwd: text(facts.cwd) },
    paths: list(facts.paths, text, path => path.length),
    ...facts.url !== undefined && { url: text(facts.url) },
    env: list(facts.env, named, lengthOfPair),
    diffs: list(facts.diffs, (diff) => {
      left -= diffCost
      return diff
    }, diff => diff.newText.length),
    further: list(facts.further, named, lengthOfPair),
    ...facts.plan !== undefined && { plan: text(facts.plan) },
    words: list(facts.words, text, words => words.length),
  }
  return { facts: shown, hidden }
}

interface NamedText { readonly name: string, readonly value: string }

function lengthOfPair({ name, value }: NamedText): number {
  return name.length + value.length
}
