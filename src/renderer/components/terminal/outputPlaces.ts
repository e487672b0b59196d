import type { FilePlace } from '../paths/pathActions'
import { useThreadFolder } from '../../composables/thread/threadContext'
import { findPathsIn } from '../../text/findPathsIn'
import { isWindowsFolder } from '../../text/paths'
import { useEntryPaths } from '../paths/entryPaths'

/** What in a text of a terminal names a file, and which. */
interface OutputPlace {
  readonly start: number
  readonly end: number
  readonly place: FilePlace
}

/** Enough to tell whether there are any: it is read again whenever more is printed. */
const triedAtOnce = 20

/**
 * Finds the files that output names: what is there is looked up in `cwd`, where the command ran. `undefined` where
 * nothing can be.
 */
export function useOutputPlaces(cwd: () => string | undefined): {
  /** Whether there is anything to look up. */
  mayName: (text: string) => boolean
  find: (text: string, max: number) => Promise<OutputPlace[]>
} | undefined {
  const paths = useEntryPaths()
  const isWindows = isWindowsFolder(useThreadFolder())
  return paths && {
    mayName: text => findPathsIn(text, { max: triedAtOnce, isWindows }).length > 0,
    async find(text, max) {
      const named = findPathsIn(text, { max, isWindows })
      const found = await paths.lookUp(named.map(({ path }) => inFolder(path, cwd())))
      return named.flatMap(({ start, end, line, column }, index) => {
        const path = found[index]
        return path === undefined
          ? []
          : [{ start, end, place: { path, ...line !== undefined && { line }, ...column !== undefined && { column } } }]
      })
    },
  }
}

/** A relative path is below the folder in which the command ran. */
function inFolder(path: string, folder: string | undefined): string {
  const isRelative = !/^(?:[A-Z]:)?[/\\]/i.test(path)
  return isRelative && folder !== undefined ? `${folder}/${path}` : path
}
