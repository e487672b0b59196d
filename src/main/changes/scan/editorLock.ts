import { basename, dirname, join } from 'node:path'
import { tryLstat } from './readState'

/** Editors write a file and remove its lock at once (`:wq`): a scan comes later. */
const lingerMs = 5_000

/** What an editor leaves beside a file while it is open is not a change. */
export function isEditorLock(name: string): boolean {
  return /^\.(?:.+\.sw[a-p]|#.+|~lock\..+#)$/.test(name)
}

/** Lock files of Vim, Emacs and LibreOffice, each beside the file that is open, as the system reports them. */
export class EditorLocks {
  /** When a lock last came, went or was written. */
  readonly #reported = new Map<string, number>()

  /** Something happened to the entry at this absolute path. */
  note(path: string): void {
    if (!isEditorLock(basename(path)))
      return
    const now = Date.now()
    this.#reported.forEach((at, lock) => at < now - lingerMs && this.#reported.delete(lock))
    this.#reported.set(path, now)
  }

  /** Whether an editor has the file open, or had it open a moment ago. */
  isInEditor(path: string): boolean {
    const [folder, name] = [dirname(path), basename(path)]
    return [`.${name}.swp`, `.#${name}`, `.~lock.${name}#`].map(lock => join(folder, lock)).some(lock =>
      (this.#reported.get(lock) ?? -Infinity) >= Date.now() - lingerMs || tryLstat(lock) !== undefined)
  }
}
