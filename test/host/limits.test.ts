import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testHost } from '../support/testHost'

it('reports a message from an agent that is too long to read, and continues', async () => {
  const program = join(import.meta.dirname, '../agents/programs/giantLine.ts')
  const host = await testHost({ agents: { Giant: { command: process.execPath, args: [program], env: { NODE_NO_WARNINGS: '1' } } } })
  const thread = await host.startThread('Giant')

  expect((await thread.ask('go')).end.reason).toBe('end_turn')

  expect(thread.of('notice')[0]?.notice.title).toContain('too long')
})
