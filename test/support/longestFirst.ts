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
 * longest are the smallest ones: they say how often another one's function is to be called.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Vitest puts the groups in order by itself. */
function rank({ moduleId }: TestSpecification): number {
  const index = longest.findIndex(name => /\/test\/(.+?)(?:\.slow)?\.test\.ts$/.exec(moduleId)?.[1] === name)
  return index === -1 ? longest.length : index
}
