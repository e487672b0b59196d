import type { TestThread } from '../../support/testThread'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openElicitations, openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'

function notices(thread: TestThread): string[] {
  return thread.of('notice').map(({ notice }) => `${notice.title}: ${notice.description ?? ''}`)
}

function bothAreOpen(thread: TestThread): Promise<void> {
  return thread.until(() => openPermissions(thread.transcript).length === 1 && openElicitations(thread.transcript).length === 1)
}

describe('an agent that asks', () => {
  it('for permission and in a form at once gets an answer to each', async () => {
    const host = await testHost({ agents: { Two: hostile('wire/asksTwoThings') } })
    const thread = await host.startThread('Two')

    await thread.send('go')
    await bothAreOpen(thread)
    expect(thread.summary.waiting).toBe(2)
    await thread.answerElicitation({ action: 'accept', content: { name: 'Ada' } })
    await thread.until(() => thread.summary.waiting === 1)
    await thread.answer('no')
    expect((await thread.turnEnd()).end.reason).toBe('end_turn')
    expect(thread.text).toContain('Chosen: no. Said: {"action":"accept","content":{"name":"Ada"}}.')

    await thread.send('again')
    await bothAreOpen(thread)
    await thread.cancel()
    await thread.until(() => thread.turnEnds.length === 2)
    expect(thread.turnEnds[1]!.end.reason).toBe('cancelled')
    expect(thread.text).toContain('Chosen: nothing. Said: {"action":"cancel"}.')
    expect(thread.summary.waiting).toBe(0)
  })

  it('with unusable options is rejected each time, and the thread says why', async () => {
    const host = await testHost({ agents: { Odd: hostile('wire/oddOptions') } })
    const thread = await host.startThread('Odd')

    await thread.ask('go', { answer: 'reject_once' })

    expect(thread.text).toContain(`Answers: ${Array.from({ length: 10 }).fill('-32602').join(' ')}.`)
    expect(thread.text).toContain('Named oddly: {"outcome":"selected","optionId":"no"}.')
    const [asked, ...others] = thread.of('permission')
    expect(others).toEqual([])
    expect(asked!.request.options.map(({ name }) => name)).toEqual(['yes', expect.stringMatching(/^No, .{995}…$/)])
    expect(notices(thread)).toContainEqual(
      expect.stringMatching(/^An option of a permission request could not be shown.*needs a name/s),
    )
    for (const told of ['1 to 8 options', 'at most 4 MB', 'the same id', 'for which tool call']) {
      expect(
        notices(thread).some(notice => notice.startsWith('A permission request could not be shown') && notice.includes(told)),
        told,
      ).toBe(true)
    }
    expect(new Set(notices(thread)).size).toBe(notices(thread).length)
    expect(notices(thread)).toHaveLength(5)
  }, 60_000)

  it('with unusable forms is rejected, and invalid parts of a form are omitted', async () => {
    const host = await testHost({ agents: { Forms: hostile('wire/hugeForms') } })
    const thread = await host.startThread('Forms')

    await thread.send('go')
    await thread.answerElicitation({ action: 'decline' })
    await thread.turnEnd()

    expect(thread.text).toContain('Answers: -32602 -32602 -32602 -32602 -32602 -32602.')
    expect(thread.text).toContain('Odd: {"action":"decline"}.')
    expect(thread.of('elicitation')).toHaveLength(1)
    expect(thread.of('elicitation')[0]!.request).toMatchObject({
      requestedSchema: {
        type: 'object',
        required: ['text'],
        properties: {
          text: { type: 'string', default: {} },
          number: { type: 'integer', maximum: null, default: 'x' },
          list: { type: 'array' },
          odd: {},
          deep: { type: 'object' },
          slow: { pattern: '^(a+)+$' },
        },
      },
    })
    const { properties, ...form } = (
      thread.of('elicitation')[0]!.request as unknown as { requestedSchema: { properties: Record<string, object> } }
    ).requestedSchema
    expect(Object.keys(form)).toEqual(['type', 'required'])
    expect(properties.text).toEqual({ type: 'string', default: {} })
    expect(properties.odd).toEqual({})
    expect(properties).not.toHaveProperty('none')
    for (const told of ['at most 512 kB', 'at most 100 fields', 'at most 2,000 choices'])
      expect(notices(thread).some(notice => notice.includes(told)), told).toBe(true)
  }, 60_000)

  it('in the name of another session asks in that thread, and gains nothing in its own', async () => {
    const host = await testHost({ agents: { Others: hostile('wire/speaksForOthers') } })
    const thief = await host.startThread('Others')
    await thief.until(() => thief.summary.activity.state === 'ready')
    const holder = await host.startThread('Others')
    await holder.until(() => holder.summary.activity.state === 'ready')
    await holder.send('hold')
    await holder.answer('allow_once')
    await holder.until(() => holder.text.includes('Holding.'))

    await thief.send('steal')
    await thief.answer('yes')
    // The same command, requested for the other session: the other is asked again, by Parley and by the agent.
    const own = await holder.permission()
    expect(own.request.from).toBe('parley')
    await holder.answer('deny')
    await holder.until(() => openPermissions(holder.transcript).some(({ request }) => request.from === 'agent'))
    await holder.answer('no')
    const outside = await holder.permission()
    expect(outside.request.subject).toMatchObject({ kind: 'path', access: 'write', path: expect.stringContaining('stolen-') })
    await holder.answer('deny')
    await thief.turnEnd()

    expect(thief.text).toContain('Run: -32603 Permission denied: echo only here. Asked: no.')
    // The third only releases it, which always returns nothing.
    expect(thief.text).toMatch(/Terminal: (-32002 Terminal \S+ not found, ){2}\{\}, -32002 Terminal \S+ not found\. Written: -32/)
    expect(outside.request.subject?.kind === 'path' && existsSync(outside.request.subject.path)).toBe(false)
    expect(thief.of('permission')).toHaveLength(1)
    expect(thief.text).not.toContain('Words for the other')
    expect(thief.summary.title).toBe('steal')
    await holder.until(() => holder.text.includes('Words for the other.'))
    const [terminalId] = holder.tools.flatMap(({ terminalIds }) => terminalIds)
    expect(await holder.terminal(terminalId ?? holder.transcript.head.looseTerminals[0]!)).toMatchObject({ state: 'running' })
    await holder.cancel()
    await holder.turnEnd()
  }, 60_000)
})

