import type { HighlightRequest, HighlightResponse } from '../../../../src/renderer/markdown/highlight/backgroundHighlighter'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackgroundHighlighter } from '../../../../src/renderer/markdown/highlight/backgroundHighlighter'

/** A worker that responds on command. */
class HeldWorker extends EventTarget {
  readonly asked: HighlightRequest[] = []
  isTerminated = false

  postMessage(question: HighlightRequest): void {
    this.asked.push(question)
  }

  answer(answer: HighlightResponse): void {
    this.dispatchEvent(new MessageEvent('message', { data: answer }))
  }

  terminate(): void {
    this.isTerminated = true
  }
}

let workers: HeldWorker[]
let highlighter: BackgroundHighlighter

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  highlighter = new BackgroundHighlighter(() => {
    const worker = new HeldWorker()
    workers.push(worker)
    return worker as unknown as Worker
  })
})
afterEach(() => vi.useRealTimers())

it('starts one worker, for the first code', async () => {
  expect(workers).toHaveLength(0)
  const first = highlighter.highlight('a', 'css')
  const second = highlighter.highlight('b', 'css')
  expect(workers).toHaveLength(1)
  workers[0]!.answer({ id: 2, lines: [[{ text: 'b' }]] })
  workers[0]!.answer({ id: 1, lines: [[{ text: 'a' }]] })
  expect(await Promise.all([first, second])).toEqual([[[{ text: 'a' }]], [[{ text: 'b' }]]])
})

it('highlights the same code once', async () => {
  const lines = highlighter.highlight('a', 'css')
  workers[0]!.answer({ id: 1, lines: [[{ text: 'a' }]] })
  await lines
  expect(await highlighter.highlight('a', 'css')).toBe(await lines)
  highlighter.highlight('a', 'html').catch(expect.unreachable)
  expect(workers[0]!.asked.map(({ language }) => language)).toEqual(['css', 'html'])
})

it('terminates an unresponsive worker, and starts another for later code', async () => {
  const slow = highlighter.highlight('a', 'css')
  const hanging = highlighter.highlight('b', 'css')
  await vi.advanceTimersByTimeAsync(9_000)
  workers[0]!.answer({ id: 1, lines: [] })
  await slow
  await vi.advanceTimersByTimeAsync(9_000)
  expect(workers[0]!.isTerminated).toBe(false)
  const refused = expect(hanging).rejects.toThrow('in time')
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  expect(workers[0]!.isTerminated).toBe(true)
  highlighter.highlight('b', 'css').catch(expect.unreachable)
  expect(workers[1]!.asked).toMatchObject([{ code: 'b' }])
})

it('reports why a broken worker highlights nothing', async () => {
  const refused = expect(highlighter.highlight('a', 'css')).rejects.toThrow('no such file')
  workers[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'no such file' }))
  await refused
})
