import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What waits for minutes, or for many processes one after another: started last, it would hold up the end alone. */
const longest = [
  'tools/crash/crash',
  'host/networkAgents',
  'host/hostile/sizes',
  'host/hostile/memory',
  'tools/model/model',
  'tools/fuzz/fuzz',
  'tools/mutants/knownMutants',
  'host/hostile/chaos',
  'host/typedThenKilled',
  'host/savedThenKilled',
  'host/hostile/deaths',
  'unit/store/killed',
  'unit/workspace/race',
  'unit/changes/merge3',
  'tools/crash/fullDisk',
  'host/dialogs',
]

/**
 * Vitest starts large files first where it has not seen how long they take, as after each clone. Those that take
 * longest are among the smallest: they call what stands in another file many times.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Vitest puts the groups in order by itself. */
function rank({ moduleId }: TestSpecification): number {
  const name = /\/test\/(.+?)(?:\.slow)?\.test\.ts$/.exec(moduleId)?.[1] ?? ''
  return longest.includes(name) ? longest.indexOf(name) : longest.length
}
