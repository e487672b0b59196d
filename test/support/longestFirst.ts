import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for minutes, or for many processes in sequence. Started last, they would delay the end. */
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
 * Without known durations, as after each clone, Vitest starts large files first. The slowest are among the smallest:
 * they call code of another file many times.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Vitest sorts groups itself. */
function rank({ moduleId }: TestSpecification): number {
  const name = /\/test\/(.+?)(?:\.slow)?\.test\.ts$/.exec(moduleId)?.[1] ?? ''
  return longest.includes(name) ? longest.indexOf(name) : longest.length
}
