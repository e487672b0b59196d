import { expect, it } from 'vitest'
import { formatMoment } from '../../../src/renderer/text/format'

it('names today and yesterday, and other days by their date', () => {
  const now = new Date(2026, 2, 10, 23, 30).getTime()
  const formatAt = (...at: [number, number, number, number, number]): string =>
    formatMoment(new Date(...at).getTime(), now)
  expect(formatAt(2026, 2, 10, 9, 42)).toMatch(/^today, 0?9:42(?: AM)?$/)
  expect(formatAt(2026, 2, 9, 9, 42)).toMatch(/^yesterday, 0?9:42(?: AM)?$/)
  expect(formatAt(2025, 2, 9, 9, 42)).toMatch(/2025, 0?9:42(?: AM)?$/)
})
