import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Small files beside a database, for what it cannot tell itself. */
export class DatabaseMarks {
  readonly #made: string
  readonly #damaged: string

  constructor(file: string) {
    this.#made = `${file}.made`
    this.#damaged = `${file}.damaged`
  }

  /** Whether it ever held something: an empty file is an empty database to SQLite. */
  get wasMade(): boolean {
    return existsSync(this.#made)
  }

  /** Whether it was not closed: then the write-ahead log is a part of it. */
  get wasLeftOpen(): boolean {
    return this.wasMade && readFileSync(this.#made, 'utf8') === 'open'
  }

  /** Whether something in it could not be read. */
  get isDamaged(): boolean {
    return existsSync(this.#damaged)
  }

  noteOpen(): void {
    writeFileSync(this.#made, 'open')
    rmSync(this.#damaged, { force: true })
  }

  noteClosed(): void {
    if (this.wasLeftOpen)
      this.#try(() => writeFileSync(this.#made, 'closed'))
  }

  noteDamage(): void {
    this.#try(() => writeFileSync(this.#damaged, ''))
  }

  /** A disk that takes nothing: then the next start looks once more than it needs, or meets the damage again. */
  #try(write: () => void): void {
    try {
      write()
    }
    catch {
      // Nothing is lost with it, as said above.
    }
  }
}
