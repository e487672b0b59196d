import type { FolderEntry } from '../../../../shared/contract/methods/fileMethods'
import { isWindowsFolder } from '../../../text/paths'

/** State of a folder. Has neither entries nor an error until it is first read. */
export interface FolderState {
  /** The real path, with links resolved. */
  readonly path?: string
  readonly entries?: readonly FolderEntry[]
  readonly isCut?: boolean
  /** Why the folder could not be read. */
  readonly failed?: string
}

/** A note shown instead of a folder's entries, or below them. */
export type FolderNote = 'loading' | 'failed' | 'empty' | 'hidden' | 'cut'

interface Row {
  /** The path; for a note, the folder's path with a suffix. */
  readonly key: string
  readonly name: string
  readonly depth: number
  /** Position among siblings, counted from 1, and number of siblings. */
  readonly place: number
  readonly count: number
}

/** A row of the file tree. */
export type FileRow
  = | Row & { readonly kind: 'folder', readonly isOpen: boolean, readonly isIgnored: boolean }
    | Row & { readonly kind: 'file' | 'other', readonly isIgnored: boolean }
    | Row & { readonly kind: 'note', readonly note: FolderNote, readonly folder: string, readonly why?: string }

interface FileTreeSource {
  /** Root folders. A single one has no row; several have one each. */
  readonly roots: readonly { readonly path: string, readonly name: string }[]
  readonly folders: ReadonlyMap<string, FolderState>
  readonly isUnfolded: (path: string) => boolean
  readonly showsIgnored: boolean
}

/** Lists the rows of the tree, and the paths of its visible unfolded folders, including those not read yet. */
export function listFileRows({
  roots,
  folders,
  isUnfolded,
  showsIgnored,
}: FileTreeSource): { rows: FileRow[], shown: string[] } {
  const rows: FileRow[] = []
  const shown: string[] = []
  if (roots.length === 1) {
    addEntries(roots[0]!.path, 0)
  }
  else {
    roots.forEach(({ path, name }, index) =>
      addFolder({ key: path, name, depth: 0, place: index + 1, count: roots.length, isIgnored: false }))
  }
  return { rows, shown }

  function addFolder(row: Row & { readonly isIgnored: boolean }): void {
    const isOpen = isUnfolded(row.key)
    rows.push({ ...row, kind: 'folder', isOpen })
    if (isOpen)
      addEntries(row.key, row.depth + 1)
  }

  function addEntries(folder: string, depth: number): void {
    shown.push(folder)
    const { path = folder, entries, isCut = false, failed } = folders.get(folder) ?? {}
    const addNote = (note: FolderNote, place: number, count: number): void => {
      const why = failed !== undefined && { why: failed }
      rows.push({ kind: 'note', key: `${folder}\0${note}`, name: '', depth, place, count, note, folder, ...why })
    }
    if (failed !== undefined || !entries)
      return addNote(failed === undefined ? 'loading' : 'failed', 1, 1)
    const visibleEntries = showsIgnored ? entries : entries.filter(({ isIgnored }) => !isIgnored)
    const count = visibleEntries.length + (isCut ? 1 : 0)
    visibleEntries.forEach(({ name, kind, isIgnored }, index) => {
      const row = { key: joinPath(path, name), name, depth, place: index + 1, count, isIgnored }
      if (kind === 'folder')
        addFolder(row)
      else
        rows.push({ ...row, kind })
    })
    if (isCut)
      addNote('cut', count, count)
    else if (count === 0)
      addNote(entries.length === 0 ? 'empty' : 'hidden', 1, 1)
  }
}

/** Joins the paths of a folder and an entry. */
export function joinPath(folder: string, name: string): string {
  const slash = isWindowsFolder(folder) ? '\\' : '/'
  return folder.endsWith(slash) ? folder + name : folder + slash + name
}
