import { it } from 'vitest'
import { keepsWhatWasTyped } from './typedThenKilled'

it('has what was typed back, however often it is killed', () => keepsWhatWasTyped({ kills: 40 }))
