import { inject, type InjectionKey, onScopeDispose, provide, shallowReactive, shallowRef, watch } from 'vue'
import { maxLookups, maxPathCharacters } from '../../../shared/files/fileLimits'
import { report } from '../../report'
import { usePathActions } from './pathActions'

/** Finds out which paths in an entry are files. */
interface EntryPaths {
  /** The file's real path, once known; requested unless `mayAsk` is false. Reactive. */
  find(path: string, mayAsk?: boolean): string | undefined
  /** Real paths; `undefined` for paths that are not files. */
  lookUp(paths: readonly string[]): Promise<(string | undefined)[]>
}

const entryPathsKey: InjectionKey<EntryPaths | undefined> = Symbol('entryPaths')
/** Batches the lookups of one render. */
const gatherMs = 30

/** Looks up the paths of an entry: each once, up to a limit, and missing ones again when the turn has ended. */
export function provideEntryPaths(isLive: () => boolean): void {
  const actions = usePathActions()
  provide(entryPathsKey, actions && entryPaths(actions.find, isLive))
}

/** `undefined` if nothing can be looked up. */
export function useEntryPaths(): EntryPaths | undefined {
  return inject(entryPathsKey, undefined)
}

/** Long, because its functions share the paths that were looked up. */
function entryPaths(
  ask: (paths: readonly string[]) => Promise<readonly (string | null)[]>,
  isLive: () => boolean,
): EntryPaths {
  const known = shallowReactive(new Map<string, string>())
  const asked = new Set<string>()
  /** Missing paths are looked up again in the next one. */
  const round = shallowRef(0)
  let wanted: string[] = []
  let gathering: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function gather(): Promise<void> {
    await new Promise<void>(resolve => timer = setTimeout(resolve, gatherMs))
    const paths = wanted
    wanted = []
    gathering = undefined
    const found = await ask(paths)
    for (const [index, path] of paths.entries()) {
      const place = found[index]
      if (place)
        known.set(path, place)
    }
  }

  function want(path: string): void {
    if (asked.has(path) || asked.size >= maxLookups || path === '' || path.length > maxPathCharacters)
      return
    asked.add(path)
    wanted.push(path)
    if (gathering)
      return
    gathering = gather()
    gathering.catch(report)
  }

  watch(isLive, (now) => {
    if (now)
      return
    // The agent may have created missing files meanwhile.
    asked.clear()
    round.value++
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    find(path, mayAsk = true) {
      const place = known.get(path)
      if (place === undefined && mayAsk && round.value >= 0 && !asked.has(path))
        queueMicrotask(() => want(path)) // not during a render
      return place
    },
    async lookUp(paths) {
      for (const path of paths) {
        if (!known.has(path))
          want(path)
      }
      await gathering
      return paths.map(path => known.get(path))
    },
  }
}
