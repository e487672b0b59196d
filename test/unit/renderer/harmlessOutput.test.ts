import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HarmlessOutput } from '../../../src/renderer/components/terminal/screen/harmlessOutput'
import { toPlainOutput } from '../../../src/renderer/components/terminal/screen/plainOutput'

const filterOutput = (output: string): string => new HarmlessOutput().push(output)

describe('a drawing sequence', () => {
  it.each([
    'text\twith\ttabs\r\nand lines\b\b\u000B\u000C',
    'ä日本😀\u00A0',
    '\u001B[1;31mred\u001B[0m',
    '\u001B[38;5;208m\u001B[48;2;1;2;3m\u001B[4:3m\u001B[m',
    '\u001B[2J\u001B[H\u001B[10;20H\u001B[K\u001B[3J',
    '\u001B[5A\u001B[B\u001B[3C\u001B[D\u001B[7G\u001B[4d',
    '\u001B[2L\u001B[M\u001B[3P\u001B[4@\u001B[5X\u001B[2S\u001B[2T\u001B[3b',
    '\u001B[5;10r\u001B[s\u001B[u\u001B7\u001B8\u001BM\u001BD\u001BE\u001BH\u001B[3g',
    '\u001B(0lqk\u001B(B\u000E\u000F',
    '\u001B[?25l\u001B[?25h\u001B[?1049h\u001B[?1;7l\u001B[?2004h',
    '\u001B[2 q\u001B[!p\u001Bc',
    '\u001B]8;;https://example.com/a?b;c\u001B\\link\u001B]8;;\u001B\\',
    '\u001B]8;id=a1;https://example.com/\u001B\\link',
  ])('is passed to the screen unchanged: %j', (output) => {
    expect(filterOutput(output)).toBe(output)
  })

  it('is passed in seven bits, without unneeded parts', () => {
    expect(filterOutput('\u009B31mred')).toBe('\u001B[31mred')
    expect(filterOutput('\u001B]8;x=1:id=a:y=2;https://example.com/\u0007link\u001B]8;;\u0007')).toBe(
      '\u001B]8;id=a;https://example.com/\u001B\\link\u001B]8;;\u001B\\',
    )
    expect(filterOutput('\u001B[?1000;25;1006h')).toBe('\u001B[?25h')
  })

  it('is passed with numbers limited to what a screen supports', () => {
    expect(filterOutput('a\u001B[2147483647b\u001B[2147483647L\u001B[99999999999999999999I')).toBe('a\u001B[200b\u001B[200L\u001B[200I')
    expect(filterOutput('\u001B[999999;999999H')).toBe('\u001B[9999;9999H')
  })
})

describe('any other sequence', () => {
  it.each([
    ['the clipboard', '\u001B]52;c;ZXZpbA==\u0007', '\u001B]52;c;?\u001B\\', '\u009D52;p;ZXZpbA==\u009C'],
    ['titles', '\u001B]0;evil\u0007', '\u001B]1;evil\u0007', '\u001B]2;evil\u001B\\', '\u001B[21t', '\u001B[22;0t'],
    [
      'notifications and shell marks',
      '\u001B]9;evil\u0007',
      '\u001B]777;notify;a;b\u0007',
      '\u001B]99;;evil\u001B\\',
      '\u001B]633;A\u0007',
      '\u001B]133;A\u0007',
      '\u001B]7;file://host/\u0007',
    ],
    [
      'files and images',
      '\u001B]1337;File=name=eA==;inline=1:AAAA\u0007',
      '\u001B]1337;SetMark\u0007',
      '\u001BPq#0;2;0;0;0~\u001B\\',
      '\u001B_Ga=T,f=100;AAAA\u001B\\',
      '\u001B[5i\u001B[4i',
    ],
    [
      'colours of the window',
      '\u001B]4;0;red\u0007',
      '\u001B]10;#000\u0007',
      '\u001B]11;?\u0007',
      '\u001B]12;red\u0007',
      '\u001B]104\u0007',
    ],
    [
      'queries',
      '\u001B[c',
      '\u001B[0c',
      '\u001B[>c',
      '\u001B[=c',
      '\u001B[5n',
      '\u001B[6n',
      '\u001B[?6n',
      '\u001B[?15n',
      '\u001B[x',
      '\u001BZ',
      '\u001B[?2026$p',
      '\u001B[4$p',
      '\u001BP$qm\u001B\\',
      '\u001BP+q544e\u001B\\',
      '\u001B[18t',
      '\u001B[>q',
      '\u001B[?u',
      '\u0005',
    ],
    [
      'reports of the mouse, focus and keys',
      '\u001B[?1000h',
      '\u001B[?1003;1006h',
      '\u001B[?1004h',
      '\u001B[>4;2m',
      '\u001B[>1u',
      '\u001B[?9h',
      '\u001B[1;2;3;4 ~',
    ],
    [
      'device control',
      '\u001BPtmux;\u001B\\',
      '\u001BXevil\u001B\\',
      '\u001B^evil\u001B\\',
      '\u001B#8',
      '\u001B[8;10;10t',
      '\u001B[?3h',
      '\u001B[4;1"p',
      '\u001B%@',
      '\u001Bn',
      '\u001B|',
    ],
    [
      'links that start programs or carry a name',
      '\u001B]8;;javascript:alert(1)\u0007',
      '\u001B]8;;file:///etc/passwd\u0007',
      '\u001B]8;;ms-msdt:/id\u0007',
      '\u001B]8;;https://a:b@example.com\u0007',
      `\u001B]8;;https://example.com/${'x'.repeat(2100)}\u0007`,
    ],
    ['controls', '\u0000\u0007\u001A\u0018\u007F', '\u0084\u0085\u0088\u008D\u009A', '\u001B\u0000'],
  ])('such as %s is never passed', (_, ...outputs) => {
    for (const output of outputs) {
      const passed = filterOutput(`before${output}after`)
      expect(passed.replace('\u001B]8;;\u001B\\', ''), JSON.stringify(output)).toBe('beforeafter')
    }
  })

  it('is dropped completely, however long, and later text is shown', () => {
    expect(filterOutput(`a\u001B[${'1;'.repeat(5000)}mb`)).toBe('ab')
    expect(filterOutput(`a\u001B]52;c;${'A'.repeat(50_000)}\u0007b`)).toBe('ab')
    expect(filterOutput(`a\u001BP${'x'.repeat(50_000)}\u001B\\b`)).toBe('ab')
  })

  it('cannot hide all later text by never ending', () => {
    expect(filterOutput(`a\u001B]0;${'x'.repeat(70_000)}the end`)).toMatch(/^ax+the end$/)
    expect(toPlainOutput(`a\u001BP${'x'.repeat(70_000)}the end`)).toMatch(/^ax+the end$/)
  })
})

