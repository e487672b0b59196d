// @vitest-environment happy-dom
import { it } from 'vitest'
import { drawsOrRefuses, oddValues } from './oddFields'

// Every value in every place: oddFields.slow.test.ts.
it('draws or rejects a bundle in which any part of an event has another type', () =>
  drawsOrRefuses(number => [oddValues[number % oddValues.length]]), 60_000)
