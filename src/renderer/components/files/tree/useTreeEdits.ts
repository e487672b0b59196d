import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import type { FilesMemory } from '../filesMemory'
import { type Ref, shallowRef } from 'vue'
import { errorMessage } from '../../../../shared/errors'
import { useOpenFiles } from '../../../composables/files/openFiles'
import { useHost } from '../../../composables/host/useHost'
import { getFolderName, isWindowsFolder } from '../../../text/paths'
import { visibleText } from '../../../text/visibleText'
import { type FileRow, joinPath } from './fileRows'

export type TreeEditKind = 'newFile' | 'newFolder' | 'rename' | 'delete'

/** An edit that waits for a name or a confirmation. */
export interface TreeEdit {
  readonly kind: TreeEditKind
  /** The parent folder. */
  readonly folder: string
  /** The current name; absent for a new file or folder. */
  readonly name?: string
  readonly isFolder: boolean
}

/**
 * Edits a thread's files from its tree and updates open tabs. Long because all edits share the pending one.
 */
export function useTreeEdits({ thread, memory, rows, isRoot, load, open }: {
  thread: () => ThreadSummary
  memory: Pick<FilesMemory, 'recent'>
  rows: Readonly<Ref<readonly FileRow[]>>
  isRoot: (path: string) => boolean
  load: (folder: string) => Promise<void>
  open: (path: string) => void
}) {
  const { host } = useHost()
  const { threadId } = thread()
  const tabs = useOpenFiles()(threadId)
  const pendingEdit = shallowRef<TreeEdit>()
  const failed = shallowRef('')

  /** Opens the dialog for an edit of a row, or of the thread's folder if `row` is `undefined`. */
  function ask(kind: TreeEditKind, row: FileRow | undefined): void {
    failed.value = ''
    pendingEdit.value = kind === 'newFile' || kind === 'newFolder'
      ? { kind, folder: findFolder(row), isFolder: kind === 'newFolder' }
      : row && canChange(row)
        ? { kind, folder: findParent(row.key), name: row.name, isFolder: row.kind === 'folder' }
        : undefined
  }

  /** Whether the row can be renamed and deleted. */
  function canChange(row: FileRow): boolean {
    return row.kind !== 'note' && !isRoot(row.key)
  }

  function findFolder(row: FileRow | undefined): string {
    if (row?.kind === 'folder')
      return row.key
    if (row?.kind === 'note')
      return row.folder
    return row ? findParent(row.key) : thread().folder
  }

  function findParent(path: string): string {
    const row = rows.value.findIndex(({ key }) => key === path)
    const depth = rows.value[row]?.depth ?? 0
    const parent = rows.value.findLast((other, index) => index < row && other.depth < depth && other.kind === 'folder')
    return parent?.key ?? path.slice(0, -getFolderName(path).length - 1)
  }

  /** Applies the pending edit with a new name. If that fails, keeps the dialog open and shows why. */
  async function confirm(name = ''): Promise<void> {
    const edit = pendingEdit.value
    if (!edit)
      return
    const path = joinPath(edit.folder, edit.name ?? name)
    try {
      await applyEdit(edit, path, joinPath(edit.folder, name))
    }
    catch (error) {
      failed.value = visibleText(errorMessage(error))
      return
    }
    pendingEdit.value = undefined
    await load(edit.folder)
  }

  async function applyEdit({ kind }: TreeEdit, path: string, to: string): Promise<void> {
    switch (kind) {
      case 'newFile':
        return open((await host.createInTree({ threadId, path, kind: 'file' })).path)
      case 'newFolder':
        await host.createInTree({ threadId, path, kind: 'folder' })
        return
      case 'rename': {
        const { path: renamed } = await host.renameInTree({ threadId, path, to })
        const moved = (file: string): string => renamed + file.slice(path.length)
        listOpenPaths().filter(createPathTest(path)).forEach(tab => tabs.rename(tab, moved(tab)))
        memory.recent.value = memory.recent.value.map(file => createPathTest(path)(file) ? moved(file) : file)
        return
      }
      case 'delete':
        await host.deleteInTree({ threadId, path })
        listOpenPaths().filter(createPathTest(path)).forEach(tab => tabs.close(tab))
        memory.recent.value = memory.recent.value.filter(file => !createPathTest(path)(file))
    }
  }

  function listOpenPaths(): readonly string[] {
    return tabs.tabs.value.map(tab => tab.path)
  }

  /** Returns a function that tests whether a file is at `path` or below it. */
  function createPathTest(path: string): (file: string) => boolean {
    const below = path + (isWindowsFolder(path) ? '\\' : '/')
    return file => file === path || file.startsWith(below)
  }

  return { pendingEdit, failed, ask, canChange, confirm, cancel: () => pendingEdit.value = undefined }
}
