// @vitest-environment happy-dom
import { it } from 'vitest'
import { drawOrReject, oddValues } from './oddFields'

// Every value in every place: oddFields.slow.test.ts.
it('draws or rejects a bundle in which any part of an event has another type', () =>
  drawOrReject(number => [oddValues[number % oddValues.length]]), 60_000)
