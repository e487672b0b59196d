import type Database from 'better-sqlite3'

/** A file as it was when it was last looked at. */
export interface SeenFile {
  /** What was there, as `keyOf` makes it. */
  readonly state: string
  readonly size: number
  /** These and `looked` in milliseconds, as precise as the system tells them. */
  readonly mtime: number
  readonly ctime: number
  readonly inode: number
  /** When that look began: a later change within the clock's grain leaves no other trace. */
  readonly looked: number
}

interface FileRow extends Omit<SeenFile, 'inode'> {
  readonly path: string
  /** Some systems have numbers that SQLite cannot hold. */
  readonly inode: string
}

/** The files of the folder that are watched over, by their paths in it. */
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

  /** Each with its path, in the order of paths. */
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
