import { it } from 'vitest'
import { keepsAcknowledged } from './killedWriter'

it('loses no acknowledged event and leaves no gap when the writer is killed', () => keepsAcknowledged({ kills: 4 }))
