import { expect, it } from 'vitest'
import { findLookalikes } from '../../../src/renderer/text/lookalikes'

it('finds a disguised host in a long text within a second', () => {
  const startedAt = performance.now()
  const text = `${'a+'.repeat(50_000)} https://g\u043E\u043Egle.com/`
  expect(findLookalikes(text)).toContain('The host “g\u043E\u043Egle.com” is really xn--ggle-55da.com.')
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
