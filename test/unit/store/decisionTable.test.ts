import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { DecisionTable } from '../../../src/main/store/tables/decisionTable'

it('finds a decision by its words, in any script and letter case', () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  database.sql.pragma('foreign_keys = off') // the thread does not matter here
  const decisions = new DecisionTable(database.sql)
  const given = { at: 1, from: 'agent', outcome: 'allowed', by: 'person' } as const
  const decision = { ...given, threadId: 't', agentId: 'a', facts: '{}', factsHash: 'h' }
  for (const what of ['Änderung löschen', 'Удалить файл'])
    decisions.add({ ...decision, what }, { durable: false })
  const findDecisions = (search: string) => decisions.list({ search, limit: 10 }).map(({ what }) => what)
  expect([findDecisions('ä'), findDecisions('ÄNDERUNG'), findDecisions('удалить'), findDecisions('x'), findDecisions('')])
    .toEqual([['Änderung löschen'], ['Änderung löschen'], ['Удалить файл'], [], ['Удалить файл', 'Änderung löschen']])
})
