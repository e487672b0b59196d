import { expect, it } from 'vitest'
import { HostError } from '../../../src/shared/errors'
import { turnOf } from '../../support/setEvidence'
import { TestLedger } from '../../support/testLedger'

it('lets the person set the author of a change', () => {
  const test = new TestLedger()
  test.write('file', '1')
  test.turn(() => test.write('file', '2'))
  const readAuthors = () => test.ledger.tables.versions.ofPath('file')
    .map(({ author, threadId = '' }) => `${author} ${threadId}`.trim())
  test.ledger.claim({ threadId: 'thread', from: 'thread-1', to: 'thread-1', path: test.path('file'), by: 'you' })
  expect(readAuthors()).toEqual(['you'])
  test.ledger.claim({ threadId: 'thread', from: 'thread-1', to: 'thread-1', path: test.path('file'), by: 'asked' })
  expect(readAuthors()).toEqual(['asked thread'])
})

it('does not change the authors of another thread\'s changes, and rejects an unknown turn', () => {
  const test = new TestLedger()
  test.begin('one')
  test.begin('other')
  test.write('file', '1')
  test.end([turnOf('other')], 'other')
  test.ledger.claim({ threadId: 'one', path: test.path('file'), by: 'you' })
  expect(test.ledger.tables.versions.ofPath('file')).toMatchObject([{ author: 'unannounced', threadId: 'other' }])
  expect(() => test.ledger.claim({ threadId: 'one', from: 'gone', path: test.path('file'), by: 'you' })).toThrow(HostError)
})
