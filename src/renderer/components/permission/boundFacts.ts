import type { PermissionFacts } from '../../../shared/permission/permissionFacts'
import { lineCost, measureDrawn } from '../../text/drawnLength'
import { foldEmptyRuns } from '../../text/foldEmptyRuns'

/** The first facts of a request, and the number of characters not shown yet. */
interface BoundFacts {
  readonly facts: PermissionFacts
  readonly hidden: number
}

/** Characters drawn at once without a noticeable pause. */
export const firstBudget = 8 * 1024
/** Fixed cost of a diff, as diffs limit their own length. */
const diffCost = 2 * 1024

/** Limits facts to `budget` characters, in the order they are shown, and folds runs of blank text. */
export function boundFacts(facts: PermissionFacts, budget = firstBudget): BoundFacts {
  let remaining = budget
  let hidden = 0

  function takeText(unfolded: string): string {
    const whole = foldEmptyRuns(unfolded)
    const drawn = measureDrawn(whole, remaining)
    remaining = drawn.left - lineCost
    hidden += whole.length - drawn.length
    return whole.slice(0, drawn.length)
  }

  /** Takes items until the budget is used up. */
  function takeList<T>(items: readonly T[], take: (item: T) => T, getLength: (item: T) => number): T[] {
    return items.flatMap((item) => {
      if (remaining > 0)
        return [take(item)]
      hidden += Math.max(1, getLength(item))
      return []
    })
  }

  const takePair = <T extends NamedText>(item: T): T => ({
    ...item,
    name: takeText(item.name),
    value: takeText(item.value),
  })
  const shown = {
    ...facts,
    ...facts.commandLine !== undefined && { commandLine: takeText(facts.commandLine) },
    ...facts.cwd !== undefined && { cwd: takeText(facts.cwd) },
    paths: takeList(facts.paths, takeText, path => path.length),
    ...facts.url !== undefined && { url: takeText(facts.url) },
    env: takeList(facts.env, takePair, getPairLength),
    diffs: takeList(facts.diffs, (diff) => {
      remaining -= diffCost
      return diff
    }, diff => diff.newText.length),
    further: takeList(facts.further, takePair, getPairLength),
    ...facts.plan !== undefined && { plan: takeText(facts.plan) },
    words: takeList(facts.words, takeText, words => words.length),
  }
  return { facts: shown, hidden }
}

interface NamedText { readonly name: string, readonly value: string }

function getPairLength({ name, value }: NamedText): number {
  return name.length + value.length
}
