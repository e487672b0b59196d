import { inject, type InjectionKey, onScopeDispose, provide, shallowReactive, shallowRef, watch } from 'vue'
import { maxLookups, maxPathCharacters } from '../../../shared/files/fileLimits'
import { report } from '../../report'
import { usePathActions } from './pathActions'

/** Which of the paths that an entry names are files. */
interface EntryPaths {
  /**
   * Where the file is, once that is known; looked up unless `mayAsk` is false. To be read by what is redrawn when it
   * changes.
   */
  find(path: string, mayAsk?: boolean): string | undefined
  /** Where each file is; `undefined` for what is no file. */
  lookUp(paths: readonly string[]): Promise<(string | undefined)[]>
}

const entryPathsKey: InjectionKey<EntryPaths | undefined> = Symbol('entryPaths')
/** Questions of what is drawn together go together. */
const gatherMs = 30

/** Looks up the paths of one entry: each once, so many in all, and what was none once more when its turn has ended. */
export function provideEntryPaths(isLive: () => boolean): void {
  const actions = usePathActions()
  provide(entryPathsKey, actions && entryPaths(actions.find, isLive))
}

/** `undefined` where nothing can be looked up. */
export function useEntryPaths(): EntryPaths | undefined {
  return inject(entryPathsKey, undefined)
}

function entryPaths(ask: (paths: readonly string[]) => Promise<readonly (string | null)[]>, isLive: () => boolean): EntryPaths {
  const known = shallowReactive(new Map<string, string>())
  const asked = new Set<string>()
  /** What was none is asked for once more in the next. */
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
    // The agent may have made meanwhile what was not there.
    asked.clear()
    round.value++
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    find(path, mayAsk = true) {
      const place = known.get(path)
      if (place === undefined && mayAsk && round.value >= 0 && !asked.has(path))
        queueMicrotask(() => want(path)) // not while something is drawn
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
