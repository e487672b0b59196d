import { describe, expect, it } from 'vitest'
import { LineSplitter, type SkippedLine } from '../../../src/main/agents/wire/lineSplitter'
import { collectGarbage } from '../../support/collectGarbage'

function split(chunks: readonly (string | Buffer)[], limits?: { lineBytes: number, fatalBytes: number }) {
  const lines: string[] = []
  const skipped: SkippedLine[] = []
  const fatal = { count: 0 }
  const splitter = new LineSplitter({
    onLine: line => lines.push(line),
    onSkipped: line => skipped.push(line),
    onFatal: () => fatal.count++,
    limits,
  })
  for (const chunk of chunks)
    splitter.push(Buffer.from(chunk))
  splitter.end()
  return { lines, skipped, fatal: fatal.count }
}

describe('LineSplitter', () => {
  it('returns the same lines for any chunking', () => {
    const text = 'ä\n"😀"\r\n\nlast'
    const expected = ['ä', '"😀"\r', '', 'last']
    expect(split([text]).lines).toEqual(expected)
    expect(split([...Buffer.from(text)].map(byte => Buffer.from([byte]))).lines).toEqual(expected)
    expect(split([Buffer.from(text).subarray(0, 6), Buffer.from(text).subarray(6)]).lines).toEqual(expected)
  })

  it('strips a byte order mark from the first line only', () => {
    expect(split(['\uFEFFa\n\uFEFFb\n']).lines).toEqual(['a', '\uFEFFb'])
  })

  it('skips a line over the limit, reports its head, and continues with the next one', () => {
    const { lines, skipped } = split(['a\n12345', '678901234', '\nb\n'], { lineBytes: 10, fatalBytes: 100 })
    expect(lines).toEqual(['a', 'b'])
    expect(skipped).toEqual([{ bytes: 14, head: '12345678901234' }])
  })

  it('skips a line over the limit that arrives in one chunk', () => {
    const { lines, skipped } = split(['a\n123456789012\nb\n'], { lineBytes: 10, fatalBytes: 100 })
    expect(lines).toEqual(['a', 'b'])
    expect(skipped).toMatchObject([{ bytes: 12 }])
  })

  it('reports a line without an end once, and then reads nothing more', () => {
    expect(split(['x'.repeat(60), 'x'.repeat(60), 'x\nlate\n'], { lineBytes: 10, fatalBytes: 100 })).toMatchObject({ lines: [], fatal: 1 })
  })

  it('joins the chunks of a long line, because one-byte chunks take a hundred times their size', async () => {
    const lines: string[] = []
    const splitter = new LineSplitter({ onLine: line => lines.push(line), onSkipped: () => expect.fail(), onFatal: () => expect.fail() })
    const chunks = Array.from({ length: 5_000 }, (_, place) => {
      const chunk = Buffer.alloc(1, `${place % 10}`)
      splitter.push(chunk)
      return new WeakRef(chunk)
    })
    await new Promise(setImmediate) // until then a weak reference is a strong one
    collectGarbage()
    expect(chunks.filter(chunk => chunk.deref()).length).toBeLessThan(1_024)
    splitter.push(Buffer.from('\n'))
    expect(lines).toEqual(['0123456789'.repeat(500)])
  })

  it('takes linear time for a long line', () => {
    const chunk = 'x'.repeat(4096)
    const measureMs = (count: number): number => {
      const start = performance.now()
      split([...Array.from({ length: count }, () => chunk), '\n'])
      return performance.now() - start
    }
    measureMs(500)
    expect(measureMs(8000)).toBeLessThan(Math.max(16 * 10 * measureMs(500), 500))
  })
})
