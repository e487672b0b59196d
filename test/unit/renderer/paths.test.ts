import { expect, it } from 'vitest'
import { toDistinctNames } from '../../../src/renderer/text/paths'

it('tells folders of the same name apart by as little of their paths as needed', () => {
  expect(toDistinctNames(['/home/ada/code/shop', '/home/ada/old/shop', '/home/eve/old/shop', '/home/ada/docs', '/']))
    .toEqual(['code/shop', 'ada/old/shop', 'eve/old/shop', 'docs', '/'])
})
