// @vitest-environment happy-dom
import { it } from 'vitest'
import { drawsOrRefuses, oddValues } from './oddFields'

it('draws or refuses a bundle whichever part of an event is of any other type', () => drawsOrRefuses(() => oddValues))
