import type { Step } from '../store/operationTable'
import { absentKey, parseState, toContentKey } from '../fileState'
import { hashBytes } from '../store/contents'

type Moved = Pick<Step, 'expected' | 'target'>

const emptyContent = hashBytes(new Uint8Array())

/** The content of a state, which may move between paths; `undefined` if none could be lost. */
export function getMovableContent(state: string): string | undefined {
  const content = state === absentKey ? undefined : toContentKey(parseState(state))
  return content === emptyContent ? undefined : content
}

/** The content that a step removes from its path; `undefined` if none could be lost. */
export function getRemovedContent({ expected, target }: Moved): string | undefined {
  const content = getMovableContent(expected)
  return content === getMovableContent(target) ? undefined : content
}

/**
 * Drops steps that would remove content that can't be restored at its other path. `missing`: states that can't be
 * restored.
 */
export function filterStranded<T extends Moved>(steps: readonly T[], missing: readonly string[]): readonly T[] {
  const returning = new Set(steps.map(({ target }) => getMovableContent(target)))
  const lost = new Set(
    missing.map(getMovableContent).filter(content => content !== undefined && !returning.has(content)),
  )
  const stranded = new Set(steps.filter(step => lost.has(getRemovedContent(step))))
  if (stranded.size === 0)
    return steps
  const rest = steps.filter(step => !stranded.has(step))
  return filterStranded(rest, [...missing, ...[...stranded].map(({ target }) => target)])
}

/** Sorts steps so that content which one removes has been written to its other path before, except in cycles. */
export function sortRestoringFirst<T extends Moved>(steps: readonly T[]): readonly T[] {
  const returners = new Map(steps.map(step => [getMovableContent(step.target), step]))
  returners.delete(undefined)
  const ordered = new Set<T>()
  for (const start of steps) {
    const chain = new Set<T>()
    let step: T | undefined = start
    while (step && !chain.has(step) && !ordered.has(step)) {
      chain.add(step)
      step = returners.get(getRemovedContent(step))
    }
    for (const one of [...chain].reverse())
      ordered.add(one)
  }
  return [...ordered]
}
