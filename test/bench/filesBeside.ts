import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { ripgrepPath, searchFiles } from '../../src/main/files/searchFiles'
import { findQuickItems } from '../../src/renderer/components/files/quickOpen/quickItems'
import { PathMatcher } from '../../src/renderer/text/pathMatcher'
import { measureMedians, measureMs } from './median'
import { createPaths, type Fuzzysort, pathCount, searchedKeys } from './mention'
import { benchRow, type BenchRow } from './row'
import { withSourceTree } from './sourceTree'

const limits = { limit: 50, threshold: 0 }
const usedFiles = 30
const searchedFiles = 10_000

/** Measures a key in quick open, with recent files first, against `fuzzysort` alone on the same paths. */
export async function quickOpenRow(): Promise<BenchRow> {
  const paths = createPaths()
  const reference: string = 'fuzzysort'
  const { default: fuzzysort } = await import(reference) as { default: Fuzzysort }
  const prepared = paths.map(path => fuzzysort.prepare(path))
  const [value, alone] = (await measureMedians(5, [
    () => measureMs(() => {
      const all = new PathMatcher(paths)
      const used = new PathMatcher(paths.filter((_, index) => index % (pathCount / usedFiles) < 1))
      searchedKeys.forEach(key => findQuickItems(key, { all, used }))
    }) / searchedKeys.length,
    () => measureMs(() => searchedKeys.forEach(key => fuzzysort.go(key, prepared, limits))) / searchedKeys.length,
  ])) as [number, number]
  return benchRow({
    area: 'editor',
    name: `a key in quick open, among ${pathCount.toLocaleString('en')} paths, against fuzzysort alone`,
    value,
    unit: 'ms',
    reference: alone,
    ratio: value / alone,
    target: '<= 2x',
  })
}

/** Measures a search in files until its first lines arrive, against `rg` alone until it prints its first. */
export function fileSearchRows(): Promise<BenchRow[]> {
  return withSourceTree(searchedFiles, async ({ folder }) => {
    const program = ripgrepPath
    if (program === undefined)
      throw new Error('ripgrep did not come with its package for this system')
    const rows: BenchRow[] = []
    for (const [name, text] of [['a common word', 'function'], ['a rare one', `export ${searchedFiles - 3} `]] as const) {
      const measures = [() => firstTold(folder, text), () => firstPrinted(program, folder, text)]
      const [value, alone] = (await measureMedians(5, measures)) as [number, number]
      rows.push(benchRow({
        area: 'editor',
        name: `first lines with ${name}, in ${searchedFiles.toLocaleString('en')} files, against rg alone`,
        value,
        unit: 'ms',
        reference: alone,
        ratio: value / alone,
        target: '<= 2x',
      }))
    }
    return rows
  })
}

async function firstTold(folder: string, text: string): Promise<number> {
  const begunAt = performance.now()
  const stop = new AbortController()
  let took: number | undefined
  await searchFiles({
    search: { text, isRegex: false, matchCase: false, wholeWord: false },
    folders: [folder],
    isShown: () => true,
    onMatches() {
      took ??= performance.now() - begunAt
      stop.abort()
    },
    signal: stop.signal,
  })
  return took ?? Number.NaN
}

async function firstPrinted(program: string, folder: string, text: string): Promise<number> {
  const begunAt = performance.now()
  const flags = ['--hidden', '--fixed-strings', '--ignore-case', '--', text, '.']
  const child = spawn(program, flags, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const took = performance.now() - begunAt
  child.kill()
  await once(child, 'close')
  return took
}
