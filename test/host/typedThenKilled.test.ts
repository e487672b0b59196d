import { it } from 'vitest'
import { keepsWhatWasTyped } from './typedThenKilled'

it('has what was typed back after it was killed', () => keepsWhatWasTyped({ kills: 1 }))
