import type Database from 'better-sqlite3'

/** A file's record from the last scan. */
export interface SeenFile {
  /** The state key. */
  readonly state: string
  readonly size: number
  /** Times, including `looked`, are in milliseconds with the system's precision. */
  readonly mtime: number
  readonly ctime: number
  readonly inode: number
  /** Start of that scan. Later changes within the clock's granularity leave no other trace. */
  readonly looked: number
}

interface FileRow extends Omit<SeenFile, 'inode'> {
  readonly path: string
  /** A string, because SQLite cannot store all inode numbers. */
  readonly inode: string
}

/** The recorded files of a folder, by relative path. */
export class FileTable {
  readonly #all: Database.Statement<[], FileRow>
  readonly #any: Database.Statement<[], number>
  readonly #set: Database.Statement<[FileRow]>
  readonly #remove: Database.Statement<[string]>

  constructor(sql: Database.Database) {
    this.#all = sql.prepare('SELECT path, state, size, mtime, ctime, inode, looked FROM files')
    this.#any = sql.prepare<[], number>('SELECT 1 FROM files LIMIT 1').pluck()
    this.#set = sql.prepare(`
      INSERT OR REPLACE INTO files (path, state, size, mtime, ctime, inode, looked)
      VALUES (@path, @state, @size, @mtime, @ctime, @inode, @looked)`)
    this.#remove = sql.prepare('DELETE FROM files WHERE path = ?')
  }

  get isEmpty(): boolean {
    return this.#any.get() === undefined
  }

  /** All files, ordered by path. */
  * all(): Generator<SeenFile & { path: string }> {
    for (const row of this.#all.iterate())
      yield { ...row, inode: Number(row.inode) }
  }

  set(path: string, { state, size, mtime, ctime, inode, looked }: SeenFile): void {
    this.#set.run({ path, state, size, mtime, ctime, inode: String(inode), looked })
  }

  remove(path: string): void {
    this.#remove.run(path)
  }
}
