import { expect, it } from 'vitest'
import { playHistories } from './modelHistory'

it('in 200 histories no button takes a line of the person\'s that was not shown as uncertain and chosen', async () => {
  expect(await playHistories({ first: 1, count: 150 })).toEqual([])
  const first = 1_000 + Math.floor(Math.random() * 1_000_000)
  console.log(`50 histories from seed ${first}`)
  expect(await playHistories({ first, count: 50 })).toEqual([])
})
