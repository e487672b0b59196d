import { expect, it } from 'vitest'
import { formatCost } from '../../../src/renderer/text/usageText'

it('a cost has a currency of three letters, or none', () => {
  expect(formatCost({ amount: 1.5, currency: 'EUR' })).toMatch(/€|EUR/)
  expect(formatCost({ amount: 1.5, currency: 'tokens' })).toMatch(/^1[.,]5$/)
  expect(formatCost({ amount: 1, currency: 'C'.repeat(2_000) })).toBe('1')
  expect(formatCost({ amount: 1e308, currency: 'EUR' }), 'hundreds of digits').toBeUndefined()
  expect(formatCost(null)).toBeUndefined()
})
