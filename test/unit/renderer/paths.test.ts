import { expect, it } from 'vitest'
import { toDistinctNames } from '../../../src/renderer/text/paths'

it('names folders so that no two look the same, with as little of their paths as needed', () => {
  expect(toDistinctNames(['/home/ada/code/shop', '/home/ada/old/shop', '/home/eve/old/shop', '/home/ada/docs', '/']))
    .toEqual(['code/shop', 'ada/old/shop', 'eve/old/shop', 'docs', '/'])
})