const part = fc.constantFrom(
  'a',
  'text',
  '\u001B',
  '[',
  ']',
  '\\',
  'P',
  '8;;https://x.test/',
  '52;c;eA==',
  '\u0007',
  '\u009C',
  '\u009B',
  '\u009D',
  '\u0090',
  '31',
  ';',
  '?',
  '25',
  'h',
  'm',
  'c',
  'n',
  '2147483647',
  'L',
  ' ',
  '$',
  'q',
  '(',
  'B',
  '\u0018',
  '\u0000',
  '\r\n',
  '1;'.repeat(200),
  'x'.repeat(3000),
  'y'.repeat(40_000),
)

it('filters output the same way however it is chunked, to text and drawing sequences only', () => {
  const drawing
    = /\u001B(?:\[\??[\d:;]*(?: q|!p|[@A-Ma-hlmPrsSTuXZ`])|\]8;(?:id=[\w.-]+)?;(?:https?:\/\/[^\u001B]*)?\u001B\\|[()][0AB]|[78DEHM=>c])/g
  fc.assert(fc.property(fc.array(part, { maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 12 }), (parts, cuts) => {
    const output = parts.join('')
    const whole = filterOutput(output)
    const stream = new HarmlessOutput()
    let inPieces = ''
    let start = 0
    for (const length of cuts) {
      inPieces += stream.push(output.slice(start, start + length))
      start += length
    }
    inPieces += stream.push(output.slice(start))
    expect(inPieces).toBe(whole)
    expect(whole.replace(drawing, '')).not.toMatch(/[\u0000-\u0007\u0010-\u001F\u007F-\u009F]/)
  }), { numRuns: 3000 })
})

it('converts output to plain text in linear time, whatever it contains', () => {
  const startedAt = performance.now()
  for (const evil of [
    'x'.repeat(500_000) + '\b'.repeat(500_000),
    '\u001B]'.repeat(300_000),
    '\u001B[1;'.repeat(200_000),
    'x\r'.repeat(400_000),
    '\u001BP\u0007'.repeat(200_000),
  ])
    toPlainOutput(evil)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

it('removes characters that reverse a line, but no letters', () => {
  const output = new HarmlessOutput()
  expect(output.push('a\u202Eb\u2066c\u2069 \u05D0\u0627\u200D')).toBe('abc \u05D0\u0627\u200D')
})

describe('a person\'s own terminal', () => {
  function createOwn(isLive: boolean): { push: (output: string) => string, asked: string[] } {
    const asked: string[] = []
    const harmless = new HarmlessOutput({ own: { onClipboard: request => asked.push(request) } })
    harmless.isLive = isLive
    return { push: output => harmless.push(output), asked }
  }

  const queries = [
    ...['\u001B[c', '\u001B[>c', '\u001B[5n', '\u001B[6n', '\u001B[?2026$p'],
    ...['\u001B]10;?\u0007', '\u001B]11;?\u001B\\'],
  ]

  it('answers queries of a running program, and none in a replay', () => {
    expect(queries.map(query => createOwn(true).push(query) !== '')).toEqual(queries.map(() => true))
    expect(queries.map(query => createOwn(false).push(query))).toEqual(queries.map(() => ''))
    expect(queries.map(query => new HarmlessOutput().push(query))).toEqual(queries.map(() => ''))
  })

  it('can request mouse reports, unlike a card', () => {
    expect(createOwn(false).push('\u001B[?1000;1006h')).toBe('\u001B[?1000;1006h')
    expect(new HarmlessOutput().push('\u001B[?1000;1006h')).toBe('')
  })

  it('lets only a running program ask to write the clipboard, and none read it', () => {
    const live = createOwn(true)
    expect(live.push('\u001B]52;c;aGk=\u0007\u001B]52;c;?\u0007')).toBe('')
    expect(live.asked[0]).toBe('c;aGk=')
    const replay = createOwn(false)
    replay.push('\u001B]52;c;aGk=\u0007')
    expect(replay.asked).toEqual([])
  })

  it.each([
    ...['\u001B[8;50;50t', '\u001B[21t', '\u001BP$qm\u001B\\'],
    ...['\u001B]4;1;?\u0007', '\u001B]7;file://x/y\u0007', '\u001B[>1u', '\u001B]0;title\u0007'],
  ])('ignores sequences for the window, settings and palette: %j', (sequence) => {
    expect(createOwn(true).push(sequence)).toBe('')
  })
})
