import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { migrations } from '../../../src/main/store/migrations'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { createFilled, listSetAsideFiles, makeDatabasePath } from './filledDatabase'

describe('opening', () => {
  it('creates the file and its folder, with a write-ahead log and foreign keys', () => {
    const database = openDatabase(makeDatabasePath())
    expect(database.sql.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(database.sql.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(database.sql.pragma('user_version', { simple: true })).toBe(migrations.length)
    database.close()
  })

  it('reports a storage error if a folder is in place of the file', () => {
    const file = makeDatabasePath()
    mkdirSync(file, { recursive: true })
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ name: 'HostError', code: 'storage' }))
  })

  it('reports a storage error if a file is in place of the folder', () => {
    const file = makeDatabasePath()
    writeFileSync(join(file, '../..', 'data'), '')
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ name: 'HostError', code: 'storage' }))
  })
})

describe('migrating', () => {
  const nextStep = 'ALTER TABLE threads ADD COLUMN colour TEXT'

  it('keeps a copy of the old file', () => {
    const file = createFilled({ threadCount: 1 })
    openDatabase(file, { steps: [...migrations, nextStep] }).close()
    const copy = new Database(`${file}.before-version-${migrations.length + 1}`, { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(copy.prepare('SELECT count(*) FROM events').pluck().get()).toBe(50)
    copy.close()
  })

  it('leaves the file unchanged when a step fails, and can be retried', () => {
    const file = createFilled({ threadCount: 1 })
    expect(() => openDatabase(file, { steps: [...migrations, `${nextStep}; SELECT nonsense FROM nowhere`] })).toThrow()
    const database = openDatabase(file, { steps: [...migrations, nextStep] })
    expect(database.sql.pragma('user_version', { simple: true })).toBe(migrations.length + 1)
    expect(new ThreadStore(database).listThreads()).toHaveLength(1)
    database.close()
  })

  it('rejects a file of a newer Parley and leaves it unchanged', () => {
    const file = createFilled({ threadCount: 1 })
    openDatabase(file, { steps: [...migrations, nextStep] }).close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(/written by a newer Parley/)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(listSetAsideFiles(file)).toEqual([])
  })
})
