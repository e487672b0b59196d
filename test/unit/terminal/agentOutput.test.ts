import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AgentOutput } from '../../../src/main/terminal/stream/agentOutput'
import { OutputBuffer } from '../../../src/main/terminal/stream/outputBuffer'
import { PlainText } from '../../../src/main/terminal/stream/plainText'

it('returns the same as converting everything and then truncating, in any chunking', () => {
  const part = fc.constantFrom('\r\n', '\r', '\n', 'a', 'line', '€', '\x1B[1m', '\x1B]0;', '\x07', '\u00A0')
  fc.assert(
    fc.property(
      fc.array(
        fc.array(part, { maxLength: 8 }).map(parts => parts.join('')),
        { maxLength: 20 },
      ),
      fc.nat(20),
      fc.nat(20),
      (pieces, limit, readAt) => {
        const output = new AgentOutput(limit)
        const plainText = new PlainText()
        const buffer = new OutputBuffer(limit)
        for (const [index, text] of pieces.entries()) {
          output.append({ text, bytes: Buffer.from(text) })
          buffer.append(plainText.push({ text, bytes: Buffer.from(text) }))
          if (index === readAt)
            expect(output.read()).toEqual({ output: buffer.text(), truncated: buffer.truncated })
        }
        expect(output.read()).toEqual({ output: buffer.text(), truncated: buffer.truncated })
      },
    ),
    { numRuns: 2000 },
  )
})

it('abandons an endless escape sequence, even in a flood of discarded text', () => {
  const output = new AgentOutput(1000)
  output.append({ text: '\x1BP', bytes: Buffer.from('\x1BP') })
  for (let count = 0; count < 200; count++)
    output.append({ text: 'x'.repeat(1000), bytes: Buffer.alloc(1000, 'x') })
  expect(output.read()).toEqual({ output: 'x'.repeat(1000), truncated: true })
})

it('reports truncation even if the remaining text just fits', () => {
  const output = new AgentOutput(1)
  for (const text of ['a', '\r\n\r'])
    output.append({ text, bytes: Buffer.from(text) })
  expect(output.read()).toEqual({ output: '\n', truncated: true })
})

it('keeps the text before a flood of carriage returns, which become one line feed', () => {
  const output = new AgentOutput(8)
  for (const text of ['kept', ...Array.from({ length: 20 }, () => '\r\r')])
    output.append({ text, bytes: Buffer.from(text) })
  output.append({ text: 'x', bytes: Buffer.from('x') })
  expect(output.read()).toEqual({ output: 'kept\nx', truncated: false })
})
