import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { createFilled, makeDatabasePath, overwrite } from './filledDatabase'

it('damage to the first page of a table or its index loses nothing of other tables, and the loss is reported', () => {
  const whole = createFilled({ threadCount: 2 })
  const places = fill(whole)
  const rowsOfWhole = readRows(whole)
  const cases: Record<string, { lost: string[], said?: RegExp }> = {
    sqlite_autoindex_threads_1: { lost: [] },
    sqlite_autoindex_terminals_1: { lost: [] },
    threads_by_rank: { lost: [] },
    threads: { lost: ['threads'], said: /Not all could be read of: the titles, agents and folders of threads\./ },
    terminals: { lost: ['terminals'], said: /the output of terminals\./ },
    decisions: { lost: ['decisions'], said: /the decision log\./ },
    drafts: { lost: ['drafts'], said: /messages that were not sent yet\./ },
    unsaved_files: { lost: ['unsaved_files'], said: /: unsaved text of open files\./ },
    unsaved_bases: { lost: ['unsaved_bases'], said: /: unsaved text of open files\./ },
    unsaved_conflicts: { lost: ['unsaved_conflicts'], said: /: unsaved text of open files\./ },
    deleted_threads: { lost: ['deleted_threads'], said: /one may be back/ },
    events: { lost: ['events'], said: /Missing: in "Thread 0" .*; in "Thread 1"/ },
    written_rules: { lost: ['rules', 'trusted_commands', 'unasked_starts', 'written_rules'], said: /Parley will ask again/ },
  }
  for (const [name, { lost, said }] of Object.entries(cases)) {
    const file = makeDatabasePath()
    mkdirSync(join(file, '..'))
    copyFileSync(whole, file)
    overwrite(file, places.get(name)!)
    const { problem, sql } = openDatabase(file)
    sql.close()
    const rows = readRows(file)
    expect(Object.keys(rows).filter(table => rows[table] !== rowsOfWhole[table]), name).toEqual(lost)
    expect(problem, name).toMatch(/set aside/)
    expect(problem, name).toMatch(said ?? /^(?!.*(?:Not all|Missing|ask again))/)
  }
})

/** A row in every table; answers with where each begins. */
function fill(file: string): Map<string, number> {
  const sql = new Database(file)
  sql.exec(`
    INSERT INTO terminals VALUES ('t1', 'x', '{}', 'out');
    INSERT INTO rules VALUES (1, '/w', 'a', 'command', 's', 'x', 1);
    INSERT INTO agent_options VALUES ('a', '{}');
    INSERT INTO agent_sign_ins VALUES ('a', 'no');
    INSERT INTO trusted_commands VALUES ('a', '/', 'c');
    INSERT INTO written_rules VALUES (1, '{}', 1);
    INSERT INTO decisions (thread_id, at, agent_id, asked_by, what, facts, facts_hash, outcome, decided_by)
      VALUES ('t1', 1, 'a', 'a', 'w', 'f', 'h', 'o', 'p');
    INSERT INTO payloads VALUES ('t1', 'h', 'text');
    INSERT INTO drafts VALUES ('t1', 'draft', '[]', '[]');
    INSERT INTO unsaved_files VALUES ('/f', 't1', 'utf-8', 'h', '[4]', 4);
    INSERT INTO unsaved_bases VALUES ('/f', 'text');
    INSERT INTO unsaved_conflicts VALUES ('/f', 'k', '{}');
    INSERT INTO deleted_threads VALUES ('gone');
    INSERT INTO unasked_starts VALUES ('a', '/w', 'mode', 'allow');
  `)
  const places = sql.prepare('SELECT name, rootpage FROM sqlite_schema').raw().all() as [string, number][] // as selected
  sql.close()
  return new Map(places)
}

/** The content of all tables that are not derived, as text; for threads, what the person knows them by. */
function readRows(file: string): Record<string, string> {
  const sql = new Database(file, { readonly: true })
  const tables = sql.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\' ORDER BY name').pluck().all() as string[]
  const kept = tables.filter(table => !/^sqlite_|^entries$|^accepted_files$/.test(table))
  const rows = kept.map(table => [
    table,
    JSON.stringify(sql.prepare(`SELECT ${table === 'threads' ? 'thread_id, title, folder' : '*'} FROM ${table}`).all()),
  ])
  sql.close()
  return Object.fromEntries(rows) as Record<string, string>
}
