import { expect, it } from 'vitest'
import { hasControls } from '../../../src/main/terminal/stream/plainText'

it('looks at bytes wherever they lie in memory and however few they are', () => {
  const memory = Buffer.alloc(16, 'a')
  for (let start = 0; start < 8; start++) {
    for (let length = 0; length < 8; length++) {
      const bytes = memory.subarray(start, start + length)
      expect(hasControls(bytes)).toBe(false)
      for (let at = 0; at < length; at++) {
        bytes[at] = 0x08
        expect(hasControls(bytes)).toBe(true)
        bytes[at] = 0x61
      }
    }
  }
})
