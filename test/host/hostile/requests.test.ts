import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newThreadTitle } from '../../../src/shared/contract/threadSummary'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

describe('an agent\'s requests and answers', () => {
  it('for methods that clients do not have are answered with -32601', async () => {
    const host = await testHost({ agents: { Strange: hostile('wire/strangeMethods') } })
    const thread = await host.startThread('Strange')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    const [codes] = /Codes: .*/.exec(thread.text)!
    expect(codes).toBe(`Codes: ${Array.from({ length: 16 }).fill('-32601').join(' ')}.`)
  })

  it('for sessions that do not exist are neither shown nor executed', async () => {
    const host = await testHost({ agents: { Others: hostile('wire/otherSessions') } })
    const thread = await host.startThread('Others')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text).toContain('For me. Session somebody-else not found')
    expect(thread.text).not.toContain('somebody else.')
    expect(thread.summary.title).not.toContain('stolen')
    expect(thread.summary.title).not.toBe(newThreadTitle)
    expect(existsSync(join(host.workspace, 'stranger.txt'))).toBe(false)
    const again = await (await host.restart()).openThread(thread.threadId)
    expect(again.transcript.entries).toEqual(thread.transcript.entries)
  })

  it('with the same id are each answered', async () => {
    const host = await testHost({ agents: { Duplicate: hostile('wire/duplicateIds') } })
    writeFileSync(join(host.workspace, 'asked.txt'), 'asked')
    const thread = await host.startThread('Duplicate')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')
    expect((await thread.ask('again')).end.reason).toBe('end_turn')

    expect(thread.text.match(/Five answers/g)).toHaveLength(2)
  })

  it('that answer requests Parley never made change nothing, now or later', async () => {
    const host = await testHost({ agents: { Unasked: hostile('wire/unaskedAnswers') } })
    const thread = await host.startThread('Unasked')

    expect((await thread.ask('one')).end.reason).toBe('end_turn')
    expect((await thread.ask('two')).end.reason).toBe('end_turn')

    expect(thread.text.match(/Answered all/g)).toHaveLength(2)
    expect(thread.turnEnds).toHaveLength(2)
  })

  it('that answer a prompt twice end one turn only', async () => {
    const host = await testHost({ agents: { Twice: hostile('wire/answersTwice') } })
    const thread = await host.startThread('Twice')

    expect((await thread.ask('one')).end.reason).toBe('end_turn')
    expect((await thread.ask('two')).end.reason).toBe('end_turn')

    expect(thread.turnEnds).toHaveLength(2)
    expect(thread.summary.activity.state).toBe('ready')
  })

  it('are rejected, not executed, until `initialize` is answered', async () => {
    const host = await testHost({ agents: { First: hostile('wire/asksFirst') } })
    const thread = await host.startThread('First')

    expect((await thread.ask('hello')).end.reason).toBe('end_turn')

    expect(thread.text.match(/initialize has not been answered yet/g)).toHaveLength(3)
    expect(thread.of('permission')).toEqual([])
    expect(existsSync(join(host.workspace, 'early.txt'))).toBe(false)
    expect(existsSync(join(host.workspace, 'early-command.txt'))).toBe(false)
  })
})
