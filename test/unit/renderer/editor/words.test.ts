import { expect, it } from 'vitest'
import { editorWords as words } from '../../../../src/renderer/components/editor/words'

it('a conflict names the other author, an agent by its name', () => {
  const agent = { kind: 'agent', threadId: 't', agentName: 'opencode' } as const
  expect(words.banner.conflict({ kind: 'disk' }, 1)).toBe('Another program changed the same lines as you.')
  expect(words.changed.conflict({ kind: 'disk' })).toBe('Another program’s version and yours')
  expect(words.banner.conflict(agent, 2)).toBe('opencode changed the same lines as you, in 2 places.')
  expect(words.changed.conflict(agent)).toBe('opencode’s version and yours')
})
