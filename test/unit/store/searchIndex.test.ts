import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { Pace, SearchIndex } from '../../../src/main/store/search/searchIndex'
import { SearchReader, toMatchExpression } from '../../../src/main/store/search/searchReader'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { parseSearch } from '../../../src/shared/search/searchTerms'
import { emptyTranscript, type Entry } from '../../../src/shared/thread/transcript'
import { makeDatabasePath } from './filledDatabase'

const dayMs = 24 * 60 * 60 * 1000
const times = { firstMs: dayMs, afterMs: dayMs, restFactor: 0 }

function openIndex(file = makeDatabasePath()) {
  const database = openDatabase(file)
  const reports: unknown[] = []
  const index = new SearchIndex({ database, times, report: error => reports.push(error) })
  const store = new ThreadStore(database)
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed)
      return
    isClosed = true
    await index.dispose()
    database.close()
  }
  onTestFinished(close)
  const searchFile = join(dirname(file), 'search.db')
  return { file, searchFile, database, index, store, reports, close, find: createFinder(new SearchReader(index)) }
}

function createFinder(reader: SearchReader) {
  return async (search: string): Promise<string[]> => {
    const { matches } = await reader.find(parseSearch(search), { passes: () => true, signal: new AbortController().signal })
    return matches.map(({ threadId, entryIndex }) => `${threadId} ${entryIndex}`).sort()
  }
}

function makeEntry(id: number, text: string): Entry {
  return { kind: 'agent', id: `e${id}`, at: 1_000 + id, content: [{ type: 'text', text }] }
}

function project(
  store: ThreadStore,
  threadId: string,
  { seq, count, entries }: { seq: number, count: number, entries: [number, string][] },
): void {
  store.project(threadId, {
    entries: entries.map(([index, text]) => ({ index, entry: makeEntry(index, text) })),
    head: emptyTranscript.head,
    projectedSeq: seq,
    entryCount: count,
    reducerVersion: 1,
  })
}

