import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OutputFlow } from '../../../src/main/terminal/output/outputFlow'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function testFlow(): {
  flow: OutputFlow
  delivered: number[]
  source: { pause: ReturnType<typeof vi.fn>, resume: ReturnType<typeof vi.fn> }
} {
  const delivered: number[] = []
  const source = { pause: vi.fn(), resume: vi.fn() }
  const flow: OutputFlow = new OutputFlow({
    source,
    deliver: (bytes) => {
      delivered.push(bytes.length)
      flow.sent(bytes.length)
    },
  })
  return { flow, delivered, source }
}

function flood(flow: OutputFlow, bytes: number): void {
  for (let sent = 0; sent < bytes; sent += 4096)
    flow.push(Buffer.alloc(4096))
}

it('joins what comes within 8 ms', () => {
  const { flow, delivered } = testFlow()
  flow.push(Buffer.alloc(3))
  flow.push(Buffer.alloc(4))
  expect(delivered).toEqual([])
  vi.advanceTimersByTime(8)
  expect(delivered).toEqual([7])
})

it('hands on at once what has grown large', () => {
  const { flow, delivered } = testFlow()
  flood(flow, 128 * 1024)
  expect(delivered).toEqual([64 * 1024, 64 * 1024])
})

it('holds the source back when a watcher is behind, and lets it go on when the watcher has caught up', () => {
  const { flow, source } = testFlow()
  flow.watch()
  flood(flow, 256 * 1024)
  expect(source.pause).toHaveBeenCalledOnce()
  flow.ack(128 * 1024)
  expect(source.resume).not.toHaveBeenCalled()
  flow.ack(64 * 1024)
  expect(source.resume).toHaveBeenCalledOnce()
})

it('holds nothing back while nobody watches', () => {
  const { flow, source } = testFlow()
  flood(flow, 10 * 1024 * 1024)
  expect(source.pause).not.toHaveBeenCalled()
})

it('lets the source go on when the watcher leaves without having caught up', () => {
  const { flow, source } = testFlow()
  flow.watch()
  flood(flow, 256 * 1024)
  expect(source.resume).not.toHaveBeenCalled()
  flow.unwatch()
  expect(source.resume).toHaveBeenCalledOnce()
})
