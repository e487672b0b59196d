import { expect, it } from 'vitest'
import { drawPageIcon } from '../../../src/renderer/components/attention/useAttention'
import { attentionWords } from '../../../src/renderer/components/attention/words'
import { visibleText } from '../../../src/renderer/text/visibleText'

it('titles the window after the thread, whatever characters and length its title has', () => {
  const formatTitle = (title: string): string => attentionWords.windowTitle(title, 2)
  expect(formatTitle('Fix it')).toBe('(2) Fix it – Parley')
  expect(formatTitle('a\u202Eb\nc')).toBe('(2) a⟨U+202E⟩b ⏎ c – Parley')
  expect(formatTitle('x'.repeat(1_000_000)).length).toBeLessThan(100)
})

it('writes out invisible characters', () => {
  expect(visibleText('a\u2800b\u{1D173}c')).toBe('a⟨U+2800⟩b⟨U+1D173⟩c')
})

it('marks the page\'s icon while something waits', () => {
  expect(drawPageIcon(0)).not.toContain('circle')
  expect(drawPageIcon(2)).toContain('circle')
  expect(drawPageIcon(2)).toMatch(/^data:image\/svg\+xml,[^<"#]+$/)
})
