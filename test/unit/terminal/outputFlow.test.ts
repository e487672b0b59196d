import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OutputFlow } from '../../../src/main/terminal/stream/outputFlow'
import { TerminalWatchers } from '../../../src/main/terminal/terminalWatchers'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A flow whose watchers get all that it delivers. */
function createFlow({ watcherCount = 0 }: { watcherCount?: number } = {}) {
  const delivered: number[] = []
  const source = { pause: vi.fn(), resume: vi.fn() }
  const watchers = new TerminalWatchers(() => flow.resume())
  let offset = 0
  const flow: OutputFlow = new OutputFlow({
    source,
    watchers,
    deliver: ({ length }) => {
      delivered.push(length)
      offset += length
      watchers.sendOutput({ terminalId: 't', data: 'x'.repeat(length), offset })
    },
  })
  const windows = Array.from({ length: watcherCount }, () =>
    watchers.add({ onOutput: () => undefined, onChange: () => undefined }, 0))
  return { flow, delivered, source, windows }
}

function flood(flow: OutputFlow, bytes: number): void {
  for (let sent = 0; sent < bytes; sent += 4096)
    flow.push(Buffer.alloc(4096))
}

it('joins chunks that arrive within 8 ms', () => {
  const { flow, delivered } = createFlow()
  flow.push(Buffer.alloc(3))
  flow.push(Buffer.alloc(4))
  expect(delivered).toEqual([])
  vi.advanceTimersByTime(8)
  expect(delivered).toEqual([7])
})

it('delivers large batches immediately', () => {
  const { flow, delivered } = createFlow()
  flood(flow, 128 * 1024)
  expect(delivered).toEqual([64 * 1024, 64 * 1024])
})

it('pauses the source when a watcher is behind, and resumes it when the watcher has caught up', () => {
  const { flow, source, windows: [window] } = createFlow({ watcherCount: 1 })
  flood(flow, 256 * 1024)
  expect(source.pause).toHaveBeenCalledOnce()
  window!.ack(128 * 1024)
  expect(source.resume).not.toHaveBeenCalled()
  window!.ack(192 * 1024)
  expect(source.resume).toHaveBeenCalledOnce()
})

it('waits for the slowest of several watchers', () => {
  const { flow, source, windows: [slow, quick] } = createFlow({ watcherCount: 2 })
  flood(flow, 256 * 1024)
  quick!.ack(256 * 1024)
  slow!.ack(128 * 1024)
  expect(source.resume).not.toHaveBeenCalled()
  slow!.ack(192 * 1024)
  expect(source.resume).toHaveBeenCalledOnce()
})

it('ignores acknowledgements for others, beyond the sent offset, or below the previous one', () => {
  const { flow, source, windows: [slow, quick] } = createFlow({ watcherCount: 2 })
  flood(flow, 256 * 1024)
  for (const offset of [256 * 1024, 2 ** 30, 0])
    quick!.ack(offset)
  expect(source.resume).not.toHaveBeenCalled()
  slow!.stop()
  slow!.ack(0)
  expect(source.resume).toHaveBeenCalledOnce()
})

it('never pauses without watchers', () => {
  const { flow, source } = createFlow()
  flood(flow, 10 * 1024 * 1024)
  expect(source.pause).not.toHaveBeenCalled()
})

it('resumes the source when a watcher that is behind is removed', () => {
  const { flow, source, windows: [window] } = createFlow({ watcherCount: 1 })
  flood(flow, 256 * 1024)
  expect(source.resume).not.toHaveBeenCalled()
  window!.stop()
  expect(source.resume).toHaveBeenCalledOnce()
})
