// @vitest-environment happy-dom
import { it } from 'vitest'
import { drawsOrRefuses, oddValues } from './oddFields'

// Every value in every place: oddFields.slow.test.ts.
it('draws or refuses a bundle whichever part of an event is of another type', () =>
  drawsOrRefuses(number => [oddValues[number % oddValues.length]]), 60_000)
