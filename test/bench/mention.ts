import { PathMatcher } from '../../src/renderer/text/pathMatcher'
import { measureMedians, measureMs } from './median'
import { benchRow, type BenchRow } from './row'

export const pathCount = 50_000
const shown = 50
const limits = { limit: shown, threshold: 0 }
/** Typical searches, key by key: names, omitted letters, folders, a typo. */
const searches = ['promptcomp', 'src/ren', 'useThr', 'idx.ts', 'settingsstore', 'zzqx']
/** All prefixes of the searches. */
export const searchedKeys = searches.flatMap(search => [...search].map((_, index) => search.slice(0, index + 1)))

/** The results of `fuzzysort`. */
export interface Fuzzysort {
  prepare(target: string): object
  go(search: string, targets: readonly object[], options: { limit: number, threshold: number }): readonly object[]
}

/** Measures a key in a mention, against `fuzzysort` alone on the same paths. */
export async function bench(): Promise<BenchRow[]> {
  const paths = createPaths()
  const reference: string = 'fuzzysort'
  const { default: fuzzysort } = await import(reference) as { default: Fuzzysort }
  const prepared = paths.map(path => fuzzysort.prepare(path))
  const [value, alone] = (await measureMedians(5, [
    () => measureMs(() => {
      const matcher = new PathMatcher(paths)
      searchedKeys.forEach(key => matcher.search(key, shown))
    }) / searchedKeys.length,
    () => measureMs(() => searchedKeys.forEach(key => fuzzysort.go(key, prepared, limits))) / searchedKeys.length,
  ])) as [number, number]
  return [benchRow({
    area: 'mention',
    name: `a key in a mention, among ${pathCount.toLocaleString('en')} paths, against fuzzysort alone`,
    value,
    unit: 'ms',
    reference: alone,
    ratio: value / alone,
    target: '<= 2x',
  })]
}

/** Creates paths like those of a large repository, the same ones in each run. */
export function createPaths(): string[] {
  const areas = ['src', 'test', 'packages', 'docs', 'scripts', 'vendor']
  const rooms = 'renderer main shared components composer threads store settings workspace terminal agents text'.split(' ')
  const names = 'PromptComposer useThread index settingsStore MessageBox diffLines words readPlainFile boundList panel'.split(' ')
  const ends = ['.ts', '.vue', '.test.ts', '.md', '.json']
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!
  return Array.from({ length: pathCount }, (_, at) => {
    const depth = 1 + at % 5
    const folders = Array.from({ length: depth }, (_, level) => `${pick(rooms, at * 7 + level * 5 + (at >> 4))}${level > 2 ? at % 97 : ''}`)
    return `${pick(areas, at >> 3)}/${folders.join('/')}/${pick(names, at * 3 + (at >> 5))}${at % 211}${pick(ends, at >> 2)}`
  })
}
