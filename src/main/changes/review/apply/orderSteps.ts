import type { Step } from '../../store/operationTable'
import { dirname } from 'node:path'
import { absentKey } from '../../fileState'

/** The steps of an operation in the order of their execution. */
interface OrderedSteps {
  /** Deepest first: a file may take the place of a folder. */
  readonly deletions: readonly Step[]
  readonly writes: readonly Step[]
  /** Deletions of files that return to another place. Nothing is in the way of their writes, so these come first. */
  readonly moves: readonly Step[]
}

export function orderSteps(steps: readonly Step[]): OrderedSteps {
  const [deepestFirst, writes] = [steps.filter(isDeletion).reverse(), steps.filter(step => !isDeletion(step))]
  const returning = new Set(writes.map(({ target }) => target))
  const written = new Set(writes.map(placeOf))
  const aboveWritten = new Set(writes.flatMap(step => foldersAbove(placeOf(step))))
  const isMove = (step: Step): boolean => {
    const place = placeOf(step)
    return returning.has(step.expected) && ![place, ...foldersAbove(place)].some(above => written.has(above)) && !aboveWritten.has(place)
  }
  return { deletions: deepestFirst.filter(step => !isMove(step)), writes, moves: deepestFirst.filter(isMove) }
}

function isDeletion({ target }: Step): boolean {
  return target === absentKey
}

/** Disks without regard for case have one file for several names. */
function placeOf({ path }: Step): string {
  return path.toLowerCase().normalize()
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
}
