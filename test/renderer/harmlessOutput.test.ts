import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HarmlessOutput } from '../../src/renderer/components/terminal/harmlessOutput'
import { plainOutput } from '../../src/renderer/components/terminal/plainOutput'

const shown = (output: string): string => new HarmlessOutput().push(output)

describe('what draws', () => {
  it.each([
    'text\twith\ttabs\r\nand lines\b\b\u000b\u000c', 'ä日本😀\u00a0', '\u001b[1;31mred\u001b[0m', '\u001b[38;5;208m\u001b[48;2;1;2;3m\u001b[4:3m\u001b[m', '\u001b[2J\u001b[H\u001b[10;20H\u001b[K\u001b[3J', '\u001b[5A\u001b[B\u001b[3C\u001b[D\u001b[7G\u001b[4d',
    '\u001b[2L\u001b[M\u001b[3P\u001b[4@\u001b[5X\u001b[2S\u001b[2T\u001b[3b', '\u001b[5;10r\u001b[s\u001b[u\u001b7\u001b8\u001bM\u001bD\u001bE\u001bH\u001b[3g', '\u001b(0lqk\u001b(B\u000e\u000f', '\u001b[?25l\u001b[?25h\u001b[?1049h\u001b[?1;7l\u001b[?2004h', '\u001b[2 q\u001b[!p\u001bc',
    '\u001b]8;;https://example.com/a?b;c\u001b\\link\u001b]8;;\u001b\\', '\u001b]8;id=a1;https://example.com/\u001b\\link',
  ])('%j reaches the screen as it is', (output) => {
    expect(shown(output)).toBe(output)
  })

  it('reaches it in seven bits and without what it does not need', () => {
    expect(shown('\u009b31mred')).toBe('\u001b[31mred')
    expect(shown('\u001b]8;x=1:id=a:y=2;https://example.com/\u0007link\u001b]8;;\u0007')).toBe('\u001b]8;id=a;https://example.com/\u001b\\link\u001b]8;;\u001b\\')
    expect(shown('\u001b[?1000;25;1006h')).toBe('\u001b[?25h')
  })

  it('reaches it with numbers that a screen can do', () => {
    expect(shown('a\u001b[2147483647b\u001b[2147483647L\u001b[99999999999999999999I')).toBe('a\u001b[200b\u001b[200L\u001b[200I')
    expect(shown('\u001b[999999;999999H')).toBe('\u001b[9999;9999H')
  })
})

