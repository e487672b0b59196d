import type { FileChange } from '../../../../shared/changes/change'
import { compareNames } from '../../../text/pathOrder'
import { toRelativePath } from '../../../text/paths'

/** A row of the tree: a folder or file. */
export type TreeRow
  = | { readonly kind: 'folder', readonly key: string, readonly name: string, readonly depth: number, readonly isOpen: boolean }
    | { readonly kind: 'file', readonly key: string, readonly name: string, readonly depth: number, readonly file: FileChange }

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: { readonly name: string, readonly file: FileChange }[]
}

/** Builds the rows of the tree, folders first. A folder that contains only one folder shares its row. */
export function buildTreeRows(
  files: readonly FileChange[],
  folder: string | undefined,
  isClosed: (key: string) => boolean,
): readonly TreeRow[] {
  const root: Folder = { folders: new Map(), files: [] }
  for (const file of files) {
    const shown = toRelativePath(file.path, folder).replaceAll('\\', '/')
    // Files outside the folder have absolute paths.
    const end = shown.lastIndexOf('/')
    const names = shown.startsWith('/') ? [shown.slice(0, Math.max(1, end)), shown.slice(end + 1)] : shown.split('/')
    let parent = root
    for (const name of names.slice(0, -1)) {
      const next = parent.folders.get(name) ?? { folders: new Map(), files: [] }
      parent.folders.set(name, next)
      parent = next
    }
    parent.files.push({ name: names.at(-1)!, file })
  }
  const rows: TreeRow[] = []
  addRows(root, '', 0)
  return rows

  function addRows({ folders, files }: Folder, parentKey: string, depth: number): void {
    for (const [first, child] of [...folders].sort(compareByName)) {
      let name = first
      let inner = child
      while (inner.files.length === 0 && inner.folders.size === 1) {
        const [only, next] = [...inner.folders][0]! // never empty
        name += `/${only}`
        inner = next
      }
      const key = `${parentKey}${name}/`
      const isOpen = !isClosed(key)
      rows.push({ kind: 'folder', key, name, depth, isOpen })
      if (isOpen)
        addRows(inner, key, depth + 1)
    }
    for (const { name, file } of files.sort((a, b) => compareNames(a.name, b.name)))
      rows.push({ kind: 'file', key: file.path, name, depth, file })
  }
}

/** Sorts files in tree order. */
export function sortInTreeOrder(files: readonly FileChange[], folder: string | undefined): readonly FileChange[] {
  return buildTreeRows(files, folder, () => false).flatMap(row => row.kind === 'file' ? [row.file] : [])
}

function compareByName([a]: readonly [string, Folder], [b]: readonly [string, Folder]): number {
  return compareNames(a, b)
}