function addThread(store: ThreadStore, threadId: string, ...texts: string[]): void {
  store.createThread({ threadId, title: threadId, agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  project(store, threadId, { seq: texts.length, count: texts.length, entries: texts.map((text, index) => [index, text]) })
}

/** Said texts, and search terms for them. */
const inScripts = [
  ['Un café déjà vu', 'déjà', 'deja'],
  ['Die Größe der Datei, STRAẞE', 'Größe', 'grosse', 'größe', 'straße'],
  ['Donau\u00ADdampf', 'Donaudampf'],
  ['Tệp đã được ghi', 'được', 'duoc'],
  ['zażółć gęślą jaźń, zły', 'gęślą', 'zły', 'zly'],
  ['İstanbul ırmağı', 'İstanbul', 'istanbul', 'irmagi'],
  ['Зелёная ёлка, мой код', 'ёлка', 'елка', 'мой'],
  ['їжак і йогурт', 'їжак', 'йогурт'],
  ['το αρχείο είναι εδώ, ο σκοπός', 'αρχείο', 'αρχειο', 'σκοπός'],
  ['Ֆայլը ջնջված է', 'Ֆայլը'],
  ['ფაილი წაიშალა', 'წაიშალა'],
  ['هذا المَلفّ مهمّ', 'الملف', 'مهم'],
  ['می‌خواهم پرونده را', 'میخواهم', 'پرونده'],
  ['הַקּוֹבֶץ נמחק', 'הקובץ'],
  ['यह कुछ हिन्दी है', 'हिन्दी', 'कुछ'],
  ['এই ফাইল মুছে গেছে', 'ফাইল'],
  ['இந்த கோப்பு', 'கோப்பு'],
  ['ఈ ఫైల్ తొలగించబడింది', 'ఫైల్'],
  ['ഈ ഫയൽ', 'ഫയൽ'],
  ['ไฟล์ถูกลบ', 'ไฟล์'],
  ['ဖိုင်ကို ဖျက်ပြီး', 'ဖိုင်'],
  ['ឯកសារ​ត្រូវបានលុប', 'ឯកសារ'],
  ['한국어 검색 문서', '검색'],
  ['データベースが壊れた、ﾌｧｲﾙ', 'データベース', 'ファイル'],
  ['发生了错误信息', '错误'],
  ['የፋይል ስም', 'የፋይል'],
  ['Ｆｉｌｅ １２', 'file', '12'],
] as const

describe('the search index', () => {
  it('finds words, phrases and prefixes, whatever their case and accents', async () => {
    const { store, index, find } = openIndex()
    addThread(store, 't1', 'Send the same idempotency key each time', 'the key of idempotency', 'A Café in 東京都')
    addThread(store, 't2', 'idempotencyKey = hash(line)')
    await index.run()

    expect(await find('idempotency key ')).toEqual(['t1 0', 't1 1'])
    expect(await find('"idempotency key" ')).toEqual(['t1 0'])
    expect(await find('idempotency')).toEqual(['t1 0', 't1 1', 't2 0'])
    expect(await find('cafe 東京')).toEqual(['t1 2'])
    expect(await find('nowhere')).toEqual([])
    expect(index.isBehind).toBe(false)
  })

  it('finds words of any script, however they are typed', async () => {
    const { store, index, find } = openIndex()
    addThread(store, 't1', ...inScripts.map(([text]) => text))
    await index.run()
    for (const [place, [text, ...words]] of inScripts.entries()) {
      for (const word of words) {
        for (const typed of [word, word.normalize('NFD'), word.toUpperCase(), `"${word}"`])
          expect(await find(typed), `${typed} in ${text}`).toContain(`t1 ${place}`)
      }
    }
  })

  it('follows changed and deleted entries', async () => {
    const { store, index, find, database } = openIndex()
    addThread(store, 't1', 'alpha', 'beta', 'gamma')
    await index.run()
    project(store, 't1', { seq: 4, count: 2, entries: [[0, 'delta']] })
    await index.run()

    expect(await find('alpha')).toEqual([])
    expect(await find('delta')).toEqual(['t1 0'])
    expect(await find('beta')).toEqual(['t1 1'])
    expect(await find('gamma')).toEqual([])
    expect(database.sql.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(2)
  })

  it('continues after an interruption', async () => {
    const { file, store, index, close } = openIndex()
    addThread(store, 't1', ...Array.from({ length: 100 }, (_, index) => `word${index} common`))
    const run = index.run()
    await new Promise(resolve => setImmediate(resolve))
    await close()
    await run
    const again = openIndex(file)
    const before = await again.find('common ')
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(100)
    await again.index.run()
    expect(await again.find('common ')).toHaveLength(100)
    expect(await again.find('word99 ')).toEqual(['t1 99'])
  })

  it('is rebuilt if its file was overwritten, or damaged while in use', async () => {
    const first = openIndex()
    addThread(first.store, 't1', 'needle')
    await first.index.run()
    await first.close()
    writeFileSync(first.searchFile, 'no database at all, but long enough to be read as one '.repeat(100))

    const second = openIndex(first.file)
    await second.index.run()
    expect(await second.find('needle')).toEqual(['t1 0'])
    // A page of words is overwritten while it is in use.
    second.index.sql.pragma('wal_checkpoint(TRUNCATE)')
    second.index.sql.unsafeMode()
    second.index.sql.exec('DELETE FROM words_data WHERE id > 1')
    await expect(second.find('needle')).rejects.toThrow()
    await second.index.run()
    expect(await second.find('needle')).toEqual(['t1 0'])
    expect(second.reports).toEqual([])
  })

  it('keeps no byte of a deleted thread', async () => {
    const { searchFile, store, index, find } = openIndex()
    addThread(store, 't1', 'plain xylophonesecret text', 'more')
    addThread(store, 't2', 'xylophone stays')
    await index.run()
    index.sql.pragma('wal_checkpoint(TRUNCATE)')
    expect(readFileSync(searchFile, 'latin1')).toContain('xylophonesecret')

    store.removeThread('t1')
    await index.run()
    expect(await find('xylophonesecret')).toEqual([])
    expect(await find('xylophone')).toEqual(['t2 0'])
    for (const name of [searchFile, `${searchFile}-wal`].filter(name => existsSync(name))) {
      expect(readFileSync(name, 'latin1')).not.toContain('xylophonesecret')
      expect(readFileSync(name, 'latin1')).not.toContain('onesecret')
    }
    expect(statSync(searchFile).mode & 0o077).toBe(0)
  })

  it('indexes only a limited part of an entry', async () => {
    const { store, index, find } = openIndex()
    addThread(store, 't1', `begin ${'x'.repeat(40_000)} behind`)
    await index.run()
    expect(await find('begin ')).toEqual(['t1 0'])
    expect(await find('behind')).toEqual([])
  })

  it('indexes long texts that are stored separately', async () => {
    const { store, index, find } = openIndex()
    store.createThread({ threadId: 't1', title: 't', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
    const text = `begin ${'filler '.repeat(3_000)}`
    store.appendEvents('t1', [{
      seq: 1,
      at: 1,
      type: 'update',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    }], { durable: false })
    project(store, 't1', { seq: 1, count: 1, entries: [[0, text]] })
    await index.run()
    expect(await find('begin ')).toEqual(['t1 0'])
  })
})

describe('a full-text query', () => {
  it('contains only quoted words, whatever a person types', () => {
    const sql = new Database(':memory:')
    sql.exec('CREATE VIRTUAL TABLE words USING fts5 (text, secret); INSERT INTO words VALUES (\'plain\', \'hidden\')')
    const match = sql.prepare<[string]>('SELECT count(*) FROM words WHERE words MATCH ?').pluck()
    const hostile = [
      'plain OR hidden',
      'NOT plain',
      'secret:hidden',
      '{secret}: hidden',
      '^plain',
      'NEAR(plain hidden, 9)',
      '"',
      '""',
      '"plain',
      '"a""b"*',
      'plain AND',
      '- secret : hidden',
      'a*b*',
      '\0',
      'pl\0ain',
      '(((((',
      '"; DROP TABLE words; --',
      '\u{D800}x',
      '*',
      '"*"*',
      'words MATCH \'x\'',
    ]
    for (const search of hostile) {
      const expression = toMatchExpression(parseSearch(search))
      expect(expression).toMatch(/^(?:"[\p{L}\p{N}\p{Co} ]+"(?: \*)?(?: AND |$))*$/u)
      if (expression !== '')
        match.get(expression)
    }
    expect(match.get(toMatchExpression(parseSearch('secret:hidden ')))).toBe(0)
    sql.close()
  })
})

it('halves its batches if they take long, down to a minimum, and gradually increases them again', () => {
  const pace = new Pace({ least: 4, most: 16 })
  expect(pace.amount).toBe(16)
  pace.record(12)
  expect(pace.amount).toBe(8)
  pace.record(12)
  pace.record(12)
  expect(pace.amount).toBe(4)
  pace.record(1)
  expect(pace.amount).toBe(5)
})
