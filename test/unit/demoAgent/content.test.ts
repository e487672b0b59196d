import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it('sends a picture that is a valid PNG', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'image')
  const image = demo.of('agent_message_chunk').map(chunk => chunk.content).find(content => content.type === 'image')
  const png = Buffer.from(image?.data ?? '', 'base64')
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1A\n')
  const pixels = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8)
  expect(inflateSync(pixels)).toHaveLength(100 * (1 + 160 * 3))
})

it('sends links, an embedded text and several diffs, one of a new file', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  await demo.prompt(sessionId, 'links')
  await demo.prompt(sessionId, 'resource')
  await demo.prompt(sessionId, 'diff')
  const kinds = demo.of('agent_message_chunk').map(chunk => chunk.content.type)
  expect(kinds.filter(kind => kind !== 'text')).toEqual(['resource_link', 'resource_link', 'resource'])
  expect(demo.of('tool_call_update')[0]?.content).toMatchObject([{ type: 'diff' }, { type: 'diff', oldText: null }, { type: 'diff' }])
})

it('makes twenty tool calls of all ten kinds, and completes or fails each', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'many')
  expect(demo.of('tool_call')).toHaveLength(20)
  expect(new Set(demo.of('tool_call').map(call => call.kind)).size).toBe(10)
  const ends = demo.of('tool_call_update').filter(update => update.status === 'completed' || update.status === 'failed')
  expect(ends.filter(update => update.status === 'failed')).toHaveLength(1)
  expect(ends).toHaveLength(20)
})

it('sends a flood of as many entries as requested', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'flood 2000')
  expect(demo.of('tool_call')).toHaveLength(1000)
  expect(demo.said).toContain('2000 entries')
})

it('reports growing usage and cost', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'usage')
  const costs = demo.of('usage_update').map(update => update.cost?.amount ?? 0)
  expect(costs).toHaveLength(5)
  expect(costs).toEqual(costs.toSorted((one, other) => one - other))
})

it('sends notices and a compaction only to clients that support them', async () => {
  const [knowing, plain] = [await startDemo(), await startDemo({ capabilities: {} })]
  await knowing.prompt(await knowing.newSession(), 'notice')
  await plain.prompt(await plain.newSession(), 'notice')
  expect(knowing.of('notice').map(notice => notice.severity)).toEqual(['info', 'warning', 'error'])
  expect(knowing.of('compaction_update').map(update => update.status)).toEqual(['in_progress', 'completed'])
  expect([...plain.of('notice'), ...plain.of('compaction_update')]).toEqual([])
})

it('continues after an unknown update', async () => {
  const demo = await startDemo()
  expect(await demo.prompt(await demo.newSession(), 'unknown')).toBe('end_turn')
  expect(demo.said).toContain('goes on all the same')
})
