import { basename, dirname, join } from 'node:path'
import { tryLstat } from './readState'

/** What an editor leaves beside a file while it is open is not a change. */
export function isEditorLock(name: string): boolean {
  return /^\.(?:.+\.sw[a-p]|#.+|~lock\..+#)$/.test(name)
}

/** Whether Vim, Emacs or LibreOffice has the file open: each leaves a file of this name beside it. */
export function isInEditor(path: string): boolean {
  const [folder, name] = [dirname(path), basename(path)]
  return [`.${name}.swp`, `.#${name}`, `.~lock.${name}#`].some(lock => tryLstat(join(folder, lock)) !== undefined)
}