describe('a list from an agent', () => {
  it('of 2,000 sessions is cut at a limit, and says so', async () => {
    const host = await testHost({ agents: { Lists: hostile('wire/listsForEver', { MANY: '2000' }) } })
    const [agent] = await host.client.listAgents({})
    const place = { agentId: agent!.agentId, command: agent!.command, folder: host.workspace, inAllFolders: false }

    const page = await host.client.listSessions(place)

    expect(page.sessions).toHaveLength(1_000)
    expect(page.isCut).toBe(true)
    expect(page.sessions[0]!.title!.length).toBe(200)
    expect(page.sessions[0]!.updatedAt).toBeUndefined()
    expect(page.sessions[0]!.additionalFolders).toEqual([`${host.workspace}/more`])
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000)
    // A cursor with which no page could be requested counts as none.
    expect((await host.client.listSessions({ ...place, cursor: 'd' })).nextCursor).toBeUndefined()
  })

  it('of commands or values is cut at a limit, and contains each item once', async () => {
    const host = await testHost({ agents: { Many: hostile('wire/manyValues') } })
    const thread = await host.startThread('Many')

    await thread.ask('go')

    const { commands, modes, configOptions } = thread.transcript.head
    expect(commands).toHaveLength(1_000)
    expect(commands.filter(({ name }) => name === 'same')).toEqual([{ name: 'same', description: 'first' }])
    expect(modes).toEqual({ currentModeId: 'nowhere', availableModes: [{ id: 'ask', name: 'Ask' }] })
    expect(configOptions!.map(({ id }) => id)).toEqual(['grouped', 'after', 'double'])
    const [grouped, after, double] = configOptions as unknown as { options: { options?: unknown[] }[] }[]
    expect(grouped!.options.reduce((sum, { options }) => sum + 1 + options!.length, 0)).toBe(4_000)
    expect([after!.options, double!.options]).toEqual([[], []])
    expect(thread.text).toContain('That was all.')
    for (const told of ['1,000 commands', '2,000 values of an option', '4,000 values of all options together'])
      expect(notices(thread).filter(notice => notice.includes(told)), told).toHaveLength(1)
  }, 60_000)
})
