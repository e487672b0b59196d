import { describe, expect, it } from 'vitest'
import { testHost } from '../support/testHost'

describe('a thread', () => {
  it('has its whole transcript after a restart, and continues in the same session', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('run echo kept')
    const before = thread.text
    const [terminalId] = thread.tools.flatMap(tool => tool.terminalIds)

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    expect(reopened.text).toBe(before)
    expect(await reopened.terminal(terminalId!)).toMatchObject({ state: 'exited', output: 'kept\r\n' })

    const end = await reopened.ask('hello again')
    expect(end.end.reason).toBe('end_turn')
    expect(reopened.of('notice')).toHaveLength(0)
    expect(reopened.of('user')).toHaveLength(2)
  })

  it('has its turn closed if that was open when Parley quit', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.send('permission')
    await thread.permission()

    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)

    expect(reopened.transcript.head.turnOpen).toBe(false)
    expect(reopened.of('permission')[0]?.answer?.outcome).toEqual({ outcome: 'cancelled' })
    expect(reopened.turnEnds).toHaveLength(1)
  })

  it('is not mixed up with another that works at the same time', async () => {
    const host = await testHost()
    const [first, second] = await Promise.all([host.startThread(), host.startThread()])

    await Promise.all([first.ask('run echo first'), second.ask('markdown')])

    expect(first.text).toContain('echo first')
    expect(second.text).not.toContain('echo first')
    expect(second.turnEnds).toHaveLength(1)
  })
})
