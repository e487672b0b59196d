import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

describe('an agent\'s lines', () => {
  it('can be surrounded by noise of every kind', async () => {
    const host = await testHost({ agents: { Noise: hostile('wire/noise') } })
    const thread = await host.startThread('Noise')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.of('agent').map(({ content }) => content)).toEqual([[{ type: 'text', text: 'Still here.' }]])
    expect(thread.of('notice')).toEqual([])
  })

  it('can arrive byte by byte, with characters split', async () => {
    const host = await testHost({ agents: { Bytes: hostile('wire/byteByByte') } })
    const thread = await host.startThread('Bytes')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('Größe 5 € – 日本 👩‍👩‍👧 ok')
  })

  it('can have a byte order mark and Windows line endings, and lack the last newline', async () => {
    const host = await testHost({ agents: { Odd: hostile('wire/oddLineEnds') } })
    const thread = await host.startThread('Odd')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('One, two.')
  })

  it.each([
    [200, true],
    [5_000, false],
    [200_000, false],
  ])('nested %i levels deep do not break the connection or the thread (kept: %s)', async (depth, isKept) => {
    const host = await testHost({ agents: { Deep: hostile('wire/deepJson', { DEPTH: String(depth) }) } })
    const thread = await host.startThread('Deep')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('Out of the depth.')
    expect(thread.of('unknown')).toHaveLength(isKept ? 1 : 0)
    expect(thread.tools).toHaveLength(isKept ? 1 : 0)
    expect(thread.of('notice')).toHaveLength(isKept ? 0 : 1)
    // Everything stored can be read again.
    const again = await (await host.restart()).openThread(thread.threadId)
    expect(again.transcript.entries).toEqual(thread.transcript.entries)
  })

  it('in a batch are refused as a whole', async () => {
    const host = await testHost({ agents: { Batch: hostile('wire/batch') } })
    const thread = await host.startThread('Batch')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('Refused with -32600.')
    expect(existsSync(join(host.workspace, 'batched.txt'))).toBe(false)
    expect(existsSync(join(host.workspace, 'alone.txt'))).toBe(true)
  })

  it('with one invalid part lose only that part', async () => {
    const host = await testHost({ agents: { Partly: hostile('wire/partlyBad') } })
    const thread = await host.startThread('Partly')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    const { call } = thread.tools[0]!
    expect(call).toMatchObject({ title: 'Mixed', kind: 'other', status: 'completed', locations: [{ path: '/good.ts' }] })
    expect(call.content).toEqual([{ type: 'content', content: { type: 'text', text: 'good' } }, { type: 'hologram', data: 1 }])
    const { plan, commands, configOptions, usage, modes } = thread.transcript.head
    expect(plan).toEqual([{ content: 'good step', priority: 'medium', status: 'soon' }])
    expect(commands).toEqual([{ name: 'good', description: '' }])
    expect(configOptions).toEqual([{ id: 'good', name: 'Good', type: 'boolean', currentValue: true }])
    expect(usage).toEqual({ used: 5, size: 10 })
    expect(modes?.availableModes).toEqual([{ id: 'ask', name: 'Ask' }])
    expect(thread.text).toContain('good words')
  })
})
