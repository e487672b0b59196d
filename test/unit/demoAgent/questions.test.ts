import type { PermissionOptionKind } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it.each<PermissionOptionKind>(['allow_once', 'allow_always', 'reject_once', 'reject_always'])(
  'reports that the person chose %s',
  async (kind) => {
    const demo = await startDemo({ answers: kind })
    await demo.prompt(await demo.newSession(), 'permission')
    expect(demo.permissions[0]?.options).toHaveLength(4)
    expect(demo.said).toContain(`(\`${kind}\`)`)
  },
)

it('ends the turn as cancelled when a question is cancelled', async () => {
  const demo = await startDemo({ answers: 'cancelled' })
  expect(await demo.prompt(await demo.newSession(), 'permission')).toBe('cancelled')
})

it('shows a form with every kind of field and repeats the answers', async () => {
  const demo = await startDemo({ elicitation: { action: 'accept', content: { name: 'Ada', days: 2, dog: false, snacks: ['bread'] } } })
  await demo.prompt(await demo.newSession(), 'elicitation')
  const types = Object.values(
    (demo.elicitations[0] as { requestedSchema: { properties: Record<string, { type: string }> } }).requestedSchema.properties,
  ).map(property => property.type)
  expect(new Set(types)).toEqual(new Set(['string', 'number', 'integer', 'boolean', 'array']))
  expect(demo.said).toContain('"name": "Ada"')
})

it('accepts a declined form as an answer', async () => {
  const demo = await startDemo({ elicitation: { action: 'decline' } })
  expect(await demo.prompt(await demo.newSession(), 'form')).toBe('end_turn')
  expect(demo.said).toContain('You declined')
})

it('reports when a web page that it opened is completed', async () => {
  const demo = await startDemo({ elicitation: { action: 'accept' } })
  await demo.prompt(await demo.newSession(), 'url elicitation')
  expect(demo.elicitations[0]).toMatchObject({ mode: 'url', url: expect.stringMatching(/^https:/) })
  expect(demo.completed).toHaveLength(1)
})

it('shows no form to a client without form support', async () => {
  const demo = await startDemo({ capabilities: {} })
  await demo.prompt(await demo.newSession(), 'form')
  expect(demo.elicitations).toEqual([])
  expect(demo.said).toContain('does not know forms')
})
