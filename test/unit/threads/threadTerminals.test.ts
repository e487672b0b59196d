import { afterEach, expect, it, vi } from 'vitest'
import { PendingWrites } from '../../../src/main/store/pendingWrites'
import { ThreadTerminals, type ThreadTerminalsOptions } from '../../../src/main/threads/requests/threadTerminals'

afterEach(() => void vi.useRealTimers())

it('records no agent terminal after the thread is closed, because it may be deleted', async () => {
  vi.useFakeTimers()
  const add = vi.fn()
  const saveTerminal = vi.fn()
  const report = vi.fn()
  const writes = new PendingWrites({ onTrouble: () => undefined, holdAgents: () => () => undefined, report })
  const options = { threadId: 't', log: { add }, store: { saveTerminal }, writes, environment: {}, report }
  const terminals = new ThreadTerminals(options as unknown as ThreadTerminalsOptions)
  const reportStart = (terminalId: string): void =>
    terminals.applyReport({ info: { terminalId, commandLine: 'ls', cwd: undefined } })

  reportStart('before')
  await terminals.dispose()
  const calls = [add.mock.calls.length, saveTerminal.mock.calls.length]
  reportStart('after')
  await vi.advanceTimersByTimeAsync(10_000)

  expect(calls, 'its start and end, and its output').toEqual([2, 1])
  expect([add.mock.calls.length, saveTerminal.mock.calls.length]).toEqual(calls)
})