describe('what does anything else', () => {
  it.each([
    ['the clipboard', '\u001b]52;c;ZXZpbA==\u0007', '\u001b]52;c;?\u001b\\', '\u009d52;p;ZXZpbA==\u009c'],
    ['titles', '\u001b]0;evil\u0007', '\u001b]1;evil\u0007', '\u001b]2;evil\u001b\\', '\u001b[21t', '\u001b[22;0t'],
    ['notifications and shell marks', '\u001b]9;evil\u0007', '\u001b]777;notify;a;b\u0007', '\u001b]99;;evil\u001b\\', '\u001b]633;A\u0007', '\u001b]133;A\u0007', '\u001b]7;file://host/\u0007'],
    ['files and images', '\u001b]1337;File=name=eA==;inline=1:AAAA\u0007', '\u001b]1337;SetMark\u0007', '\u001bPq#0;2;0;0;0~\u001b\\', '\u001b_Ga=T,f=100;AAAA\u001b\\', '\u001b[5i\u001b[4i'],
    ['colours of the window', '\u001b]4;0;red\u0007', '\u001b]10;#000\u0007', '\u001b]11;?\u0007', '\u001b]12;red\u0007', '\u001b]104\u0007'],
    ['queries', '\u001b[c', '\u001b[0c', '\u001b[>c', '\u001b[=c', '\u001b[5n', '\u001b[6n', '\u001b[?6n', '\u001b[?15n', '\u001b[x', '\u001bZ', '\u001b[?2026$p', '\u001b[4$p', '\u001bP$qm\u001b\\', '\u001bP+q544e\u001b\\', '\u001b[18t', '\u001b[>q', '\u001b[?u', '\u0005'],
    ['reports of the mouse, focus and keys', '\u001b[?1000h', '\u001b[?1003;1006h', '\u001b[?1004h', '\u001b[>4;2m', '\u001b[>1u', '\u001b[?9h', '\u001b[1;2;3;4 ~'],
    ['device control', '\u001bPtmux;\u001b\\', '\u001bXevil\u001b\\', '\u001b^evil\u001b\\', '\u001b#8', '\u001b[8;10;10t', '\u001b[?3h', '\u001b[4;1"p', '\u001b%@', '\u001bn', '\u001b|'],
    ['links that start programs or carry a name', '\u001b]8;;javascript:alert(1)\u0007', '\u001b]8;;file:///etc/passwd\u0007', '\u001b]8;;ms-msdt:/id\u0007', '\u001b]8;;https://a:b@example.com\u0007', `\u001b]8;;https://example.com/${'x'.repeat(2100)}\u0007`],
    ['controls', '\u0000\u0007\u001a\u0018\u007f', '\u0084\u0085\u0088\u008d\u009a', '\u001b\u0000'],
  ])('such as %s never reaches it', (_, ...outputs) => {
    for (const output of outputs) {
      const passed = shown(`before${output}after`)
      expect(passed.replace('\u001b]8;;\u001b\\', ''), JSON.stringify(output)).toBe('beforeafter')
    }
  })

  it('is left out whole, however long, and the text after it is shown', () => {
    expect(shown(`a\u001b[${'1;'.repeat(5000)}mb`)).toBe('ab')
    expect(shown(`a\u001b]52;c;${'A'.repeat(50_000)}\u0007b`)).toBe('ab')
    expect(shown(`a\u001bP${'x'.repeat(50_000)}\u001b\\b`)).toBe('ab')
  })

  it('cannot hide all that follows by never ending', () => {
    expect(shown(`a\u001b]0;${'x'.repeat(70_000)}the end`)).toMatch(/^ax+the end$/)
    expect(plainOutput(`a\u001bP${'x'.repeat(70_000)}the end`)).toMatch(/^ax+the end$/)
  })
})

const part = fc.constantFrom('a', 'text', '\u001b', '[', ']', '\\', 'P', '8;;https://x.test/', '52;c;eA==', '\u0007', '\u009c', '\u009b', '\u009d', '\u0090', '31', ';', '?', '25', 'h', 'm', 'c', 'n', '2147483647', 'L', ' ', '$', 'q', '(', 'B', '\u0018', '\u0000', '\r\n', '1;'.repeat(200), 'x'.repeat(3000), 'y'.repeat(40_000))

it('shows the same however the output is cut into pieces, and nothing but text and what draws', () => {
  const drawing = /\u001b(?:\[\??[\d:;]*(?: q|!p|[@A-Mb-hlmPrsSTuXZ`a])|\]8;(?:id=[\w.-]+)?;(?:https?:\/\/[^\u001b]*)?\u001b\\|[()][0AB]|[78DEHM=>c])/g
  fc.assert(fc.property(fc.array(part, { maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 12 }), (parts, cuts) => {
    const output = parts.join('')
    const whole = shown(output)
    const stream = new HarmlessOutput()
    let inPieces = ''
    let start = 0
    for (const length of cuts) {
      inPieces += stream.push(output.slice(start, start + length))
      start += length
    }
    inPieces += stream.push(output.slice(start))
    expect(inPieces).toBe(whole)
    expect(whole.replace(drawing, '')).not.toMatch(/[\u0000-\u0007\u0010-\u001f\u007f-\u009f]/)
  }), { numRuns: 3000 })
})

it('makes output plain in time that grows with it, whatever is in it', () => {
  const startedAt = performance.now()
  for (const evil of ['x'.repeat(500_000) + '\b'.repeat(500_000), '\u001b]'.repeat(300_000), '\u001b[1;'.repeat(200_000), 'x\r'.repeat(400_000), '\u001bP\u0007'.repeat(200_000)])
    plainOutput(evil)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
