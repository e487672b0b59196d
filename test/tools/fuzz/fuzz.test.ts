import { afterAll, describe, expect, it } from 'vitest'
import { describeFailure, fuzz, runCorpus } from './fuzz'
import { targets } from './targets'

const seed = 20_261

afterAll(async () => {
  for (const target of targets)
    await target.close?.()
})

describe.each(targets)('$name', (target) => {
  it('survives every input of the corpus', async () => {
    const failure = await runCorpus(target)
    expect(failure && describeFailure(failure, seed)).toBeUndefined()
  })

  it('survives mutations of the corpus', async () => {
    const { failure } = await fuzz(target, { seed, iterations: target.name === 'guard' ? 5 : 20 })
    expect(failure && describeFailure(failure, seed)).toBeUndefined()
  }, 60_000)
})
