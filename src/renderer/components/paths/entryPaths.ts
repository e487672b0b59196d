import { inject, type InjectionKey, onScopeDispose, provide, shallowReactive, shallowRef, watch } from 'vue'
import { maxLookups, maxPathCharacters } from '../../../shared/files/fileLimits'
import { report } from '../../report'
import { usePathActions } from './pathActions'

/** Looks up which paths in an entry are files. */
interface EntryPaths {
  /** Returns the file's real path, once known. Requests it unless `mayAsk` is false. Reactive. */
  find(path: string, mayAsk?: boolean): string | undefined
  /** Resolves to real paths; `undefined` for paths that are not files. */
  lookUp(paths: readonly string[]): Promise<(string | undefined)[]>
}

const entryPathsKey: InjectionKey<EntryPaths | undefined> = Symbol('entryPaths')
/** Batches the lookups of one render. */
const batchDelayMs = 30

/** Provides lookups of an entry's paths: each once, up to a limit. Missing paths are retried after the turn. */
export function provideEntryPaths(isLive: () => boolean): void {
  const actions = usePathActions()
  provide(entryPathsKey, actions && createEntryPaths(actions.find, isLive))
}

/** Returns the lookups, or `undefined` if paths can't be looked up. */
export function useEntryPaths(): EntryPaths | undefined {
  return inject(entryPathsKey, undefined)
}

/** Long because its functions share the paths that were looked up. */
function createEntryPaths(
  ask: (paths: readonly string[]) => Promise<readonly (string | null)[]>,
  isLive: () => boolean,
): EntryPaths {
  const known = shallowReactive(new Map<string, string>())
  const requested = new Set<string>()
  /** Missing paths are looked up again in the next round. */
  const round = shallowRef(0)
  let batch: string[] = []
  let lookup: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function lookUpBatch(): Promise<void> {
    await new Promise<void>(resolve => timer = setTimeout(resolve, batchDelayMs))
    const paths = batch
    batch = []
    lookup = undefined
    const found = await ask(paths)
    for (const [index, path] of paths.entries()) {
      const place = found[index]
      if (place)
        known.set(path, place)
    }
  }

  function request(path: string): void {
    if (requested.has(path) || requested.size >= maxLookups || path === '' || path.length > maxPathCharacters)
      return
    requested.add(path)
    batch.push(path)
    if (lookup)
      return
    lookup = lookUpBatch()
    lookup.catch(report)
  }

  watch(isLive, (now) => {
    if (now)
      return
    // The agent may have created missing files meanwhile.
    requested.clear()
    round.value++
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    find(path, mayAsk = true) {
      const place = known.get(path)
      if (place === undefined && mayAsk && round.value >= 0 && !requested.has(path))
        queueMicrotask(() => request(path)) // not during a render
      return place
    },
    async lookUp(paths) {
      for (const path of paths) {
        if (!known.has(path))
          request(path)
      }
      await lookup
      return paths.map(path => known.get(path))
    },
  }
}
