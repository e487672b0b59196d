import { basename, dirname, join } from 'node:path'
import { tryLstat } from './readState'

/** Editors may save a file and remove its lock (`:wq`) before the scan runs. */
const lingerMs = 5_000

/** Whether the name is that of a lock file, which doesn't count as a change. */
export function isEditorLock(name: string): boolean {
  return /^\.(?:.+\.sw[a-p]|#.+|~lock\..+#)$/.test(name)
}

/** Lock files that Vim, Emacs and LibreOffice keep beside open files. */
export class EditorLocks {
  /** Last event of each lock file. */
  readonly #reported = new Map<string, number>()

  /** Handles an event of the entry at this absolute path. */
  note(path: string): void {
    if (!isEditorLock(basename(path)))
      return
    const now = Date.now()
    this.#reported.forEach((at, lock) => at < now - lingerMs && this.#reported.delete(lock))
    this.#reported.set(path, now)
  }

  /** Whether an editor has the file open, or had it open a moment ago. */
  isInEditor(path: string): boolean {
    return listLockNames(path).some(lock =>
      (this.#reported.get(lock) ?? -Infinity) >= Date.now() - lingerMs || tryLstat(lock) !== undefined)
  }

  /** Remembers that an editor has the file open: its change is attributed later, and new folders don't report locks. */
  remember(path: string): void {
    listLockNames(path).filter(lock => tryLstat(lock) !== undefined).forEach(lock => this.note(lock))
  }
}

function listLockNames(path: string): string[] {
  const [folder, name] = [dirname(path), basename(path)]
  return [`.${name}.swp`, `.#${name}`, `.~lock.${name}#`].map(lock => join(folder, lock))
}
