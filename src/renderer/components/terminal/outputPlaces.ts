import type { FilePlace } from '../paths/pathActions'
import { useThreadFolder } from '../../composables/thread/threadContext'
import { findPaths } from '../../text/findPaths'
import { isWindowsFolder } from '../../text/paths'
import { useEntryPaths } from '../paths/entryPaths'

/** A file name in terminal output. */
interface OutputPlace {
  readonly start: number
  readonly end: number
  readonly place: FilePlace
}

/** Maximum candidates examined, as the check repeats whenever more is printed. */
const maxCandidates = 20

/** Finds files named in output, relative to the command's `cwd`. `undefined` if lookups are impossible. */
export function useOutputPlaces(cwd: () => string | undefined): {
  /** Whether the text may name files. */
  mayName: (text: string) => boolean
  find: (text: string, max: number) => Promise<OutputPlace[]>
} | undefined {
  const paths = useEntryPaths()
  const isWindows = isWindowsFolder(useThreadFolder())
  return paths && {
    mayName: text => findPaths(text, { max: maxCandidates, isWindows }).length > 0,
    async find(text, max) {
      const named = findPaths(text, { max, isWindows })
      const found = await paths.lookUp(named.map(({ path }) => resolveInFolder(path, cwd())))
      return named.flatMap(({ start, end, line, column }, index) => {
        const path = found[index]
        return path === undefined
          ? []
          : [{ start, end, place: { path, ...line !== undefined && { line }, ...column !== undefined && { column } } }]
      })
    },
  }
}

/** Resolves a path relative to the command's folder. */
function resolveInFolder(path: string, folder: string | undefined): string {
  const isRelative = !/^(?:[A-Z]:)?[/\\]/i.test(path)
  return isRelative && folder !== undefined ? `${folder}/${path}` : path
}
