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
  /** The folder in which it happens. */
  readonly folder: string
  /** The present name; absent for something new. */
  readonly name?: string
  readonly isFolder: boolean
}

/**
 * Edits of a thread's files from its tree. Open tabs follow. Long, because all edits share the question being asked.
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
  const asked = shallowRef<TreeEdit>()
  const failed = shallowRef('')

  /** Asks for the edit of a row; without one, of the thread's folder. */
  function ask(kind: TreeEditKind, row: FileRow | undefined): void {
    failed.value = ''
    asked.value = kind === 'newFile' || kind === 'newFolder'
      ? { kind, folder: folderOf(row), isFolder: kind === 'newFolder' }
      : row && canChange(row)
        ? { kind, folder: parentOf(row.key), name: row.name, isFolder: row.kind === 'folder' }
        : undefined
  }

  /** Whether the row can be renamed and deleted. */
  function canChange(row: FileRow): boolean {
    return row.kind !== 'note' && !isRoot(row.key)
  }

  function folderOf(row: FileRow | undefined): string {
    if (row?.kind === 'folder')
      return row.key
    if (row?.kind === 'note')
      return row.folder
    return row ? parentOf(row.key) : thread().folder
  }

  function parentOf(path: string): string {
    const row = rows.value.findIndex(({ key }) => key === path)
    const depth = rows.value[row]?.depth ?? 0
    const parent = rows.value.findLast((other, index) => index < row && other.depth < depth && other.kind === 'folder')
    return parent?.key ?? path.slice(0, -getFolderName(path).length - 1)
  }

  /** Makes the edit. `name`: the new one. Leaves it open with the reason if it fails. */
  async function confirm(name = ''): Promise<void> {
    const edit = asked.value
    if (!edit)
      return
    const path = joinPath(edit.folder, edit.name ?? name)
    try {
      await make(edit, path, joinPath(edit.folder, name))
    }
    catch (error) {
      failed.value = visibleText(errorMessage(error))
      return
    }
    asked.value = undefined
    await load(edit.folder)
  }

  async function make({ kind }: TreeEdit, path: string, to: string): Promise<void> {
    switch (kind) {
      case 'newFile':
        return open((await host.createInTree({ threadId, path, kind: 'file' })).path)
      case 'newFolder':
        await host.createInTree({ threadId, path, kind: 'folder' })
        return
      case 'rename': {
        const { path: renamed } = await host.renameInTree({ threadId, path, to })
        const moved = (file: string): string => renamed + file.slice(path.length)
        openedTabs().filter(isAt(path)).forEach(tab => tabs.rename(tab, moved(tab)))
        memory.recent.value = memory.recent.value.map(file => isAt(path)(file) ? moved(file) : file)
        return
      }
      case 'delete':
        await host.deleteInTree({ threadId, path })
        openedTabs().filter(isAt(path)).forEach(tab => tabs.close(tab))
        memory.recent.value = memory.recent.value.filter(file => !isAt(path)(file))
    }
  }

  function openedTabs(): readonly string[] {
    return tabs.tabs.value.map(tab => tab.path)
  }

  /** Tests whether a file is the one at `path`, or below it. */
  function isAt(path: string): (file: string) => boolean {
    const below = path + (isWindowsFolder(path) ? '\\' : '/')
    return file => file === path || file.startsWith(below)
  }

  return { asked, failed, ask, canChange, confirm, cancel: () => asked.value = undefined }
}
