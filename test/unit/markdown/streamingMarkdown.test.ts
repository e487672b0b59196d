import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MarkdownBlock, StreamingMarkdown } from '../../../src/renderer/markdown/streamingMarkdown'

const renderAll = (text: string): readonly MarkdownBlock[] => new StreamingMarkdown().update(text)

it('a quotation that begins with an alert marker such as [!WARNING] gets a matching heading', () => {
  expect(renderAll('> [!WARNING]\n> Back it **up** first.')).toMatchObject([
    { html: expect.stringContaining('<blockquote class="callout">\n<p><strong>Warning</strong><br>\nBack it <strong>up') },
  ])
  expect(renderAll('> [!NOTE]')).toMatchObject([{ html: expect.stringContaining('<strong>Note</strong></p>') }])
  for (const text of ['> [!WARNING] at once', '> [!OTHER]\n> x', '[!WARNING]\nx'])
    expect(renderAll(text)).toMatchObject([{ html: expect.not.stringContaining('callout') }])
})

/** Lines that open, close, continue or change the blocks around them. */
const anyLine = fc.constantFrom(
  '',
  'text',
  '# Heading',
  '#',
  '===',
  '---',
  '- item',
  '- item\n',
  '  nested',
  '    indented',
  '1. one',
  '> quote',
  '```',
  '```ts',
  '~~~',
  '   ```',
  '````',
  'const a = `b`',
  '| a | b |',
  '|---|--:|',
  '| 1 | 2 |',
  '[ref]',
  '[ref]: https://example.com',
  '**bold',
  '*',
  'end**',
  '[link](https://example.com)',
  '<b>html</b>',
  '![alt](x.png)',
  '\ttab',
  'a\\',
  '| *',
  '- [ ] task',
  'a note[^1]',
  '[^1]: of the foot',
  '$$',
  '  $$',
  '\\[',
  '\\]',
  '$a$ and \\(b\\)',
  '$$ c',
)
const anyText = fc
  .array(anyLine, { maxLength: 14 })
  .chain(lines => fc.constantFrom('\n', '\n\n', '\r\n').map(separator => lines.join(separator)))

describe('Markdown that streams', () => {
  it('has the blocks of a complete render at every step, however the text is split', () => {
    fc.assert(fc.property(anyText, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }), (text, sizes) => {
      const stream = new StreamingMarkdown()
      let end = 0
      for (let index = 0; end < text.length; index++) {
        end = Math.min(text.length, end + sizes[index % sizes.length]!)
        expect(stream.update(text.slice(0, end))).toEqual(renderAll(text.slice(0, end)))
      }
    }), { numRuns: 200 })
  })

  it('keeps the identity of finished blocks while the last one grows', () => {
    const stream = new StreamingMarkdown()
    const before = stream.update('First.\n\nSecond.\n\nThird')
    const after = stream.update('First.\n\nSecond.\n\nThird grows')
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after[2]).toEqual({ kind: 'html', html: '<p>Third grows</p>\n' })
  })

  it('distinguishes an open code block from a closed one', () => {
    expect(renderAll('```ts\nlet a\n')).toEqual([{ kind: 'code', code: 'let a\n', language: 'ts', isClosed: false }])
    expect(renderAll('```ts\nlet a\n```')).toEqual([{ kind: 'code', code: 'let a\n', language: 'ts', isClosed: true }])
  })

  it('turns earlier text into a link once its definition arrives', () => {
    const stream = new StreamingMarkdown()
    stream.update('See [docs].\n\nMore.\n\n')
    expect(stream.update('See [docs].\n\nMore.\n\n[docs]: https://example.com')[0]).toMatchObject({
      html: expect.stringContaining('href="https://example.com"'),
    })
  })

  it('takes at most 20 times as long per token at 100 kB as at 20 kB', () => {
    const line = 'Some words with `code` and **bold**, then more of them.\n\n'
    const measureMs = (length: number): number => {
      const stream = new StreamingMarkdown()
      stream.update(line.repeat(Math.ceil(length / line.length)))
      const text = line.repeat(Math.ceil(length / line.length) + 20)
      const start = performance.now()
      for (let index = text.length - 800; index < text.length; index += 4)
        stream.update(text.slice(0, index))
      return performance.now() - start
    }
    // The best of three, as other load only adds to it.
    const measureBestMs = (length: number): number => Math.min(...[1, 2, 3].map(() => measureMs(length)))
    expect(measureBestMs(100_000)).toBeLessThan(20 * measureBestMs(20_000) + 20)
  })
})
