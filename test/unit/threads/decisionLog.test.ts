import type { NewDecision } from '../../../src/main/store/tables/decisionTable'
import type { ThreadStore } from '../../../src/main/store/threadStore'
import { expect, it } from 'vitest'
import { DecisionLog, type DecisionRecord } from '../../../src/main/threads/permission/decisionLog'
import { getPermissionFacts } from '../../../src/shared/permission/permissionFacts'

it('records and allows nothing after its thread is closed', () => {
  const kept: NewDecision[] = []
  const store = { addDecision: (decision: NewDecision) => kept.push(decision) } as unknown as ThreadStore // all that is used of it
  const report = (error: unknown): never => {
    throw error
  }
  const decisions = new DecisionLog({ store, thread: { threadId: 't', agentId: 'a' }, report })
  const facts = getPermissionFacts({ from: 'parley', toolCall: { toolCallId: '' }, options: [] })
  const add = (outcome: DecisionRecord['outcome']) => decisions.add({ from: 'parley', facts, outcome, by: 'rule' })
  add('allowed')
  add('cancelled')
  expect(kept.map(({ outcome }) => outcome)).toEqual(['allowed', 'cancelled'])

  decisions.dispose()
  add('cancelled')
  decisions.addRefusal({ request: 'read', target: '/w/a', why: 'It is not there.' })
  expect(() => add('allowed')).toThrow('This thread is closed')
  expect(kept).toHaveLength(2)
})
