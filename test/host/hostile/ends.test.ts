import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { childProcesses } from '../../support/childProcesses'
import { hostile } from '../../support/scriptedAgent'
import { testHost, type TestHost } from '../../support/testHost'

it('an agent that exits right after responding to a prompt has completed the turn', async () => {
  const host = await testHost({ isRecorded: true, agents: { Leaves: hostile('life/leavesAfterAnswer') } })
  const thread = await host.startThread('Leaves')

  expect((await thread.ask('hello')).end.reason).toBe('end_turn')

  expect(thread.text).toContain('Bye.')
  await thread.until(() => thread.summary.activity.state === 'stopped')
  expect(thread.turnEnds).toHaveLength(1)
})

describe('an agent that fails during a prompt', () => {
  it.each([
    ['it exits in the middle of a line', 'life/partialLine', 'exit code 7'],
    ['it exits with code 0', 'life/exitsZero', 'exit code 0'],
    ['it is killed', 'life/killsItself', 'SIGKILL'],
    ['it leaves a child that holds its pipe', 'life/leavesGrandchild', 'exit code 3'],
    ['it closes its output', 'life/closesOutput', 'closed its connection'],
  ])('ends its turn with an explanation, and can be restarted: %s', async (_, name, said) => {
    const host = await testHost({ isRecorded: true, agents: { Ends: hostile(name) } })
    const thread = await host.startThread('Ends')
    await thread.until(() => thread.summary.activity.state === 'ready')

    const { end } = await thread.ask('hello')

    expect(end).toMatchObject({ reason: 'error', message: expect.stringContaining(said) })
    expect(thread.summary.activity).toMatchObject({ state: 'stopped', message: expect.stringContaining(said) })
    await thread.until(() => grandchildIsGone(host))
    await host.client.restartAgent({ threadId: thread.threadId })
    expect(thread.summary.activity.state).toBe('ready')
  })

  it('can be killed if it reads nothing', async () => {
    const host = await testHost({ isRecorded: true, agents: { Ignores: hostile('life/ignoresEverything') } })
    const thread = await host.startThread('Ignores')
    await thread.send('hello')
    await thread.cancel()
    expect(thread.summary.activity.state).toBe('cancelling')

    await host.client.forceStop({ threadId: thread.threadId })

    expect((await thread.turnEnd()).end.reason).toBe('cancelled')
    expect(thread.summary.activity.state).toBe('asleep')
  })

  it('does not keep Parley from closing, even if it reads nothing', async () => {
    const host = await testHost({ isRecorded: true, agents: { Ignores: hostile('life/ignoresEverything') } })
    const thread = await host.startThread('Ignores')
    await thread.send('hello')

    await host.dispose()

    expect(childProcesses()).toEqual([])
  })
})

function grandchildIsGone(host: TestHost): boolean {
  const file = join(host.workspace, 'grandchild.txt')
  if (!existsSync(file))
    return true
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  }
  catch {
    return true // no such process
  }
}
