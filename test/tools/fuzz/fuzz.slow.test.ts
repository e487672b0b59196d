import { afterAll, expect, it } from 'vitest'
import { describeFailure, fuzz } from './fuzz'
import { targets } from './targets'

const seconds = 10
/** A new seed each day, which the report of a failure names. */
const seed = Math.floor(Date.now() / (24 * 60 * 60 * 1000))

afterAll(async () => {
  for (const target of targets)
    await target.close?.()
})

it.each(targets)(`$name survives mutations of the corpus for ${seconds} seconds`, async (target) => {
  const { failure } = await fuzz(target, { seed, milliseconds: seconds * 1000 })
  expect(failure && describeFailure(failure, seed)).toBeUndefined()
})
