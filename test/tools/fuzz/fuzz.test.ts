import { afterAll, describe, expect, it } from 'vitest'
import { type Failure, fuzz, runCorpus } from './fuzz'
import { targets } from './targets'

const seed = 20_261

afterAll(async () => {
  for (const target of targets)
    await target.close?.()
})

describe.each(targets)('$name', (target) => {
  it('takes every input of the corpus', async () => {
    expect(wordsOf(await runCorpus(target))).toBeUndefined()
  })

  it('takes what is made out of the corpus', async () => {
    expect(wordsOf((await fuzz(target, { seed, iterations: target.name === 'guard' ? 50 : 300 })).failure)).toBeUndefined()
  }, 60_000)
})

function wordsOf(failure: Failure | undefined): string | undefined {
  return (
    failure
    && `seed ${seed}, at ${failure.at}: ${failure.error instanceof Error ? failure.error.stack : String(failure.error)}\n${failure.input.toString().slice(0, 2000)}`
  )
}
