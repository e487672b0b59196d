// @vitest-environment happy-dom
import { it } from 'vitest'
import { drawOrReject, oddValues } from './oddFields'

it('draws or rejects a bundle in which any part of an event has any other type', () => drawOrReject(() => oddValues))
