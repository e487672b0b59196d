import { describe, expect, it } from 'vitest'
import { getImageSource } from '../../../../src/renderer/components/content/imageSource'
import { toPlainOutput } from '../../../../src/renderer/components/terminal/screen/plainOutput'
import { formatDuration } from '../../../../src/renderer/text/format'
import { formatUri, toRelativePath } from '../../../../src/renderer/text/paths'
import { formatBytes } from '../../../../src/shared/text/formatBytes'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function makePng(width: number, height: number): string {
  const bytes = Buffer.from(pixel, 'base64')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

describe('an image from an agent', () => {
  it('is shown by its real type, not by the agent\'s claim', () => {
    expect(getImageSource({ data: pixel, mimeType: 'text/html' })).toMatchObject({
      source: `data:image/png;base64,${pixel}`,
      width: 1,
      height: 1,
    })
  })

  it.each([
    ['an SVG', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['more pixels than memory can hold', makePng(16_000, 16_000)],
    ['bad base64', '%%%'],
    ['too many bytes', 'A'.repeat(12_000_000)],
    ['nothing', ''],
  ])('is rejected if it is %s', (_name, data) => {
    expect(getImageSource({ data, mimeType: 'image/png' })).toHaveProperty('refused')
  })

  it('may be a JPEG whose size comes after other segments', () => {
    const data = Buffer.from([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8, 0, 30, 0, 40, 3, 0, 0, 0]).toString('base64')
    expect(getImageSource({ data, mimeType: 'image/jpeg' })).toMatchObject({ width: 40, height: 30 })
  })
})

describe('terminal output as plain text', () => {
  it.each([
    ['\u001B[1;31mred\u001B[0m\r\n', 'red\n'],
    ['10 %\r20 %\r100 %\n', '100 %\n'],
    ['abc\rx\n', 'xbc\n'],
    ['ab\bc', 'ac'],
    ['\u001B]0;title\u0007a\u001B]8;;https://x\u001B\\link\u001B]8;;\u001B\\', 'alink'],
    ['\u001B(Ba\u001B=b\u0007c', 'abc'],
    ['cut \u001B[3', 'cut '],
  ])('turns %j into %j', (output, plain) => {
    expect(toPlainOutput(output)).toBe(plain)
  })
})

describe('the window', () => {
  it('formats sizes, durations and addresses for people', () => {
    expect([formatBytes(900), formatBytes(12_345), formatBytes(2_500_000)]).toEqual(['900 B', '12 kB', '2.5 MB'])
    expect([formatDuration(210), formatDuration(6_000), formatDuration(72_000), formatDuration(3_725_000)]).toEqual([
      '0.2 s',
      '6 s',
      '1 min 12 s',
      '1 h 2 min',
    ])
    expect([formatUri('file:///a/b%20c.ts'), formatUri('https://x/y'), formatUri('file:///%')]).toEqual([
      '/a/b c.ts',
      'https://x/y',
      'file:///%',
    ])
  })
})

it.each([
  ['/w/src/a.ts', '/w', 'src/a.ts'],
  ['/w/src/a.ts', '/w/', 'src/a.ts'],
  ['C:\\w\\a.ts', 'C:\\w', 'a.ts'],
  ['/w\\evil/a.ts', '/w', '/w\\evil/a.ts'],
  ['/w-evil/a.ts', '/w', '/w-evil/a.ts'],
  ['/w/../etc/passwd', '/w', '/w/../etc/passwd'],
  ['/w', '/w', '/w'],
  ['/elsewhere/a.ts', '/w', '/elsewhere/a.ts'],
  ['/w/a.ts', undefined, '/w/a.ts'],
])('the path %s is shortened within %s: %s', (path, folder, shown) => {
  expect(toRelativePath(path, folder)).toBe(shown)
})
